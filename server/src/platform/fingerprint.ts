import { propertyOf } from './property.ts'
import { sha256 } from './random.ts'

/** JSON with sorted keys, so that equal contents give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value))
}

/** A hash that is equal for equal contents. */
export function canonicalFingerprint(value: unknown): string {
  return sha256(canonicalJson(value))
}

// A replacer would do the same in twice the time, which every write would pay.
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map((key) => [key, sorted(propertyOf(value, key))]))
}
