import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'

/** For how long a proof counts as fresh, in milliseconds. */
export const freshFor = 600_000

/** How many passkeys somebody can have. */
export const mostPasskeys = 20

/** How many recovery codes are made at once. */
export const recoveryCodesMade = 10

/** How many days the people of a new dealer group have before they need a second factor. */
export const daysToPrepare = 30

/** For how many days before that they are reminded on every screen; earlier, only their own settings say it. */
export const remindedForDays = 14

/** Who needs a second factor: whoever holds one of these roles, from a day on. */
export interface FactorRules {
  readonly roleIds: readonly number[]
  readonly from: CalendarDate | null
}

/** That somebody needs a second factor, whether they have one or not. */
export interface FactorDemand {
  readonly from: CalendarDate
  /** The day has come. */
  readonly isDue: boolean
}

/** Whether somebody with these roles needs a second factor; undefined if they do not. `today`: by the same clock. */
export function demandedOf(
  { roleIds, from }: FactorRules,
  held: readonly number[],
  today: CalendarDate,
): FactorDemand | undefined {
  if (from === null || !held.some((id) => roleIds.includes(id))) return undefined
  return { from, isDue: today >= from }
}

/** Whether somebody needs a second factor, how they can prove who they are, and whether a provider said it. */
interface Asked {
  readonly factorDemand: FactorDemand | undefined
  readonly proofWays: readonly string[]
  readonly byProvider: boolean
}

/** The demand for a second factor that somebody does not meet; undefined if there is none, or they do. */
export function unmetDemand({ factorDemand, proofWays, byProvider }: Asked): FactorDemand | undefined {
  return proofWays.length > 0 || byProvider ? undefined : factorDemand
}

/**
 * Do these rules let somebody do without what the others ask of them? Then a stolen session would have a reason to set
 * them.
 */
export function areWeaker(rules: FactorRules & ProofRule, before: FactorRules & ProofRule): boolean {
  const isLater = before.from !== null && (rules.from === null || rules.from > before.from)
  const leavesOut = before.roleIds.some((id) => !rules.roleIds.includes(id))
  return isLater || leavesOut || limitOf(rules) > limitOf(before)
}

/** Approvals above this amount need a fresh proof; null for none. */
export interface ProofRule {
  readonly approveAbove: Cents | null
}

function limitOf({ approveAbove }: ProofRule): number {
  return approveAbove ?? Number.POSITIVE_INFINITY
}

/** For how long a change of a second factor can be taken back by the link in its email, in days (A2). */
export const takenBackWithinDays = 7
