import { payoffOn } from '@check-requests/domain/check-requests/payoff.ts'
import { whoDid } from '@check-requests/domain/checks/duties.ts'
import { addressLines, type CheckFace, type CheckStock, payeeLine } from '@check-requests/domain/checks/front.ts'
import { layoutOf } from '@check-requests/domain/checks/layouts.ts'
import {
  type CombinableRequest,
  combineKey,
  refusalOfSum,
  refusalToCombine,
} from '@check-requests/domain/checks/printing.ts'
import { namedBeneath, refusalWithoutSigners } from '@check-requests/domain/checks/rules.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { fold } from '@check-requests/domain/values/searched-text.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { findPayer, namesOf, peopleIn, type ShownAccount } from '../../bank/queries/accounts.ts'
import type { FoundRequest } from '../../check-requests/queries/detail/find.ts'
import { findPayeeOf } from '../../payees/queries/of-requests.ts'
import { Failure, invalidFields, present } from '../../platform/errors.ts'
import { together } from '../../platform/threads/promises.ts'
import type { Db } from '../../tables.ts'
import { type PrintedFacts, printedFactsOf } from '../queries/ready.ts'
import { didInRequest } from './participants.ts'

/** The data shared by all checks of an account, without the account number. */
export type StoredStock = Omit<CheckStock, 'accountNumber'>

/** The content of a check without its check number, which is assigned later. */
export type StoredFace = Omit<CheckFace, 'number'>

/** A check before it is printed. `amounts`: what it pays for each of its requests. */
export interface DrawnCheck {
  readonly requests: readonly [FoundRequest, ...FoundRequest[]]
  readonly amounts: readonly Cents[]
  readonly face: StoredFace
  readonly amount: Cents
  readonly payee: string
}

/** The data shared by all checks of an account. `firstPosition`: the first free check on the first sheet of a run. */
export async function stockOf(db: Db, account: ShownAccount, firstPosition = 1): Promise<StoredStock> {
  if (firstPosition > layoutOf(account.layout).checks.length)
    throw invalidFields({
      first_position: 'The account’s sheets have one check each, so the run starts at position 1.',
    })
  const { auxiliary_on_us: auxOnUs, on_us: onUs, on_us_at: onUsAt } = account
  return {
    payer: await findPayer(db, account),
    bank: { name: account.bank_name, place: account.bank_place ?? '' },
    fraction: account.fraction,
    routingNumber: account.routing_number,
    layout: account.layout,
    paper: account.stock === 'blank' ? 'blank' : 'pre-printed',
    micr: account.micr === 1 ? { auxOnUs, onUs, onUsAt } : null,
    offsets: { x: account.offset_x, y: account.offset_y, fields: JSON.parse(account.field_offsets) },
    voidAfterDays: account.void_after_days,
    ...(account.logo !== null && account.stock === 'blank' && { logo: account.logo }),
    ...(account.date_form && { dateForm: account.date_form }),
    ...(firstPosition > 1 && { firstPosition }),
  }
}

/** The content of the checks, dated `date`. Each check pays the requests of one list of `payments`. */
export async function drawFaces(
  db: Db,
  caller: Caller,
  account: ShownAccount,
  { payments, date }: { readonly payments: readonly (readonly FoundRequest[])[]; readonly date: string },
): Promise<DrawnCheck[]> {
  const all = payments.flat()
  const facts = await printedFactsOf(
    db,
    all.map(({ id }) => id),
  )
  const people = await namedPeople(db, account)
  const addresses = await findPayeeAddresses(db, all)
  const addressOf = ({ id, mailing_address }: FoundRequest) => mailing_address ?? addresses.get(id)
  const drawn: DrawnCheck[] = []
  for (const [first, ...others] of payments) {
    if (!first) continue
    const requests = [first, ...others] as const
    const amounts = requests.map((request) => amountOn(request, date))
    const amount = amounts.reduce((sum, one) => sum + one, 0)
    if (others.length > 0) await requireCombinable(db, account, { requests, amount, addressOf })
    const signers = signersOf(caller, account, { requests, amount, people })
    const said = { amount, date, printedBy: caller.name, facts: facts.get(first.id), signers }
    const alone = faceOf(first, { ...said, address: addressOf(first) })
    const face =
      others.length === 0 ? alone : combinedFace(alone, { requests, amounts, facts, timeZone: account.time_zone })
    drawn.push({ requests, amounts, face, amount, payee: payeeLine(face) })
  }
  return drawn
}

