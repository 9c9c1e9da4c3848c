import { sha256 } from './random.ts'

/** JSON with sorted keys, so that equal contents give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (isPlainObject(part) ? sorted(part) : part))
}

/** A hash that is equal for equal contents. */
export function canonicalFingerprint(value: unknown): string {
  return sha256(canonicalJson(value))
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
}
