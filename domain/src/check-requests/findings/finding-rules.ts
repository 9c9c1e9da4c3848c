import { type AccessLevel, accessLevels } from '../../access/scope.ts'
import type { Comparison } from '../../documents/readings/in-requests.ts'
import type { LikePayeeOfRequest, RequestPayee } from '../../payees/replies.ts'
import { listWithAnd } from '../../values/lists.ts'
import { type Cents, centsToDollars, formatDollars } from '../../values/money.ts'
import { isWarning, sameIn, warningTexts } from '../duplicates.ts'
import { capitalized } from '../fields-in-words.ts'
import { statusNamed } from '../lifecycle.ts'
import type { Payments } from '../payees.ts'
import type { Finding, PossibleDuplicates } from '../replies.ts'
import { type CheckedItem, itemNamed } from '../required/rules.ts'
import { type FindingKind, findingRows } from './findings.ts'

/** Everything known about a request that speaks for or against it. */
export interface Facts {
  readonly purpose: string
  readonly amountCents: Cents
  /** True while the request can still be approved. Facts about the content matter only until then. */
  readonly isPending: boolean
  /** Undefined if the dealer group has no payee list. */
  readonly payee: Pick<RequestPayee, 'id' | 'name' | 'state' | 'is_changed'> | undefined
  /** Why a payee rules out the next step. */
  readonly refusal: string | undefined
  /** True if a blocked payee is the reason. */
  readonly isBlocked: boolean
  readonly similar: readonly LikePayeeOfRequest[]
  readonly duplicates: PossibleDuplicates
  /** The number of documents. */
  readonly documents: number
  /** How the request compares with what its documents surely say; undefined if they say nothing for sure. */
  readonly compared: Comparison | undefined
  /** Why the request can't be approved after a required document was removed. */
  readonly removed: string | undefined
  readonly demands: readonly CheckedItem[]
  /** True if the check will be mailed, but no address is known. */
  readonly lacksAddress: boolean
  /** True if the amount is above the limit for one check of every bank account that could pay it. */
  readonly isOverLimit: boolean
  readonly payments: PaymentsSeen
}

/** The payments to the payee that the reader can see. */
interface PaymentsSeen extends Payments {
  readonly is_lower_bound: boolean
  /** The reader's access level. */
  readonly level: AccessLevel
}

type Rule = (facts: Facts) => Omit<Finding, 'kind'> | string | false | null | undefined

/** An amount of at least this many times the usual amount is unusual. */
const unusualFrom = 2

const rules: Record<FindingKind, Rule> = {
  'payee-blocked': ({ payee, refusal, isBlocked }) => isBlocked && ofPayee(payee, refusal),
  'payee-unverified': ({ payee, refusal, isBlocked }) => !isBlocked && ofPayee(payee, refusal),
  'document-removed': ({ removed }) => removed,
  'payee-similar': ({ similar }) =>
    similar.length > 0 && { text: similarText(similar), about: similar.map(aboutPayee) },
  duplicate: ({ duplicates }) => isWarning(duplicates) && duplicateFinding(duplicates),
  'document-differs': ({ isPending, compared }) =>
    isPending && compared?.agrees === false && { text: `${compared.text}.`, shown: compared.shown },
  'requirement-missing': (facts) => facts.isPending && !facts.removed && missingText(facts, 'must'),
  'no-document': ({ isPending, documents }) => isPending && documents === 0 && 'No document is attached.',
  'payee-changed': ({ isPending, payee, refusal }) =>
    isPending &&
    payee?.state === 'verified' &&
    payee.is_changed &&
    !refusal &&
    ofPayee(payee, 'The name or address on this request differs from the verified payee.'),
  'over-limit': ({ isOverLimit }) =>
    isOverLimit && 'The amount is above the limit for one check of this dealership’s bank account.',
  'amount-unusual': ({ isPending, amountCents, payments: { usual_cents } }) =>
    isPending && isUnusual(amountCents, usual_cents) && unusualText(amountCents, usual_cents),
  'first-payment': ({ isPending, payments }) => isPending && isFirstPayment(payments) && paymentsText(payments),
  'no-address': ({ lacksAddress }) => lacksAddress && 'The check will be mailed, but there is no mailing address.',
  'requirement-optional': (facts) => facts.isPending && missingText(facts, 'warn'),
  'payments-earlier': ({ isPending, payments }) => isPending && payments.recent === 0 && paymentsFinding(payments),
  payments: ({ isPending, payments }) => isPending && payments.recent > 0 && paymentsFinding(payments),
  'payee-verified': ({ isPending, payee }) =>
    isPending && payee?.state === 'verified' && !payee.is_changed && 'The payee is verified.',
  'requirements-met': ({ isPending, demands, purpose }) =>
    isPending &&
    demands.length > 0 &&
    demands.every(({ isMet }) => isMet) &&
    `${capitalized(purpose)} has everything required.`,
  'document-agrees': ({ isPending, compared }) => isPending && compared?.agrees === true && `${compared.text}.`,
  documents: ({ isPending, documents }) =>
    isPending && documents > 0 && `${documents} ${documents === 1 ? 'document is' : 'documents are'} attached.`,
}

