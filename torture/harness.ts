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
  /** A line for each part of what was tried, for `--verbose`. */
  readonly details?: readonly string[]
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

/** Splits many tries into two parts or more, each with a seed of its own, and adds up their figures. */
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
  return { tried: sum('tried'), found: sum('found'), faults: faults.slice(0, 5), note }
}
