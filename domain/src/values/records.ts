/** An object with a value for each of these fields. */
export function ofFields<Field extends string, Value>(
  fields: readonly Field[],
  valueFor: (field: Field) => Value,
): Record<Field, Value> {
  return Object.fromEntries(fields.map((field) => [field, valueFor(field)])) as Record<Field, Value>
}
