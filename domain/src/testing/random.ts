import fc from 'fast-check'

// These tests run on Node.js, whose types aren't available in the domain.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

const { TEST_PROFILE, TEST_SEED } = process.env

/** The seed of random tests: the UTC date, such as 20261126, unless TEST_SEED names another. */
export const seed = Number(TEST_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))

fc.configureGlobal({ seed })

/** A value for long tests in `npm test`, and another one for `npm run nightly`, which sets TEST_PROFILE. */
interface Profiles<Value> {
  readonly gate: Value
  readonly nightly: Value
}

export function byProfile<Value>({ gate, nightly }: Profiles<Value>): Value {
  return TEST_PROFILE === 'nightly' ? nightly : gate
}

/** The number of cases that fast-check tries. */
export function runs(numbers: Profiles<number>): { numRuns: number } {
  return { numRuns: byProfile(numbers) }
}
