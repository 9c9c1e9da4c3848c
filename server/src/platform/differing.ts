/** The given values that differ from the stored ones. */
export function differing<Row extends object>(
  row: Row,
  values: { [Field in keyof Row]?: Row[Field] | undefined },
): Partial<Row> {
  const changes: Partial<Row> = {}
  for (const field in values) {
    const value = values[field]
    if (value !== undefined && row[field] !== value) changes[field] = value
  }
  return changes
}