/** The people of an account who still exist, with their names. */
async function namedPeople(db: Db, account: ShownAccount) {
  const named = peopleIn(account)
  const names = await namesOf(
    db,
    account.dealer_group_id,
    named.map(({ userId }) => userId),
  )
  return named.flatMap((person) => {
    const name = names.get(person.userId)
    return name === undefined ? [] : [{ person, name }]
  })
}

interface Paid {
  readonly requests: DrawnCheck['requests']
  readonly amount: Cents
}

/** The names below the signature lines of a check. Throws if nobody could sign it. */
function signersOf(
  caller: Caller,
  account: ShownAccount,
  { requests, amount, people }: Paid & { readonly people: Awaited<ReturnType<typeof namedPeople>> },
): string[] {
  const signable = {
    number: 0,
    amount,
    did: [...requests.flatMap(didInRequest), ...whoDid('numbered', [caller.userId])],
    twoSignersAbove: account.two_signers_above_cents,
  }
  const named = people.map(({ person }) => person)
  const refusal = refusalWithoutSigners(signable, { name: account.name, people: named })
  if (refusal) throw new Failure('CONFLICT', `${requests[0].request_number}: ${refusal}`)
  const nameOf = (id: number | null) => people.find(({ person }) => person.userId === id)?.name ?? ''
  return namedBeneath(signable, named).map(nameOf)
}

/** Throws if requests can't share a check, or if their sum is above what a check of the account can pay. */
async function requireCombinable(
  db: Db,
  { name, limit_cents }: ShownAccount,
  { requests, amount, addressOf }: Paid & { addressOf(request: FoundRequest): string | undefined },
): Promise<void> {
  const combined = await combinableForms(db, requests, addressOf)
  const refusal = refusalToCombine(combined)
  if (refusal) throw new Failure('CONFLICT', refusal)
  const tooMuch = refusalOfSum(amount, { name, limitPerCheck: limit_cents })
  if (tooMuch) throw new Failure('CONFLICT', `${combined.map(({ number }) => number).join(', ')}: ${tooMuch}`)
}

/** Requests in the form that decides whether they can share a check. */
async function combinableForms(
  db: Db,
  requests: readonly FoundRequest[],
  addressOf: (request: FoundRequest) => string | undefined,
): Promise<CombinableRequest[]> {
  const payees = await together(...requests.map((request) => findPayeeOf(db, request)))
  return requests.map((request, index) => ({
    number: request.request_number,
    payees: payeesOf(request),
    joinedBy: request.payee_join ?? 'and',
    payeeId: payees[index]?.id ?? null,
    address: addressLines(addressOf(request)),
    deliveryMethodId: request.delivery_method_id,
  }))
}

/** Those of these requests that can share a check, in groups of at least two. */
export async function groupCombinable(db: Db, requests: readonly FoundRequest[]): Promise<number[][]> {
  // Only requests with the same names need their payees, which are read one by one.
  const named = Map.groupBy(requests, (request) => fold(payeesOf(request).join('\n')))
  const several = [...named.values()].filter((list) => list.length > 1).flat()
  const addresses = await findPayeeAddresses(db, several)
  const forms = await combinableForms(db, several, ({ id, mailing_address }) => mailing_address ?? addresses.get(id))
  const groups = Map.groupBy(several, (_, index) => combineKey(present(forms[index], 'a request')))
  return [...groups.values()].filter((list) => list.length > 1).map((list) => list.map(({ id }) => id))
}

function payeesOf({ payee_name_1, payee_name_2 }: FoundRequest): string[] {
  return payee_name_2 === null ? [payee_name_1] : [payee_name_1, payee_name_2]
}

interface Combined extends Pick<DrawnCheck, 'requests' | 'amounts'> {
  readonly facts: ReadonlyMap<number, PrintedFacts>
  /** The zone of the days on which requests were raised. */
  readonly timeZone: string
}

