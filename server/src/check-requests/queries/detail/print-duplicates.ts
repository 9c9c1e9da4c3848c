import { seesRequest } from '@check-requests/domain/access/permissions.ts'
import {
  type ComparedRequest,
  type MatchKind,
  matchesOf,
  matchKinds,
  printSpan,
  statusesPaid,
  unexplainedMatches,
  waitsForReason,
} from '@check-requests/domain/check-requests/duplicates.ts'
import { statuses, willNeverBePaid } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { listed } from '../../../platform/database/long-lists.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'
import type { MatchKeyTable } from '../../tables.ts'
import { lookedAt, type Match } from './duplicates.ts'
import type { StoredRequest } from './find.ts'

/** A request to compare before its check is printed, with the fields that determine who sees it. */
type Compared = ComparedRequest & Match

type Keys = Pick<Selectable<MatchKeyTable>, 'id' | 'payee' | MatchKind>
type Keyed = Omit<Match, 'payee' | MatchKind> & Pick<StoredRequest, 'paid_though_alike'>

const keyColumns = sql`k.id, k.payee, k.payment, k.vin, k.po, k.invoice`

/** These requests of a dealer group in comparison form. */
export async function listCompared(db: Db, ids: readonly number[]): Promise<Compared[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Keys>`select ${keyColumns} from match_keys k where k.id in ${listed(ids)}`.execute(db)
  return withRequests(db, rows, sql`true`)
}

/**
 * Adds the requests to their match keys. They are joined here: without statistics, PostgreSQL takes one of several
 * indexes that seem equal, and joins 500 requests that were just created in 12 seconds.
 */
async function withRequests(db: Db, keys: readonly Keys[], condition: RawBuilder<unknown>): Promise<Compared[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Keyed>`select r.id, r.request_number, r.amount_cents, r.status_id, r.created_at,
      r.requester_id, r.dealer_group_id, r.dealership_id, r.department_id, r.paid_though_alike
    from check_requests r where r.id in ${listed(keys.map(({ id }) => id))} and (${condition})`.execute(db)
  const requestOf = new Map(rows.map((row) => [row.id, row]))
  return keys.flatMap(({ id, payee, payment, vin, po, invoice }) => {
    const { paid_though_alike = null, ...request } = requestOf.get(id) ?? {}
    if (!('id' in request)) return []
    return [{ ...request, payee, payment, vin, po, invoice, reasons: readReasons(paid_though_alike) }]
  })
}

/**
 * The requests of a dealer group that share a match key with one of these and will be paid, were paid, or had a check
 * voided or stopped. At most `lookedAt` for each key, the newest ones.
 */
export async function listPaidSame(db: Db, dealerGroupId: number, compared: readonly Compared[]): Promise<Compared[]> {
  const times = compared.map(({ created_at }) => created_at).sort()
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return []
  const span = printSpan(first, last)
  const found = new Map<number, Compared>()
  for (const kind of matchKinds) {
    const same = Map.groupBy(compared, (request) => request[kind])
    same.delete(null)
    for (const request of await listPaidBy(db, { kind, same, dealerGroupId, ...span })) found.set(request.id, request)
  }
  return [...found.values()]
}

interface Search {
  readonly kind: MatchKind
  /** The compared requests by their match key. */
  readonly same: ReadonlyMap<string | null, readonly Compared[]>
  readonly dealerGroupId: number
  readonly from: string
  readonly to: string
}

async function listPaidBy(db: Db, search: Search): Promise<Compared[]> {
  const { kind, same } = search
  const found = new Map<string | null, Compared[]>()
  let keys = [...same.keys()].flatMap((key) => key ?? [])
  // Most keys have few requests. The older ones are read only for keys whose newest requests won't be paid.
  for (let [first, last] = [1, lookedAt]; keys.length > 0; [first, last] = [last + 1, last * 10]) {
    const rows = await newestBy(db, search, { keys, first, last }).execute(db)
    for (const request of await withRequests(db, rows.rows, isPaid())) {
      const list = found.get(request[kind]) ?? []
      // Different payees can use the same invoice number.
      const isSame = same.get(request[kind])?.some((one) => matchesOf(one, request).includes(kind))
      if (isSame && list.length < lookedAt) found.set(request[kind], [...list, request])
    }
    const read = Map.groupBy(rows.rows, (row) => row[kind])
    keys = keys.filter((key) => read.get(key)?.length === last - first + 1 && (found.get(key)?.length ?? 0) < lookedAt)
  }
  return [...found.values()].flat()
}

