import { vi } from 'vitest'

// A long time limit, because it only ends hanging tests and measures nothing.
const patience = 30_000

/** Waits until `read` no longer throws, and returns its result. */
export function eventually<Value>(check: () => Value): Promise<Value> {
  return vi.waitFor(check, { timeout: patience })
}
