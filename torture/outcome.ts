import type { Figures } from './harness.ts'
import type { Plan, Profile, Row } from './rows.ts'

/** What a process that ran one row reports: figures, or why there are none. */
export interface Report {
  readonly proof?: Figures
  readonly figures?: Figures
  readonly error?: string
}

/** How a row went. */
export interface Outcome extends Report {
  readonly row: Row
  readonly seconds: number
  readonly reached: boolean
}

/** Reached: the harness saw the fault that was put there for it, tried all it should, and found no more than allowed. */
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
