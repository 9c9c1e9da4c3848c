/** The values that differ from before: an update with only these does not overwrite what others have changed since. */
export function changedFields<Values extends object>(before: Partial<Values>, after: Values): Partial<Values> {
  const changed: Partial<Values> = {}
  for (const name in after)
    if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) changed[name] = after[name]
  return changed
}
