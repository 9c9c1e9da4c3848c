import { statuses, willNeverBePaid } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { along, mostMerged } from '../../../platform/database/list.ts'
import { rowsOfList } from '../../../platform/database/long-lists.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import { together } from '../../../platform/threads/promises.ts'
import type { Db } from '../../../tables.ts'
import { largestDrawnOf } from './checks.ts'
import { betweenKeys } from './duplicates.ts'
import { findPaidAs, type PaidAs } from './payees.ts'

/** Requests since a moment to the payees of one request. `payees` contains keys in the form of `payeeKeys`. */
interface ToPayees {
  readonly dealerGroupId: number
  readonly payees: readonly string[]
  readonly since: string
}

const neverPaid = sql.lit(statuses.find(({ name }) => willNeverBePaid(name))?.id)

type Since = Omit<ToPayees, 'payees'> & Pick<PaidAs, 'keys' | 'others'> & { readonly allKeys: string }

/**
 * The requests `k` since a moment that name a payee, in three subqueries: for first, second, and joined names. Joined
 * names are few, so the query scans those since that moment.
 */
function naming(db: Db, param: Params<Since>): RawBuilder<unknown>[] {
  const keys = param.list('keys')
  if (keys.length > mostMerged) return namingAny(db, param)
  return keys.flatMap((key) =>
    scans(db, param, {
      payee: sql`k.payee = ${key}`,
      second_payee: sql`k.second_payee = ${key}`,
      joined: sql`k.joined is not null and ${isJoined(db, key)}`,
    }),
  )
}

function namingAny(db: Db, param: Params<Since>): RawBuilder<unknown>[] {
  const [before, after] = rowsOfList(speaksPostgres(db), [''])
  const keys = sql`(${sql.raw(before)}${param('allKeys')}${sql.raw(after)})`
  return scans(db, param, {
    payee: sql`k.payee in ${keys}`,
    second_payee: sql`k.second_payee in ${keys}`,
    joined: sql`k.joined is not null and exists (
      select 1 from ${keys} as one where ${isJoined(db, sql.ref('one.value'))})`,
  })
}

function isJoined(db: Db, key: Expression<unknown>): RawBuilder<unknown> {
  const [position, between] = [sql.raw(speaksPostgres(db) ? 'strpos' : 'instr'), sql.lit(betweenKeys)]
  return sql`${position}(k.joined, ${between} || ${key} || ${between}) > 0`
}

type Places = Readonly<Record<'payee' | 'second_payee' | 'joined', RawBuilder<unknown>>>

function scans(db: Db, param: Params<Since>, named: Places): RawBuilder<unknown>[] {
  return Object.entries(named).map(
    ([place, isNamed]) => sql`match_keys k ${along(db, `match_keys_${place}_since`)}
      where k.dealer_group_id = ${param('dealerGroupId')} and ${isNamed} and k.created_at > ${param('since')}`,
  )
}

/** Excludes requests to other payees with the same name, of which there are nearly always none. */
function butForOthers(param: Params<Since>): RawBuilder<unknown> {
  if (param.list('others').length === 0) return sql``
  return sql` and not exists (select 1 from request_payees l
    where l.check_request_id = r.id and l.payee_id in ${param.oneOf('others')})`
}

const sum = prepare((db: Db, param: Params<Since & { butFor: number }>) => {
  const named = naming(db, param).map((part) => sql`select k.id from ${part}`)
  return sql<{ cents: number | null }>`select cast(sum(${largestDrawnOf('r')}) as bigint) as cents
    from (${sql.join(named, sql` union `)}) as found cross join check_requests r
    where r.id = found.id and r.created_at > ${param('since')} and r.id <> ${param('butFor')}
      and r.status_id <> ${neverPaid}${butForOthers(param)}`
})

/**
 * Adds up the dealer group's other requests to each payee, in cents, and returns the largest total. Counts requests
 * created after `since` under every name of the payee, alone or with another payee. Doesn't count rejected requests.
 */
export async function sumToPayees(db: Db, of: ToPayees & { readonly butFor: number }): Promise<Cents> {
  const { payees, ...counted } = of
  return most(payees, async (payee) => {
    const { keys, others } = await findPaidAs(db, of.dealerGroupId, payee)
    return sum(db, { ...counted, keys, allKeys: JSON.stringify(keys), others }).one()
  })
}

const sumBefore = prepare((db: Db, param: Params<Since & { before: number; most: number }>) => {
  const named = naming(db, param).map(
    (part) => sql`select * from (select k.id from ${part} and k.id < ${param('before')}
      order by k.created_at desc, k.id desc limit ${param('most')}) as newest`,
  )
  return sql<{ cents: number | null }>`select cast(sum(${largestDrawnOf('r')}) as bigint) as cents from (
      select found.id from (${sql.join(named, sql` union `)}) as found
      order by found.id desc limit ${param('most')}) as newest
    cross join check_requests r
    where r.id = newest.id and r.created_at > ${param('since')}
      and r.status_id <> ${neverPaid}${butForOthers(param)}`
})

/** How many earlier requests to a payee count toward the amount of a past request. */
const mostCounted = 200

/**
 * Adds up the dealer group's requests to each payee that are earlier than one request and created after `since`, in
 * cents, and returns the largest total. Counts at most the newest 200 for each payee, under all of its names.
 */
export async function sumToPayeesBefore(db: Db, of: ToPayees & { readonly before: number }): Promise<Cents> {
  const { payees, ...counted } = of
  return most(payees, async (payee) => {
    const { keys, others } = await findPaidAs(db, of.dealerGroupId, payee)
    return sumBefore(db, { ...counted, keys, allKeys: JSON.stringify(keys), others, most: mostCounted }).one()
  })
}

async function most(
  payees: readonly string[],
  sumOf: (payee: string) => Promise<{ cents: number | null }>,
): Promise<Cents> {
  const sums = await together(...payees.map(sumOf))
  return Math.max(0, ...sums.map(({ cents }) => Number(cents ?? 0)))
}
