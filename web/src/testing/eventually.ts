import { vi } from 'vitest'

// Long, since it ends what hangs and measures nothing.
const patience = 30_000

/** Waits until this no longer throws, and returns what it returns. */
export function eventually<Value>(check: () => Value): Promise<Value> {
  return vi.waitFor(check, { timeout: patience })
}
