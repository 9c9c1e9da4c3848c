import { payoffOn } from '@check-requests/domain/check-requests/payoff.ts'
import { whoDid } from '@check-requests/domain/checks/duties.ts'
import { addressLines, type CheckFace, type CheckStock, payeeLine } from '@check-requests/domain/checks/front.ts'
import { layoutOf } from '@check-requests/domain/checks/layouts.ts'
import { namedBeneath, refusalWithoutSigners } from '@check-requests/domain/checks/rules.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { findPayer, namesOf, peopleIn, type ShownAccount } from '../../bank/queries/accounts.ts'
import type { FoundRequest } from '../../check-requests/queries/detail/find.ts'
import { findPayeeOf } from '../../payees/queries/of-requests.ts'
import { Failure, invalidFields } from '../../platform/errors.ts'
import { together } from '../../platform/threads/promises.ts'
import type { Db } from '../../tables.ts'
import { type PrintedFacts, printedFactsOf } from '../queries/ready.ts'
import { didInRequest } from './participants.ts'

/** The data shared by all checks of an account, without the account number. */
export type StoredStock = Omit<CheckStock, 'accountNumber'>

/** The content of a check without its check number, which is assigned later. */
export type StoredFace = Omit<CheckFace, 'number'>

/** The check of a request before it is printed. */
export interface DrawnCheck {
  readonly request: FoundRequest
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

/** The content of the checks for these requests, dated `date`. */
export async function drawFaces(
  db: Db,
  caller: Caller,
  account: ShownAccount,
  { requests, date }: { readonly requests: readonly FoundRequest[]; readonly date: string },
): Promise<DrawnCheck[]> {
  const facts = await printedFactsOf(
    db,
    requests.map(({ id }) => id),
  )
  const named = peopleIn(account)
  const names = await namesOf(
    db,
    account.dealer_group_id,
    named.map(({ userId }) => userId),
  )
  const people = named.filter(({ userId }) => names.has(userId))
  const addresses = await findPayeeAddresses(db, requests)
  return requests.map((request) => {
    const amount = amountOn(request, date)
    const signable = {
      number: 0,
      amount,
      did: [...didInRequest(request), ...whoDid('numbered', [caller.userId])],
      twoSignersAbove: account.two_signers_above_cents,
    }
    const refusal = refusalWithoutSigners(signable, { name: account.name, people })
    if (refusal) throw new Failure('CONFLICT', `${request.request_number}: ${refusal}`)
    const signers = namedBeneath(signable, people).map((id) => (id === null ? '' : (names.get(id) ?? '')))
    const said = { amount, date, printedBy: caller.name, facts: facts.get(request.id), signers }
    const face = faceOf(request, { ...said, address: request.mailing_address ?? addresses.get(request.id) })
    return { request, face, amount, payee: payeeLine(face) }
  })
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
  const { payee_name_1, payee_name_2, memo_line } = request
  return {
    date,
    payees: payee_name_2 === null ? [payee_name_1] : [payee_name_1, payee_name_2],
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
