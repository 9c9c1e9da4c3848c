const andFormat = new Intl.ListFormat('en-US')
const orFormat = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** A list for use in a sentence: `Admin, Approver, and Processor`. */
export function listWithAnd(items: Iterable<string>): string {
  return andFormat.format(items)
}

/** A choice for use in a sentence: `Admin, Approver, or Processor`. */
export function listWithOr(items: Iterable<string>): string {
  return orFormat.format(items)
}

/** An object with a value for each of these fields. */
export function ofFields<Field extends string, Value>(
  fields: readonly Field[],
  valueFor: (field: Field) => Value,
): Record<Field, Value> {
  return Object.fromEntries(fields.map((field) => [field, valueFor(field)])) as Record<Field, Value>
}
