import { statuses, willNeverBePaid } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { sql } from 'kysely'
import { type Params, prepare } from '../../../platform/prepared.ts'
import type { Db } from '../../../tables.ts'
import { along } from '../list/indexes.ts'
import { findPaidAs, type PaidAs } from './paid-as.ts'

/** Requests to a payee since a time; `payee` is one of its keys. */
interface ToPayee {
  readonly dealerGroupId: number
  readonly payee: string
  readonly since: string
}

const neverPaid = sql.lit(statuses.find(({ name }) => willNeverBePaid(name))?.id)

type Since = Omit<ToPayee, 'payee'> & PaidAs

const sum = prepare((db: Db, param: Params<Since & { butFor: number }>) => {
  const named = param.list('keys').map(
    (key) => sql`select k.id from match_keys k ${along(db, 'match_keys_payee')}
      where k.dealer_group_id = ${param('dealerGroupId')} and k.payee = ${key} and k.created_at > ${param('since')}`,
  )
  const linked = param.list('ids').map(
    (id) => sql`select l.check_request_id as id from request_payees l
      where l.dealer_group_id = ${param('dealerGroupId')} and l.payee_id = ${id}`,
  )
  return sql<{ cents: number | null }>`select cast(sum(r.amount_cents) as bigint) as cents
    from (${sql.join([...named, ...linked], sql` union `)}) as found cross join check_requests r
    where r.id = found.id and r.created_at > ${param('since')} and r.id <> ${param('butFor')}
      and r.status_id <> ${neverPaid}`
})

/**
 * What the other requests of a dealer group since a time ask for a payee under all of its names, but those that were
 * rejected. In cents.
 */
export async function sumToPayee(db: Db, of: ToPayee & { readonly butFor: number }): Promise<Cents> {
  const { dealerGroupId, payee, since, butFor } = of
  const paidAs = await findPaidAs(db, dealerGroupId, payee)
  return Number((await sum(db, { dealerGroupId, since, butFor, ...paidAs }).one()).cents ?? 0)
}

const sumBefore = prepare((db: Db, param: Params<Since & { before: number; most: number }>) => {
  const named = param.list('keys').map(
    (key) => sql`select * from (select k.id from match_keys k ${along(db, 'match_keys_payee')}
      where k.dealer_group_id = ${param('dealerGroupId')} and k.payee = ${key} and k.id < ${param('before')}
      order by k.id desc limit ${param('most')}) as newest`,
  )
  const linked = param.list('ids').map(
    (id) => sql`select * from (select l.check_request_id as id from request_payees l
      where l.dealer_group_id = ${param('dealerGroupId')} and l.payee_id = ${id}
        and l.check_request_id < ${param('before')}
      order by l.check_request_id desc limit ${param('most')}) as newest`,
  )
  return sql<{ cents: number | null }>`select cast(sum(r.amount_cents) as bigint) as cents from (
      select found.id from (${sql.join([...named, ...linked], sql` union `)}) as found
      order by found.id desc limit ${param('most')}) as newest
    cross join check_requests r
    where r.id = newest.id and r.created_at > ${param('since')} and r.status_id <> ${neverPaid}`
})

/** How many earlier requests to a payee count for the amount of a request that is looked at later. */
const mostCounted = 200

/**
 * What requests of a dealer group before one asked for a payee since a time, under all of its names: at most the newest
 * 200. In cents.
 */
export async function sumToPayeeBefore(db: Db, of: ToPayee & { readonly before: number }): Promise<Cents> {
  const { dealerGroupId, payee, since, before } = of
  const paidAs = await findPaidAs(db, dealerGroupId, payee)
  const counted = { dealerGroupId, since, before, most: mostCounted, ...paidAs }
  return Number((await sumBefore(db, counted).one()).cents ?? 0)
}
