import type { RoleName } from '../access/roles.ts'
import { type Did, type Duty, refusalByDuty } from '../check-requests/duties.ts'
import { addDays } from '../values/calendar-date.ts'
import { listWithAnd } from '../values/lists.ts'
import { centsToDollars, formatDollars } from '../values/money.ts'
import { checkBars } from './duties.ts'
import { type CheckState, stateAfter } from './lifecycle.ts'

/** The rights that users can have on an account's checks, whatever their role (checks.md, Rights). */
export const accountRights = ['print', 'sign', 'reconcile'] as const
export type AccountRight = (typeof accountRights)[number]

/** The roles of its dealerships that have each right until the account names people. */
const rightsOfRoles: Record<AccountRight, readonly RoleName[]> = {
  print: ['processor'],
  sign: ['approver', 'processor'],
  reconcile: ['processor'],
}

/** A user named by an account. `mostToSign`: in cents; null for any amount. */
export interface AccountPerson {
  readonly userId: number
  /** Known where a refusal can name the people. */
  readonly name?: string | undefined
  readonly rights: readonly AccountRight[]
  readonly mostToSign: number | null
}

/** The user, as far as account rights depend on them. */
export interface AccountCaller {
  readonly userId: number
  readonly role: RoleName
}

/** The users with a right on an account: the people named for that right, or else everyone with one of these roles. */
export function holdersOf(
  right: AccountRight,
  people: readonly AccountPerson[],
): { readonly userIds: readonly number[]; readonly roles: readonly RoleName[] } {
  const userIds = people.filter(({ rights }) => rights.includes(right)).map(({ userId }) => userId)
  return { userIds, roles: userIds.length > 0 ? [] : rightsOfRoles[right] }
}

const doing: Record<AccountRight, string> = {
  print: 'print checks for',
  sign: 'sign checks for',
  reconcile: 'reconcile',
}

/** Why a user doesn't have this right on an account; undefined when they do. */
export function refusalByAccount(
  right: AccountRight,
  { userId, role }: AccountCaller,
  account: { readonly name: string; readonly people: readonly AccountPerson[] },
): string | undefined {
  const named = account.people.filter(({ rights }) => rights.includes(right))
  if (named.some((person) => person.userId === userId)) return undefined
  if (named.length > 0) return refusalByNames(right, account.name, named)
  return rightsOfRoles[right].includes(role)
    ? undefined
    : `Your role can’t ${doing[right]} the account “${account.name}”.`
}

/** Names the people who have the right, if their names are known. */
function refusalByNames(right: AccountRight, account: string, people: readonly AccountPerson[]): string {
  const names = people.flatMap(({ name }) => name ?? [])
  return names.length < people.length
    ? `Only the people named for the account “${account}” can ${doing[right]} it, and you aren’t one of them.`
    : `Only ${listWithAnd(names)} can ${doing[right]} the account “${account}”.`
}

/** A signature on a check: the signer, and whether they approved its request. */
export interface Signature {
  readonly userId: number
  readonly approved: boolean
}

/** A check that a user is about to sign. Amounts in cents. */
export interface SignableCheck {
  readonly number: number
  readonly amount: number
  /** The acts of all users on the check so far, except signatures. */
  readonly did: readonly Did[]
  readonly signatures: readonly Signature[]
  /** The amount above which two people sign; null if one signature is always enough. */
  readonly twoSignersAbove: number | null
  readonly mostToSign: number | null
}

/**
 * Why this user can't sign this check; undefined when they can. A signer can't have created its request or printed it,
 * but can have approved it; at least one of two signers must not have approved it (F8).
 */
export function refusalToSign(signer: Signature, check: SignableCheck): string | undefined {
  const { number, amount, signatures, mostToSign } = check
  const signed = signatures.map(({ userId }): Did => ({ userId, duty: 'signed' }))
  const refusal = refusalByDuty(checkBars.sign, signer.userId, [...check.did, ...signed], { number })
  if (refusal) return refusal
  if (mostToSign !== null && amount > mostToSign) return `Check ${number} exceeds your signing limit.`
  if (needsTwo(check) && signer.approved && signatures.some(({ approved }) => approved))
    return `You and the first signer of check ${number} both approved its request. At least one of the two signers must not have approved it.`
  return undefined
}

/** A check without signatures, and its future signers. Amounts in cents. */
type UnsignedCheck = Pick<SignableCheck, 'number' | 'amount' | 'did' | 'twoSignersAbove'>

/**
 * The names below the signature lines: those of all possible signers, if the account names exactly as many as there are
 * lines; otherwise none, because the signers aren't known yet (checks.md, Printing). One entry per line.
 */
