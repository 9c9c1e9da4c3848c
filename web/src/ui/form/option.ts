/** One choice of a select, combobox or group of radios. */
export interface Option<Value extends string | number = string | number> {
  value: Value
  label: string
  /** Heading of the choice's group; the choices of a group are consecutive. */
  group?: string | undefined
  disabled?: boolean | undefined
}

/** Options grouped by heading, in the order of their first choice. */
export function groupOptions<Value extends string | number>(options: readonly Option<Value>[]) {
  const groups = new Map<string, Option<Value>[]>()
  for (const option of options) {
    const heading = option.group ?? ''
    groups.set(heading, [...(groups.get(heading) ?? []), option])
  }
  return [...groups].map(([value, items]) => ({ value, items }))
}
