/** The values that differ from those before: an update that sends no more overwrites nothing that others have changed meanwhile. */
export function changedFields<Values extends object>(before: Partial<Values>, after: Values): Partial<Values> {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Values]),
  )
  return Object.fromEntries(changed) as Partial<Values>
}
