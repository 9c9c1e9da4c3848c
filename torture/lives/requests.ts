import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import type { StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import { printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import type { RoleWord } from '../../server/src/testing/organization.ts'
import type { Act } from './act.ts'
import type { Answer, Life } from './life.ts'
import { bodyFor, priorities, type RequestRow, requestsAt, usualNumber } from './raising.ts'

/** An action by users of a role on a request at one of these statuses. */
function about(
  statuses: readonly StatusId[],
  take: (life: Life, request: RequestRow) => Promise<Answer | undefined>,
  held = false,
): Act['take'] {
  return async (life) => {
    const request = await life.one(requestsAt(life, statuses, held))
    return request && take(life, request)
  }
}

/** A transition. Only requests of dealerships without an account continue with `withoutAccount`. */
function moving(
  role: RoleWord,
  statuses: readonly StatusId[],
  to: StatusId,
  more: (life: Life) => object = () => ({}),
  withoutAccount = false,
): Act['take'] {
  return async (life) => {
    const found = requestsAt(life, statuses)
    const drawn = life.db.selectFrom('account_dealerships').select('dealership_id')
    const request = await life.one(withoutAccount ? found.where('r.dealership_id', 'not in', drawn) : found)
    if (!request) return undefined
    const { id, dealer_group_id, requester_id, version } = request
    const body = { status_id: to, version, ...more(life) }
    const players = await life.players(role, dealer_group_id)
    const able = role === 'requester' ? players.filter((player) => player.id === requester_id) : players
    return life.first(able, endpoints.changeStatus, { params: { id }, body })
  }
}

/** The requester acts on their own request. */
function own(
  statuses: readonly StatusId[],
  take: (life: Life, request: RequestRow, players: Awaited<ReturnType<Life['players']>>) => Promise<Answer | undefined>,
) {
  return about(statuses, async (life, request) => {
    const players = await life.players('requester', request.dealer_group_id)
    return take(
      life,
      request,
      players.filter(({ id }) => id === request.requester_id),
    )
  })
}

const edit = own([9], async (life, { id, version, payee_name_1, payee_name_2, amount_cents }, players) => {
  const body = await bodyFor(life)
  const same = { payee_name_1, payee_name_2, amount: amount_cents / 100, accounting: [] }
  return body && life.first(players, endpoints.update, { params: { id }, body: { ...body, ...same, version } })
})

const moveSeveral: Act['take'] = async (life) => {
  const found = await life.some(requestsAt(life, [1, 2]), 4)
  const [one] = found
  const items = found
    .filter((request) => request.dealer_group_id === one?.dealer_group_id)
    .map(({ id, version }) => ({ id, version }))
  return one && life.by('approver', one.dealer_group_id, endpoints.changeStatuses, { body: { status_id: 3, items } })
}

const routeAgain: Act['take'] = async (life) => {
  const ruled = requestsAt(life, [1, 2]).where(
    'r.dealer_group_id',
    'in',
    life.db.selectFrom('approval_policies').select('dealer_group_id'),
  )
  const request = await life.one(ruled)
  const parts = { params: { id: request?.id ?? 0 }, body: { reason: 'New rules' } }
  return request && life.by('admin', request.dealer_group_id, approvalEndpoints.routeAgain, parts)
}

const divert: Act['take'] = async (life) => {
  const drawn = requestsAt(life, [3, 4, 5, 6])
    .innerJoin('account_dealerships as d', 'd.dealership_id', 'r.dealership_id')
    .where('r.delivery_method_id', '=', 1)
  const request = await life.one(drawn)
  const body = { delivery_method_id: 2, reason: 'The payee is here' }
  if (!request) return undefined
  return life.by('approver', request.dealer_group_id, leavingEndpoints.divert, { params: { id: request.id }, body })
}

const paySimilar: Act['take'] = async (life) => {
  const similar = requestsAt(life, [3])
    .innerJoin('account_dealerships as d', 'd.dealership_id', 'r.dealership_id')
    .where('r.po_purchase_no', '=', usualNumber)
    .where('r.paid_though_alike', 'is', null)
  const request = await life.one(similar)
  const parts = { params: { id: request?.id ?? 0 }, body: { reason: 'Two deliveries' } }
  return request && life.by('approver', request.dealer_group_id, printRunEndpoints.payBoth, parts)
}

const note = () => ({ note: 'Please attach the invoice' })

export const requestActs: readonly Act[] = [
  { name: 'edit a request', weight: 12, take: edit },
  { name: 'start processing', weight: 5, take: moving('approver', [1], 2) },
  { name: 'approve', weight: 90, take: moving('approver', [1, 2], 3) },
  { name: 'approve several requests', weight: 10, take: moveSeveral },
  { name: 'reject', weight: 3, take: moving('approver', [1, 2], 8, note) },
  { name: 'send back', weight: 6, take: moving('approver', [1, 2], 9, note) },
  { name: 'send back before printing', weight: 3, take: moving('processor', [3], 9, note) },
  { name: 'withdraw', weight: 3, take: moving('requester', [1, 2], 8, note) },
  { name: 'resubmit', weight: 6, take: moving('requester', [9], 1) },
  { name: 'print without a bank account', weight: 25, take: moving('processor', [3], 4, undefined, true) },
  {
    name: 'sign without a bank account',
    weight: 25,
    take: moving('processor', [4], 5, (life) => ({ check_number: String(700_000 + life.next()) }), true),
  },
  { name: 'mark as ready', weight: 60, take: moving('processor', [5], 6) },
  {
    name: 'close without a bank account',
    weight: 20,
    take: moving('processor', [6], 7, () => ({ received_by: 'The payee' }), true),
  },
  {
    name: 'delete a request',
    weight: 4,
    take: own([1], (life, { id }, players) => life.first(players, endpoints.remove, { params: { id }, body: {} })),
  },
  {
    name: 'change priority',
    weight: 4,
    take: own([1, 2, 3, 4, 5, 6, 9], (life, { id }, players) =>
      life.first(players, endpoints.changePriority, {
        params: { id },
        body: { priority_level: life.dice.pick(priorities), message: 'It is needed' },
      }),
    ),
  },
  {
    name: 'change delivery',
    weight: 4,
    take: about([6], (life, { id, dealer_group_id }) =>
      life.by('processor', dealer_group_id, endpoints.update, { params: { id }, body: { delivery_method_id: 2 } }),
    ),
  },
  {
    name: 'change to pickup',
    weight: 6,
    take: divert,
  },
  {
    name: 'put on hold',
    weight: 5,
    take: about([3, 4, 5, 6], (life, { id, dealer_group_id }) =>
      life.by('approver', dealer_group_id, endpoints.hold, { params: { id }, body: { reason: 'Wait for the title' } }),
    ),
  },
  {
    name: 'lift a hold',
    weight: 12,
    take: about(
      [3, 4, 5, 6],
      (life, { id, dealer_group_id }) =>
        life.by('processor', dealer_group_id, endpoints.liftHold, { params: { id }, body: {} }),
      true,
    ),
  },
  {
    name: 'route again',
    weight: 4,
    take: routeAgain,
  },
  {
    name: 'pay despite a duplicate warning',
    weight: 25,
    take: paySimilar,
  },
]
