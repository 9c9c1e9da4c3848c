/** From this many entries on, a list is written in parts. */
const many = 500
const atOnce = 100

/**
 * A value as JSON between two texts. If it is a long list, or has one among its fields, the text is written part by
 * part, so that other work can get a turn after each.
 */
export function asJson(value: unknown, [before, after]: readonly [string, string]): string | Iterable<string> {
  return isLarge(value) ? partsOf(value, before, after) : `${before}${JSON.stringify(value ?? null)}${after}`
}

function isLarge(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.length > many
  for (const name in value) {
    const field: unknown = Reflect.get(value, name)
    if (Array.isArray(field) && field.length > many) return true
  }
  return false
}

function* partsOf(value: object, before: string, after: string): Generator<string> {
  yield before
  if (Array.isArray(value)) yield* listParts(value)
  else yield* fieldParts(value)
  yield after
}

function* fieldParts(value: object): Generator<string> {
  let separator = '{'
  for (const [name, field] of Object.entries(value) as [string, unknown][]) {
    if (field === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    if (Array.isArray(field)) yield* listParts(field)
    else yield JSON.stringify(field)
    separator = ','
  }
  yield '}'
}

function* listParts(list: readonly unknown[]): Generator<string> {
  yield '['
  for (let first = 0; first < list.length; first += atOnce) {
    const part = list.slice(first, first + atOnce).map((item) => JSON.stringify(item) ?? 'null')
    yield `${first > 0 ? ',' : ''}${part.join(',')}`
  }
  yield ']'
}
