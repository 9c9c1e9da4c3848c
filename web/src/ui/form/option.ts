/** One choice in a select, combobox, or group of radio buttons. */
export interface Option<Value extends string | number = string | number> {
  value: Value
  label: string
  /** The heading of the option's group. Options in a group must be consecutive. */
  group?: string | undefined
  disabled?: boolean | undefined
}

/** Options grouped by heading, in the order of each group's first option. */
export function groupOptions<Value extends string | number>(options: readonly Option<Value>[]) {
  const groups = new Map<string, Option<Value>[]>()
  for (const option of options) {
    const heading = option.group ?? ''
    groups.set(heading, [...(groups.get(heading) ?? []), option])
  }
  return [...groups].map(([value, items]) => ({ value, items }))
}