export function namedBeneath(check: UnsignedCheck, people: readonly AccountPerson[]): readonly (number | null)[] {
  const lines = needsTwo(check) ? 2 : 1
  const signers = possibleSigners(check, people)
  return signers.length === lines ? signers : Array.from({ length: lines }, () => null)
}

function possibleSigners({ amount, did }: UnsignedCheck, people: readonly AccountPerson[]): readonly number[] {
  return people
    .filter(({ rights, mostToSign }) => rights.includes('sign') && (mostToSign === null || amount <= mostToSign))
    .map(({ userId }) => userId)
    .filter((id) => refusalByDuty(checkBars.sign, id, did) === undefined)
}

/**
 * Why a check can't be printed because no one could sign it; undefined when a signer exists. Applies only to accounts
 * that name their signers (J2).
 */
export function refusalWithoutSigners(
  check: UnsignedCheck,
  { name, people }: { readonly name: string; readonly people: readonly AccountPerson[] },
): string | undefined {
  if (!people.some(({ rights }) => rights.includes('sign'))) return undefined
  const approvers = check.did.filter(({ duty }) => duty === approving).map(({ userId }) => userId)
  const able = possibleSigners(check, people)
  const isEnough = needsTwo(check) ? able.length >= 2 && able.some((id) => !approvers.includes(id)) : able.length >= 1
  if (isEnough) return undefined
  const whom = needsTwo(check)
    ? 'two signers who neither raised the request nor print the check, and one of whom didn’t approve it'
    : 'a signer who neither raised the request nor prints the check'
  return `No one could sign this request’s check. For ${formatDollars(centsToDollars(check.amount))}, the account “${name}” needs ${whom}. Have someone else print the check, or have an admin add a signer in Bank Accounts.`
}

const approving: Duty = 'approved'

/** True if this signature completes the check. */
export function isLastSignature(check: Pick<SignableCheck, 'amount' | 'signatures' | 'twoSignersAbove'>): boolean {
  return !needsTwo(check) || check.signatures.length >= 1
}

function needsTwo({ amount, twoSignersAbove }: Pick<SignableCheck, 'amount' | 'twoSignersAbove'>): boolean {
  return twoSignersAbove !== null && amount > twoSignersAbove
}

const afterSigning: readonly CheckState[] = ['signed', 'issued']

/** True if voiding takes two people, because anyone who has a signed check could cash it. */
export function needsAgreement(state: CheckState): boolean {
  return afterSigning.includes(state)
}

/**
 * The number of months for which a stop payment lasts, and the number of days before its end when users are reminded.
 */
export const stopLapsesAfter = 6
export const stopReminderDays = 14

/** The status of a stop payment on a day. From its expiration date on, the bank can pay the check. */
export function stopOn(lapsesOn: string, today: string): 'holds' | 'lapses soon' | 'lapsed' {
  if (lapsesOn <= today) return 'lapsed'
  return lapsesOn <= addDays(today, stopReminderDays) ? 'lapses soon' : 'holds'
}

/** Why a stop payment can't be renewed; undefined when it can. */
export function refusalToRenew(check: {
  readonly number: number
  readonly state: CheckState
  readonly stop_number: string | null
}): string | undefined {
  if (check.state !== stateAfter('stop')) return `Check ${check.number} isn’t stopped.`
  if (check.stop_number !== null) return undefined
  return `The bank hasn’t confirmed the stop on check ${check.number} yet. Enter its confirmation number first.`
}

/** The signers of an account's checks. Amounts are in cents. Null means no limit, or that two signers are never required. */
interface Signing {
  readonly people: readonly Pick<AccountPerson, 'rights' | 'mostToSign'>[]
  readonly twoSignersAbove: number | null
  readonly limitPerCheck: number | null
}

/**
 * A warning for each range of amounts that too few of the account's signers can sign (J2). Accounts that name no
 * signers get none, because roles decide who signs.
 */
export function signingGaps({ people, twoSignersAbove, limitPerCheck }: Signing): string[] {
  const signers = people.filter(({ rights }) => rights.includes('sign'))
  const [most, next = 0] = signers.map((one) => one.mostToSign ?? Number.POSITIVE_INFINITY).sort((a, b) => b - a)
  if (most === undefined) return []
  const top = limitPerCheck ?? Number.POSITIVE_INFINITY
  const alone = Math.min(top, twoSignersAbove ?? top)
  const dollars = (cents: number) => formatDollars(centsToDollars(cents))
  const gaps: string[] = []
  if (signers.length === 1)
    gaps.push(
      'Only one person can sign. Checks that this person printed, or whose requests they raised, can’t be signed by anyone.',
    )
  if (most < alone) gaps.push(`No one can sign checks above ${dollars(most)}.`)
  else if (alone < top && next < top)
    gaps.push(
      `Checks above ${dollars(Math.max(alone, next))} need two signers, but fewer than two people can sign them.`,
    )
  return gaps
}
