import type { Figures } from './harness.ts'
import type { Plan, Profile, Row } from './rows.ts'

/** The report of a process that ran one row: its figures, or the reason that there are none. */
export interface Report {
  readonly proof?: Figures
  readonly figures?: Figures
  readonly error?: string
}

/** The outcome of a row. */
export interface Outcome extends Report {
  readonly row: Row
  readonly seconds: number
  readonly reached: boolean
}

/**
 * The outcome of a row. The row has passed if the harness detected the planted fault, completed all tries, and found no
 * more than allowed.
 */
export function outcomeOf(row: Row, { profile, count }: Plan, report: Report, seconds: number): Outcome {
  const { proof, figures } = report
  const sawItsFault = (proof?.found ?? 0) > limitOf(row, profile)
  const triedAll = (figures?.tried ?? 0) >= count
  const reached = sawItsFault && triedAll && (figures?.found ?? Infinity) <= limitOf(row, profile)
  return { ...report, row, seconds, reached }
}

export function limitOf({ limit }: Row, profile: Profile): number {
  return limit?.[profile] ?? 0
}
