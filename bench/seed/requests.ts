import { createHash } from 'node:crypto'
import { storedKeys } from '../../server/src/check-requests/queries/detail/duplicates.ts'
import type { Dice } from '../../server/src/demo/dice.ts'
import type { Desk, Row } from './organization.ts'

/** The rows of one request in all its tables. */
export type RequestRows = Readonly<
  Record<'check_requests' | 'check_request_search' | 'check_request_notes' | 'match_keys', Row>
> &
  Readonly<Record<'status_history' | 'audit_entries', readonly Row[]>>

const newestDay = Date.UTC(2026, 10, 20)
const requestsPerDay = 500
const purposes = 21
const priorityWeights = [1, 1, 1, 1, 1, 2, 2, 3, 4]

/** More than half of all requests are closed, and every other status is common. */
const statusWeights = [
  { id: 1, weight: 10 },
  { id: 2, weight: 6 },
  { id: 3, weight: 7 },
  { id: 4, weight: 5 },
  { id: 5, weight: 5 },
  { id: 6, weight: 5 },
  { id: 7, weight: 54 },
  { id: 8, weight: 4 },
  { id: 9, weight: 4 },
]

const syllables = [
  'Mar',
  'Bel',
  'Cor',
  'Dal',
  'Fen',
  'Gar',
  'Hol',
  'Jes',
  'Kim',
  'Lun',
  'Nor',
  'Pol',
  'Ros',
  'Sal',
  'Ter',
]
const endings = [
  'son',
  'vik',
  'man',
  'ford',
  'dale',
  'ez',
  'berg',
  'wick',
  'ton',
  'ley',
  'field',
  'stad',
  'gren',
  'shaw',
]
const middles = ['', 'a', 'i', 'o', 'u']
const trades = [
  'Tire Service',
  'Auto Parts',
  'Glass Repair',
  'Body Shop',
  'Transmission',
  'Upholstery',
  'Detailing',
  'Towing',
  'Electric',
  'Paint Supply',
  'Insurance',
  'Leasing',
  'Advertising',
  'Logistics',
  'Tools',
]
const rareWord = 'Quixotic'

/** All requests, oldest first, with their history and one audit entry each. */
export function* makeRequests(amount: number, desks: readonly Desk[], dice: Dice): Generator<RequestRows> {
  const lastSeq = new Map<number, number>()
  for (let id = 1; id <= amount; id += 1) {
    const request = requestRow(id, amount, dice.pick(desks), dice)
    const groupId = request.dealer_group_id as number
    const seq = (lastSeq.get(groupId) ?? 0) + 1
    lastSeq.set(groupId, seq)
    const history = historyRows(request)
    yield {
      check_requests: request,
      check_request_search: searchRow(request),
      check_request_notes: notesRow(request, history),
      match_keys: matchKeyRow(request),
      status_history: history,
      audit_entries: [auditRow(request, seq)],
    }
  }
}

function requestRow(id: number, amount: number, desk: Desk, dice: Dice): Row {
  const status = dice.weighted(statusWeights).id
  const raised = new Date(newestDay - ((amount - id) / requestsPerDay) * 86_400_000).toISOString()
  const requesterId = dice.pick(desk.requesterIds)
  const isRare = id % Math.ceil(amount / 5) === 1
  const payee = `${dice.pick(syllables)}${dice.pick(middles)}${dice.pick(endings)} ${dice.pick(trades)}`
  return {
    id,
    dealer_group_id: desk.groupId,
    dealership_id: desk.dealershipId,
    department_id: dice.below(20) === 0 ? null : dice.pick(desk.departmentIds),
    requester_id: requesterId,
    created_by_id: requesterId,
    status_id: status,
    request_number: `G${desk.groupId}-D${desk.dealershipId}-${String(id).padStart(6, '0')}`,
    amount_cents: 100 + dice.below(2_000_000),
    payee_type: 'business',
    payee_sub_type: 'vendor',
    payee_name_1: isRare ? `${payee} ${rareWord}` : joinedAtTimes(payee, id),
    payee_name_2: id % 20 === 3 ? otherPayee(id) : null,
    memo_line: 'As agreed',
    purpose_id: 1 + dice.below(purposes),
    priority_rank: dice.pick(priorityWeights),
    due_date: new Date(Date.parse(raised) + (2 + dice.below(20)) * 86_400_000).toISOString().slice(0, 10),
    vin_last_digits: String(100_000 + dice.below(900_000)),
    delivery_method_id: 1 + dice.below(4),
    notes: 'Invoice is attached to the work order.',
    check_number: [5, 6, 7].includes(status) ? String(id) : null,
    created_at: raised,
    status_changed_at: raised,
    updated_at: raised,
    cleared_at: status === 7 ? raised : null,
  }
}

function joinedAtTimes(payee: string, id: number): string {
  return id % 33 === 5 ? `${payee} and ${otherPayee(id)}` : payee
}

/** The second payee of a check. Chosen without dice, so that all other data stays the same. */
function otherPayee(id: number): string {
  return `${syllables[id % syllables.length]}${endings[id % endings.length]} ${trades[(id * 7) % trades.length]}`
}

function searchRow(request: Row): Row {
  return {
    id: request.id as number,
    dealer_group_id: request.dealer_group_id as number,
    request_number: String(request.request_number).toLowerCase(),
    payee: [request.payee_name_1, request.payee_name_2].filter(Boolean).join('\n').toLowerCase(),
    requester: `user ${request.requester_id}`,
    purpose: '',
    check_number: request.check_number ?? '',
    numbers: request.vin_last_digits ?? '',
  }
}

function notesRow({ id, dealer_group_id, notes }: Row, history: readonly Row[]): Row {
  const all = [notes, ...history.map(({ note }) => note)].filter((note) => note !== null)
  return { id, dealer_group_id, notes: all.join('\n').toLowerCase() } as Row
}

function matchKeyRow(request: Row): Row {
  const { id, dealer_group_id, created_at } = request
  return { id, dealer_group_id, created_at, ...storedKeys(request) } as Row
}

function historyRows(request: Row): Row[] {
  const status = request.status_id as number
  const steps = [1, ...(status > 3 && status < 8 ? [3] : []), ...(status > 1 ? [status] : [])]
  return steps.map((status_id, index) => ({
    check_request_id: request.id as number,
    dealer_group_id: request.dealer_group_id as number,
    action: index === 0 ? 'created' : 'status',
    status_id,
    note: index === 0 ? null : 'Looks right to me.',
    user_id: request.requester_id as number,
    user_name: `User ${request.requester_id}`,
    role_id: 2,
    changes: '[]',
    created_at: request.created_at as string,
  }))
}

function auditRow(request: Row, seq: number): Row {
  return {
    chain: request.dealer_group_id as number,
    seq,
    previous_hash: '',
    hash: createHash('sha256').update(`${request.id}`).digest('hex'),
    at: request.created_at as string,
    actor_id: request.requester_id as number,
    actor_name: `User ${request.requester_id}`,
    role_id: 2,
    session_id: 'bench',
    action: 'check-request.create',
    entity: 'check-request',
    entity_id: request.id as number,
    payload: JSON.stringify({ before: null, after: request }),
  }
}
