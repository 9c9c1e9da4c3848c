/** A property of a value of unknown shape, such as something thrown; undefined when absent. */
export function propertyOf(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
