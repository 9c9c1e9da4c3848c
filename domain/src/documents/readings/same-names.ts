/** A name in comparison form: letters and digits, without legal forms. */
export function nameKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(?:inc|llc|co|corp|corporation|company|ltd|llp|the|incorporated)\b/g, ' ')
    .replace(/\s+/g, '')
}

/** True if a name begins with another one, as a full name does with its brand. */
export function beginsWith(one: string, start: string): boolean {
  const key = nameKey(start)
  return key.length > 4 && nameKey(one).startsWith(key)
}

/** True for names that differ only in legal forms, or in what follows. */
export function isSameName(one: string, other: string): boolean {
  const [first, second] = [nameKey(one), nameKey(other)]
  if (first.length < 3 || second.length < 3) return false
  return (
    first === second ||
    (Math.min(first.length, second.length) > 6 && (first.startsWith(second) || second.startsWith(first)))
  )
}