/** What speaks for or against a request, worst first. */
export function findingsOf(facts: Facts): Finding[] {
  return findingRows.flatMap(({ kind }) => {
    const found = rules[kind](facts)
    if (!found) return []
    return typeof found === 'string' ? { kind, text: found } : { kind, ...found }
  })
}

type Payee = Facts['payee']

/** A sentence about the request's payee, who is named if the payee list has them. */
function ofPayee(payee: Payee, text: string | undefined) {
  if (!payee || !text) return undefined
  const { id, name, state } = payee
  return { text, ...(id !== null && { about: [{ kind: 'payee' as const, id, name, text: `Payee (${state})` }] }) }
}

function duplicateFinding(found: PossibleDuplicates): Omit<Finding, 'kind'> {
  const { title, more, hidden } = warningTexts(found)
  return {
    text: [`${title}.`, more, hidden].filter(Boolean).join(' '),
    about: found.requests.map(({ id, request_number, amount, status_name, request_date, alike }) => ({
      kind: 'request' as const,
      id,
      name: request_number,
      text: `${formatDollars(amount)}, ${statusNamed(status_name).badge}, ${sameIn(alike)}`,
      at: request_date,
    })),
  }
}

function similarText(similar: readonly LikePayeeOfRequest[]): string {
  const [one] = similar
  const who = one?.kind === 'employee' ? 'An employee' : 'Another payee'
  return similar.length === 1
    ? `${who} looks like this payee.`
    : `${similar.length} payees or employees look like this payee.`
}

const similarity: Record<LikePayeeOfRequest['alike'], string> = {
  name: 'nearly the same name',
  address: 'the same address',
}

function aboutPayee({ kind, id, name, state, alike, of }: LikePayeeOfRequest) {
  const who = kind === 'employee' ? 'Employee' : `Payee (${state})`
  return { kind, id, name, text: `${who}, ${similarity[alike]}${of === 'second payee' ? ' as the second payee' : ''}` }
}

function missingText({ demands, purpose }: Facts, level: CheckedItem['level']): string | false {
  const lacking = demands.filter((one) => one.level === level && !one.isMet)
  if (lacking.length === 0) return false
  const labels = listWithAnd(lacking.map(({ item }) => itemNamed(item).label))
  return level === 'must'
    ? `${capitalized(purpose)} needs ${labels}.`
    : `${capitalized(purpose)} usually has ${labels}.`
}

function isUnusual(amount: Cents, usual: Cents | null): usual is Cents {
  return usual !== null && usual > 0 && amount >= unusualFrom * usual
}

function unusualText(amount: Cents, usual: Cents): string {
  const times = Math.round((10 * amount) / usual) / 10
  return `${dollars(amount)} is ${times.toLocaleString('en-US')} times the usual ${dollars(usual)}.`
}

function dollars(cents: Cents): string {
  return formatDollars(centsToDollars(cents)).replace(/\.00$/, '')
}

/** True if the payee has never been paid, as far as the reader can see. */
function isFirstPayment({ recent, earlier, is_lower_bound }: PaymentsSeen): boolean {
  return recent + earlier === 0 && !is_lower_bound
}

function paymentsFinding(payments: PaymentsSeen) {
  if (isFirstPayment(payments)) return false
  const { last_paid_at } = payments
  return { text: paymentsText(payments), ...(last_paid_at !== null && { at: last_paid_at }) }
}

/** The payments to a payee: `4 paid in 90 days, usually $2,100; 1 other in progress`. */
function paymentsText(payments: PaymentsSeen): string {
  const { under_way } = payments
  const others = under_way > 0 && `${under_way} other${under_way === 1 ? '' : 's'} in progress`
  return `${[paidText(payments), others].filter(Boolean).join('; ')}.`
}

function paidText(payments: PaymentsSeen): string {
  const { recent, earlier, usual_cents, last_paid_at, is_lower_bound, level } = payments
  if (isFirstPayment(payments)) return `First payment to this payee${placeWords[level]}`
  if (last_paid_at === null) return 'No payments in the newest requests for this payee'
  const atLeast = is_lower_bound ? 'at least ' : ''
  if (recent === 0) return `No payments in the last 90 days (${atLeast}${earlier} before)`
  const usually = usual_cents === null ? '' : `, usually ${dollars(usual_cents)}`
  return `${capitalized(`${atLeast}${recent}`)} paid in 90 days${usually}`
}

// The payee might have been paid at locations that the user can't see, which must not be revealed here.
const placeWords: Record<AccessLevel, string> = {
  [accessLevels.superAdmin]: '',
  [accessLevels.group]: '',
  [accessLevels.dealership]: ' at your dealerships',
  [accessLevels.department]: ' in your departments',
}
