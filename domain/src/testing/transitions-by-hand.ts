import type { RoleName } from '../access/roles.ts'
import { type HandPart, handFields, handParts } from '../check-requests/duties.ts'
import {
  choices,
  filterChoices,
  missingFor,
  type RequestState,
  refusal,
  refuseWithoutVersion,
  type StatusId,
  statusNamed,
  statusOf,
  transitions,
} from '../check-requests/lifecycle.ts'

export const roleNames: readonly RoleName[] = ['admin', 'requester', 'approver', 'processor']
export const allIds: readonly StatusId[] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const caller = 7
const someoneElse = 8

// Handwritten from decision A4: the target status IDs of each role by current status ID. `own`: only for the requester.
// The other marks are for separation of duties (F8): `!` bars users who created or edited the request, `r` bars users
// who created it, and `a` bars users who created or approved it.
const transitionsByHand: Record<RoleName, Partial<Record<StatusId, string>>> = {
  admin: {},
  requester: { 1: '8own', 2: '8own', 9: '1own', 6: '7own' },
  approver: { 1: '2 3! 8! 9!', 2: '3! 8! 9!', 6: '7' },
  processor: { 3: '4r 9', 4: '5a', 5: '6', 6: '7' },
}

// The other properties of transitions (A4, A15, B4, E8), by role, from, and to.
const saidByHand = {
  'needs a note': 'approver 1 8, approver 1 9, approver 2 8, approver 2 9, processor 3 9, requester 1 8, requester 2 8',
  'withdraws the request': 'requester 1 8, requester 2 8',
  'needs a check number': 'processor 4 5',
  'needs a version':
    'approver 1 3, approver 1 8, approver 1 9, approver 2 3, approver 2 8, approver 2 9, processor 3 9, requester 1 8, requester 2 8',
  'offers a delivery method': 'processor 5 6',
  'offers who received it': 'approver 6 7, processor 6 7, requester 6 7',
  'completes the request': 'approver 6 7, processor 6 7, requester 6 7',
}

// The labels of each role's status filter (R152, E4).
const filtersByHand: Record<RoleName, string> = {
  admin: '',
  requester: 'Request, Close',
  approver: 'Processing, Approval, Rejected, SendBack, Close',
  processor: 'Printing, Signing, Ready, Close',
}

// Users who edit one of these fields take part in the request (E9).
const handFieldsByHand =
  'accounting, amount_cents, cleared_payment, deal_number, delivery_method_id, delivery_method_other, good_through, invoice_number, mailing_address, mailing_method, memo_line, payee_join, payee_name_1, payee_name_2, payee_sub_type, payee_type, per_diem_cents, po_purchase_no, purpose_id, purpose_other, repair_order, stock_number, vin_last_digits'

export interface TransitionCase {
  readonly role: RoleName
  readonly from: StatusId
  readonly to: StatusId
  readonly own: boolean
  readonly raised: boolean
  readonly edited: boolean
  readonly approved: boolean
  readonly separation: boolean
}

const both = [true, false]

/** Every combination of role, transition, part in the request, and separation of duties. */
export function everyCase(): TransitionCase[] {
  return roleNames.flatMap((role) =>
    allIds.flatMap((from) => allIds.flatMap((to) => everyHand().map((hands) => ({ role, from, to, ...hands })))),
  )
}

function everyHand() {
  return both.flatMap((own) =>
    both.flatMap((raised) =>
      both.flatMap((edited) =>
        both.flatMap((approved) => both.map((separation) => ({ own, raised, edited, approved, separation }))),
      ),
    ),
  )
}

function expected({ role, from, to, own, raised, edited, approved, separation }: TransitionCase): string {
  const mark = markOf(role, from, to)
  if (mark === undefined) return allIds.some((id) => markOf(role, id, to) !== undefined) ? 'conflict' : 'forbidden'
  if (mark === 'own') return own ? 'allowed' : 'forbidden: not own'
  return separation && isBarredByHand(mark, { raised, edited, approved })
    ? 'forbidden: separation of duties'
    : 'allowed'
}

