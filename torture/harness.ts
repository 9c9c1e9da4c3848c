import { Dice } from '../server/src/demo/dice.ts'

/** The number of tries and the seed. */
export interface Attempt {
  readonly count: number
  readonly seed: number
  readonly dice: Dice
}

/** The result of a number of tries. `found` is the number of faults or, if the row limits a share, that share. */
export interface Figures {
  readonly tried: number
  readonly found: number
  /** The first faults, for diagnosis. */
  readonly faults?: readonly string[]
  /** Other figures, such as the number of acknowledged writes. */
  readonly note?: string
  /** A line for each part, for `--verbose`. */
  readonly details?: readonly string[]
}

/** A torture test of the product. */
export interface Harness {
  /** Runs against a product with a known fault, because a test that can't find that fault proves nothing. */
  prove(attempt: Attempt): Promise<Figures>
  /** Runs against the real product. */
  run(attempt: Attempt): Promise<Figures>
}

export function attemptOf(count: number, seed: number): Attempt {
  return { count, seed, dice: new Dice(seed) }
}

/** The report names this many faults. A row may find one in each of its many tries. */
const mostNamed = 100

/** Builds the figures from individually found faults. */
export function figuresOf(tried: number, faults: readonly string[], note?: string): Figures {
  return { tried, found: faults.length, faults: faults.slice(0, mostNamed), ...(note && { note }) }
}

/** Splits many tries into parts with separate seeds, and adds up their figures. */
export async function inBatches(
  { count, seed }: Attempt,
  size: number,
  run: (part: Attempt, n: number) => Promise<Figures>,
): Promise<Figures> {
  const parts: Figures[] = []
  const most = Math.min(size, Math.ceil(count / 2))
  for (let n = 0; n * most < count; n += 1)
    parts.push(await run(attemptOf(Math.min(most, count - n * most), seed + n), n))
  const faults = parts.flatMap((part) => part.faults ?? [])
  const sum = (key: 'tried' | 'found') => parts.reduce((total, part) => total + part[key], 0)
  const note = `${parts.length} databases, SQLite and PostgreSQL by turns`
  return { tried: sum('tried'), found: sum('found'), faults: faults.slice(0, mostNamed), note }
}
