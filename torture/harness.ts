import { Dice } from '../server/src/demo/dice.ts'

/** How many times, and from which seed. */
export interface Attempt {
  readonly count: number
  readonly seed: number
  readonly dice: Dice
}

/** What was found in how many tries. `found`: the number of faults or, where the row limits a share, that share. */
export interface Figures {
  readonly tried: number
  readonly found: number
  /** The first few faults, so that somebody can look for them. */
  readonly faults?: readonly string[]
  /** What else is worth knowing, such as how many writes were acknowledged. */
  readonly note?: string
}

/** One way to torture the product. */
export interface Harness {
  /** Runs against a product with a fault: what finds nothing there proves nothing elsewhere. */
  prove(attempt: Attempt): Promise<Figures>
  /** Runs against the product as it is. */
  run(attempt: Attempt): Promise<Figures>
}

export function attemptOf(count: number, seed: number): Attempt {
  return { count, seed, dice: new Dice(seed) }
}

/** Figures of faults that were found one by one. */
export function figuresOf(tried: number, faults: readonly string[], note?: string): Figures {
  return { tried, found: faults.length, faults: faults.slice(0, 5), ...(note && { note }) }
}