/** The handwritten table's entry for a transition; undefined if there is none. */
export function markOf(role: RoleName, from: StatusId, to: StatusId): string | undefined {
  const target = transitionsByHand[role][from]?.split(' ').find((word) => word.startsWith(String(to)))
  return target?.slice(1)
}

/** Whether a mark in the handwritten table bars a user who took these parts in the request (D1, F8). */
export function isBarredByHand(mark: string, { raised, edited, approved }: Record<HandPart, boolean>): boolean {
  return { '!': raised || edited, r: raised, a: raised || approved }[mark] ?? false
}

function decided(row: TransitionCase): string {
  const found = refusal({ userId: caller, role: row.role }, stateOf(row), statusOf(row.to).name)
  if (!found) return 'allowed'
  if (found.sentence === 'Only the requester of this check request can do this.') return `${found.kind}: not own`
  if (found.sentence.endsWith('(separation of duties).')) return `${found.kind}: separation of duties`
  return found.kind
}

type Hands = Pick<TransitionCase, 'own' | HandPart | 'separation'>

/** The state of a request in this case, for user 7. */
export function stateOf(row: Hands & Pick<TransitionCase, 'from'>): RequestState {
  return {
    status: statusOf(row.from).name,
    requesterId: row.own ? caller : someoneElse,
    hands: handParts.map((part) => ({ userId: row[part] ? caller : someoneElse, part })),
    separationOfDuties: row.separation,
  }
}

/** The differences between the rules and the handwritten table, one sentence each. */
export function wrongTransitions(cases = everyCase()): string[] {
  const wrong = cases.filter((row) => decided(row) !== expected(row))
  return [...wrong.map((row) => `${JSON.stringify(row)} is ${decided(row)}`), ...wrongSayings(), ...wrongLists()]
}

function wrongSayings(): string[] {
  const keysWhere = (holds: (row: (typeof transitions)[number]) => boolean) =>
    transitions.filter(holds).map(keyOf).sort().join(', ')
  const said: Record<keyof typeof saidByHand, string> = {
    'needs a note': keysWhere((row) => 'note' in missingFor(row, {})),
    'withdraws the request': keysWhere((row) => row.withdraws === true),
    'needs a check number': keysWhere((row) => 'check_number' in missingFor(row, {})),
    'needs a version': keysWhere((row) => refuseWithoutVersion(row, undefined) !== undefined),
    'offers a delivery method': keysWhere((row) => row.offers === 'deliveryMethod'),
    'offers who received it': keysWhere((row) => row.offers === 'receivedBy'),
    'completes the request': keysWhere((row) => row.completes === true),
  }
  return Object.entries(saidByHand)
    .filter(([saying, keys]) => said[saying as keyof typeof saidByHand] !== keys)
    .map(([saying]) => `What ${saying}: ${said[saying as keyof typeof saidByHand]}`)
}

function wrongLists(): string[] {
  const filters = roleNames.map(
    (role) =>
      [
        role,
        filterChoices(role)
          .map(({ filter }) => filter)
          .join(', '),
      ] as const,
  )
  const fields = handFields.toSorted().join(', ')
  return [
    ...filters.filter(([role, labels]) => labels !== filtersByHand[role]).map(([role, labels]) => `${role}: ${labels}`),
    ...(fields === handFieldsByHand ? [] : [`Fields whose edit counts as taking part: ${fields}`]),
    ...(offersAgree() ? [] : ['The offered choices differ from the allowed ones.']),
  ]
}

/** True if the offered choices are exactly those in the table. */
function offersAgree(): boolean {
  return roleNames.every((role) =>
    allIds.every((from) => {
      const state = stateOf({ own: true, raised: false, edited: false, approved: false, separation: false, from })
      const offered = choices({ userId: caller, role }, state).map(({ to }) => to.id)
      return offered.toSorted().join() === allIds.filter((to) => markOf(role, from, to) !== undefined).join()
    }),
  )
}

/** A row of the handwritten table: role, from, and to. */
export function keyOf(row: (typeof transitions)[number]): string {
  return `${row.by} ${statusNamed(row.from).id} ${statusNamed(row.to).id}`
}