/** The content of a check of several requests, from that of the first one alone. */
function combinedFace(alone: StoredFace, { requests, amounts, facts, timeZone }: Combined): StoredFace {
  const { date, payees, joinedBy, addressLines, signers } = alone
  const factsOf = (pick: (one: PrintedFacts) => readonly string[]) =>
    [...new Set(requests.flatMap(({ id }) => facts.get(id) ?? []).flatMap(pick))].join(', ')
  const [memo, ...otherMemos] = new Set(requests.map(({ memo_line }) => memo_line))
  return {
    date,
    payees,
    joinedBy,
    addressLines,
    signers,
    amount: amounts.reduce((sum, one) => sum + one, 0),
    memo: otherMemos.length === 0 && memo ? memo : `${requests.length} requests, itemized`,
    stub: {
      facts: [
        { label: 'Requests', value: String(requests.length) },
        ...optional(
          'Dealership',
          factsOf(({ dealership }) => [dealership]),
        ),
        ...optional(
          'Approved By',
          factsOf(({ approvers }) => approvers),
        ),
        ...alone.stub.facts.filter(({ label }) => label === 'Printed By'),
      ],
      lines: requests.map(({ request_number, invoice_number, memo_line, created_at }, index) => ({
        date: datesIn(timeZone)(Date.parse(created_at)),
        number: invoice_number,
        description: [request_number, memo_line ?? ''].filter((part) => part !== '').join(', '),
        amount: amounts[index] ?? 0,
      })),
    },
  }
}

/** The amount that a request pays on a day. A payoff's amount grows daily. */
export function amountOn({ good_through, amount_cents, per_diem_cents }: FoundRequest, date: string): Cents {
  if (good_through === null) return amount_cents
  return payoffOn({ amount: amount_cents, perDiem: per_diem_cents ?? 0, goodThrough: good_through }, date)
}

interface Said {
  readonly amount: Cents
  readonly date: string
  readonly printedBy: string
  readonly facts: PrintedFacts | undefined
  readonly address: string | undefined
  /** The texts printed below the signature lines. */
  readonly signers: readonly string[]
}

function faceOf(request: FoundRequest, { amount, date, printedBy, facts, address, signers }: Said): StoredFace {
  const { memo_line } = request
  return {
    date,
    payees: payeesOf(request),
    joinedBy: request.payee_join === 'or' ? 'OR' : 'AND',
    addressLines: addressLines(address),
    amount,
    memo: memo_line,
    signers,
    stub: {
      facts: [
        { label: 'Request', value: request.request_number },
        ...optional('VIN', request.vin_last_digits),
        ...optional('PO', request.po_purchase_no),
        ...optional('Invoice', request.invoice_number),
        ...optional('Purpose', facts?.purpose),
        ...optional('Dealership', facts?.dealership),
        ...optional('Memo', memo_line),
        ...optional('Approved By', facts?.approvers.join(', ')),
        { label: 'Printed By', value: printedBy },
      ],
      lines: [],
    },
  }
}

function optional(label: string, value: string | null | undefined) {
  return value ? [{ label, value }] : []
}

/**
 * The mailing addresses for requests that don't have one, by request id. These are the addresses of listed payees, as
 * confirmed by a second person.
 */
async function findPayeeAddresses(db: Db, requests: readonly FoundRequest[]): Promise<ReadonlyMap<number, string>> {
  const carriers = new Set(await listCarriers(db))
  const without = requests.filter(({ mailing_address, payee_list, delivery_method_id }) => {
    return mailing_address === null && payee_list === 1 && carriers.has(delivery_method_id)
  })
  const payees = await together(...without.map((request) => findPayeeOf(db, request)))
  return new Map(
    without.flatMap(({ id }, index) => {
      const { state, address = null } = payees[index] ?? {}
      return state === 'verified' && address !== null ? [[id, address]] : []
    }),
  )
}

async function listCarriers(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('delivery_methods').select('id').where('kind', '=', 'carrier').execute()
  return rows.map(({ id }) => id)
}