interface Places {
  readonly keys: readonly string[]
  readonly first: number
  readonly last: number
}

/** The match keys of the requests with these keys, of each key from one place through another, newest first. */
function newestBy(db: Db, { kind, dealerGroupId, from, to }: Search, { keys, first, last }: Places) {
  const along = speaksPostgres(db) ? sql`` : sql`indexed by ${sql.table(`match_keys_${kind}`)}`
  const key = sql.ref(`k.${kind}`)
  return sql<Keys>`select ${keyColumns} from (
      select ${keyColumns}, row_number() over (partition by ${key} order by k.created_at desc, k.id desc) as place
      from match_keys k ${along} where k.dealer_group_id = ${dealerGroupId} and ${key} in ${listed(keys)}
        and k.created_at between ${from} and ${to}
    ) as k where k.place between ${first} and ${last} order by k.place`
}

/** A request rejected after its check was voided or stopped counts too, because the check may be in circulation. */
function isPaid(): RawBuilder<unknown> {
  const [paid, ended] = [statusesPaid(), statuses.filter(({ name }) => willNeverBePaid(name))].map((list) =>
    sql.join(list.map(({ id }) => sql.lit(id))),
  )
  return sql`r.status_id in (${paid}) or (r.status_id in (${ended}) and (exists (
      select 1 from checks c where c.dealer_group_id = r.dealer_group_id and c.check_request_id = r.id
        and c.state in ('voided', 'stopped')) or exists (
      select 1 from combined_requests p join checks c on c.dealer_group_id = p.dealer_group_id and c.id = p.check_id
        where p.dealer_group_id = r.dealer_group_id and p.check_request_id = r.id
          and c.state in ('voided', 'stopped'))))`
}

/** The maximum number of an account's requests that are checked before the user chooses which to print. */
const mostWaiting = 500

/** The given dealerships' requests at the given statuses, earliest due date first. */
export async function listIdsOfStores(
  db: Db,
  dealerGroupId: number,
  { dealershipIds, statusIds }: { readonly dealershipIds: readonly number[]; readonly statusIds: readonly number[] },
): Promise<number[]> {
  if (dealershipIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`select r.id from check_requests r
    where r.dealer_group_id = ${dealerGroupId} and r.dealership_id in ${listed(dealershipIds)}
      and r.status_id in (${sql.join(statusIds.map((id) => sql.lit(id)))})
    order by r.due_date, r.id limit ${sql.lit(mostWaiting)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Parses the stored reasons for paying a request despite possible duplicates. */
export function readReasons(stored: string | null): ComparedRequest['reasons'] {
  return stored === null ? [] : JSON.parse(stored)
}

/** A matching request and what it has in common, for which an approver must explain why both are paid. */
export interface Unexplained {
  readonly other: Compared
  readonly alike: readonly MatchKind[]
}

/** For each of these requests of a dealer group, the duplicates that prevent printing its check, newest first. */
export async function findUnexplained(
  db: Db,
  dealerGroupId: number,
  ids: readonly number[],
): Promise<Map<number, Unexplained[]>> {
  const compared = await listCompared(db, ids)
  const others = await listPaidSame(db, dealerGroupId, compared)
  const sharing = matchKinds.map((kind) => ({ kind, by: Map.groupBy(others, (other) => other[kind]) }))
  return new Map(
    compared.flatMap((request) => {
      const near = sharing.flatMap(({ kind, by }) => (request[kind] === null ? [] : (by.get(request[kind]) ?? [])))
      const sorted = [...new Set(near)].sort((one, other) => other.id - one.id)
      const matches = sorted.map((other) => ({ other, alike: unexplainedMatches(request, other) }))
      const unexplained = matches.filter(({ alike }) => alike.length > 0)
      return unexplained.length > 0 ? [[request.id, unexplained] as const] : []
    }),
  )
}

/** The reason why a request's check can't be printed, for a user who might not see all of the matching requests. */
export function waitingInWords(caller: Caller, unexplained: readonly Unexplained[]): string {
  return waitsForReason(
    unexplained.map(({ other, alike }) => ({
      number: seesRequest(caller, other) ? other.request_number : undefined,
      alike,
    })),
  )
}
