/** The values that differ from those before: an update that sends no more overwrites nothing that others have changed meanwhile. */
export function changedFields<Values extends object>(before: Partial<Values>, after: Values): Partial<Values> {
  const changed: Partial<Values> = {}
  for (const name in after)
    if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) changed[name] = after[name]
  return changed
}
