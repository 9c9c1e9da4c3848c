import { recurringEndpoints as endpoints } from '@check-requests/domain/check-requests/recurring/endpoints.ts'
import type { RoleWord } from '../../server/src/testing/organization.ts'
import { type Act, about, byOwner, groups } from './act.ts'
import type { Life } from './life.ts'

type State = 'active' | 'paused' | 'ended'
const requester: readonly RoleWord[] = ['requester']
const every = ['week', 'month', 'quarter', 'year'] as const

function recurring(life: Life, ...states: readonly State[]) {
  return life.db
    .selectFrom('recurring_requests')
    .selectAll()
    .select('requester_id as owner')
    .where('state', 'in', states)
    .orderBy('id', 'desc')
}

const requests = (life: Life) =>
  life.db
    .selectFrom('check_requests as r')
    .innerJoin('dealer_groups as g', 'g.id', 'r.dealer_group_id')
    .select(['r.id', 'r.requester_id as owner'])
    .where('g.deleted_at', 'is', null)
    .where('r.good_through', 'is', null)
    .orderBy('r.id', 'desc')

/** The drafts of days that weren't submitted yet. */
const unsent = (life: Life) =>
  life.db
    .selectFrom('recurring_drafts as d')
    .innerJoin('drafts', 'drafts.id', 'd.draft_id')
    .select(['d.recurring_id as id', 'drafts.user_id as owner', 'd.due_on', 'drafts.version'])
    .where('d.check_request_id', 'is', null)
    .orderBy('d.due_on', 'desc')

const repeat: Act['take'] = async (life) => {
  const request = await life.one(requests(life))
  const players = (await life.players('requester', null)).filter(({ id }) => id === request?.owner)
  if (!request) return undefined
  const first = 1 + life.dice.below(3)
  const body = {
    request_id: request.id,
    every: life.chance(2) ? ('week' as const) : life.dice.pick(every),
    first_on: life.inDays(first),
    ...(life.chance(4) && { until_on: life.inDays(first + life.dice.below(40)) }),
    ...(life.chance(3) && { is_automatic: true }),
    ...(life.chance(4) && { amount: 4500 }),
  }
  return life.first(players, endpoints.create, { body })
}

function changeOf(life: Life) {
  return life.dice.pick([
    { amount: 100 + life.next() },
    { every: life.dice.pick(every) },
    { next_on: life.inDays(2 + life.dice.below(5)) },
    { until_on: life.dice.pick([null, life.inDays(60)]) },
    { is_automatic: true },
  ])
}

/** Changes the state of a recurring request, as its requester or as an admin. */
const byRequester = (from: State, state: State) =>
  byOwner(
    (life) => recurring(life, from),
    endpoints.update,
    (_, { version }) => ({ version, state }),
    requester,
  )
const byAdmin = (state: State) =>
  about(
    (life) => recurring(life, 'active', 'paused'),
    'admin',
    endpoints.update,
    (_, { version }) => ({ version, state }),
  )

export const recurringActs: readonly Act[] = [
  { name: 'repeat a request', weight: 6, take: repeat },
  {
    name: 'change a recurring request',
    weight: 4,
    take: byOwner(
      (life) => recurring(life, 'active', 'paused'),
      endpoints.update,
      (life, { version }) => ({ version, ...changeOf(life) }),
      requester,
    ),
  },
  { name: 'pause a recurring request', weight: 2, take: byRequester('active', 'paused') },
  { name: 'resume a recurring request', weight: 4, take: byRequester('paused', 'active') },
  { name: 'pause another’s recurring request', weight: 1, take: byAdmin('paused') },
  { name: 'end a recurring request', weight: 1, take: byAdmin('ended') },
  {
    name: 'submit a recurring draft',
    weight: 12,
    take: byOwner(unsent, endpoints.submit, (_, { due_on, version }) => ({ due_on, version }), requester),
  },
  {
    name: 'set the limit for automatic submission',
    weight: 3,
    take: about(groups, 'admin', endpoints.saveLimit, (life) => ({ limit: life.dice.pick([null, 2000, 30_000]) })),
  },
]
