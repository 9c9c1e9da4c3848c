import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

// Characters beyond this limit can't make a password weaker, but would slow down the estimate.
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 40 })

/**
 * How hard a password is to guess, from 0 (very easy) to 4, for an attacker who knows these names. Adds 230 kB, so load
 * it lazily.
 */
export function estimateStrength(password: string, known: readonly string[]): number {
  return estimator.check(password, [...known]).score
}
