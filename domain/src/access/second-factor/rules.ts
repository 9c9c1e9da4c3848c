import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'

/** How long an identity verification counts as recent, in milliseconds. */
export const freshFor = 600_000

/** The maximum number of passkeys per user. */
export const mostPasskeys = 20

/** The number of recovery codes generated at once. */
export const recoveryCodesMade = 10

/** The number of days before users of a new dealer group need a second factor. */
export const daysToPrepare = 30

/**
 * The number of days before the second-factor deadline when every screen starts to show a reminder. Before then, only
 * the user's settings show one.
 */
export const remindedForDays = 14

/** The roles that need a second factor, and the date from which they need it. */
export interface FactorRules {
  readonly roleIds: readonly number[]
  readonly from: CalendarDate | null
}

/** The second-factor requirement for a user, whether or not the user already has a second factor. */
export interface FactorRule {
  readonly from: CalendarDate
  /** True once the deadline has passed. */
  readonly isDue: boolean
}

/**
 * The second-factor requirement for these roles, or undefined if there is none. `today`: in the time zone of `from`.
 */
export function factorRuleOf(
  { roleIds, from }: FactorRules,
  held: readonly number[],
  today: CalendarDate,
): FactorRule | undefined {
  if (from === null || !held.some((id) => roleIds.includes(id))) return undefined
  return { from, isDue: today >= from }
}

/**
 * The second-factor requirement for a user, the user's available proofs, and whether an identity provider verified a
 * second factor.
 */
interface Asked {
  readonly factorRule: FactorRule | undefined
  readonly proofWays: readonly string[]
  readonly byProvider: boolean
}

/** The second-factor requirement that a user doesn't meet; undefined if the user has no requirement or meets it. */
export function unmetRequirement({ factorRule, proofWays, byProvider }: Asked): FactorRule | undefined {
  return proofWays.length > 0 || byProvider ? undefined : factorRule
}

/**
 * Whether these rules require less than before: a later start, fewer roles, or a higher limit for approvals. Weakening
 * the rules requires a recent sign-in, so a stolen session isn't enough.
 */
export function areWeaker(rules: FactorRules & ProofRule, before: FactorRules & ProofRule): boolean {
  const isLater = before.from !== null && (rules.from === null || rules.from > before.from)
  const leavesOut = before.roleIds.some((id) => !rules.roleIds.includes(id))
  return isLater || leavesOut || limitOf(rules) > limitOf(before)
}

/** Approvals above this amount require a recent sign-in; null if none do. */
export interface ProofRule {
  readonly approveAbove: Cents | null
}

function limitOf({ approveAbove }: ProofRule): number {
  return approveAbove ?? Number.POSITIVE_INFINITY
}

/** The number of days for which an emailed link can revert a change to a second factor (A2). */
export const takenBackWithinDays = 7
