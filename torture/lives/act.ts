import type { Endpoint } from '@check-requests/domain/api/endpoint.ts'
import { sql } from 'kysely'
import type { Parts } from '../../server/src/testing/client.ts'
import type { RoleWord } from '../../server/src/testing/organization.ts'
import type { Answer, Life, Query } from './life.ts'

/**
 * An action of users. `weight` is its frequency relative to the rarest action. `take` returns undefined if there is
 * nothing to act on.
 */
export interface Act {
  readonly name: string
  readonly weight: number
  readonly take: (life: Life) => Promise<Answer | undefined>
}

type Body<Row extends Endpoint> = NonNullable<Parts<Row>['body']>

export const roleWords: readonly RoleWord[] = ['admin', 'requester', 'approver', 'processor']

/** The body of a call that only names its object. */
export const nothing = () => ({})

/** An action in which users with a role in a row's dealer group call this endpoint about the row. */
export function about<Row extends Endpoint, One extends { readonly id: number; readonly dealer_group_id: number }>(
  found: (life: Life) => Query<One>,
  role: RoleWord,
  row: Row,
  body?: (life: Life, one: One) => Body<Row> | Promise<Body<Row>>,
): Act['take'] {
  return async (life) => {
    const one = await life.one(found(life))
    if (!one) return undefined
    return life.by(role, one.dealer_group_id, row, {
      params: { id: one.id },
      ...(body && { body: await body(life, one) }),
    })
  }
}

/** The dealer groups that haven't been deleted, beginning with the one of the newest dealership. */
export function groups(life: Life) {
  return life.db
    .selectFrom('dealer_groups')
    .selectAll()
    .select('id as dealer_group_id')
    .where('deleted_at', 'is', null)
    .orderBy(sql`(select coalesce(max(s.id), 0) from dealerships s where s.dealer_group_id = dealer_groups.id)`, 'desc')
    .orderBy('id', 'desc')
}

/** An action in which the user who owns a row calls this endpoint about the row, in one of the user's roles. */
export function byOwner<Row extends Endpoint, One extends { readonly id: number; readonly owner: number }>(
  found: (life: Life) => Query<One>,
  row: Row,
  body?: (life: Life, one: One) => Body<Row>,
  roles: readonly RoleWord[] = roleWords,
): Act['take'] {
  return async (life) => {
    const one = await life.one(found(life))
    if (!one) return undefined
    const players = (await Promise.all(roles.map((role) => life.players(role, null)))).flat()
    const owners = life.shuffled(players.filter(({ id }) => id === one.owner))
    return life.first(owners, row, { params: { id: one.id }, ...(body && { body: body(life, one) }) })
  }
}
