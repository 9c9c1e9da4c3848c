import { seesRequest } from '@check-requests/domain/access/permissions.ts'
import {
  type ComparedRequest,
  type MatchKind,
  matchKinds,
  printSpan,
  statusesPaid,
  unexplainedMatches,
  waitsForReason,
} from '@check-requests/domain/check-requests/duplicates.ts'
import { statuses, willNeverBePaid } from '@check-requests/domain/check-requests/lifecycle.ts'
import { sql } from 'kysely'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { listed } from '../../../platform/database/long-lists.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'
import { lookedAt, type Match } from './duplicates.ts'
import type { StoredRequest } from './find.ts'

/** A request to compare before its check is printed, with the fields that determine who sees it. */
type Compared = ComparedRequest & Match

type ComparedRow = Match & Pick<StoredRequest, 'paid_though_alike'>

const columns = sql`r.id, r.request_number, r.amount_cents, r.status_id, r.created_at, r.requester_id,
  r.dealer_group_id, r.dealership_id, r.department_id, r.paid_though_alike, k.payee, k.payment, k.vin, k.po, k.invoice`

/** These requests of a dealer group in comparison form. */
export async function listCompared(db: Db, ids: readonly number[]): Promise<Compared[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ComparedRow>`select ${columns} from check_requests r join match_keys k on k.id = r.id
    where r.id in ${listed(ids)}`.execute(db)
  return rows.map(comparedOf)
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
    const keys = [...new Set(compared.flatMap((request) => request[kind] ?? []))]
    if (keys.length === 0) continue
    const { rows } = await matchesBy(db, { kind, keys, dealerGroupId, ...span, compared }).execute(db)
    for (const row of rows) found.set(row.id, comparedOf(row))
  }
  return [...found.values()]
}

interface Search {
  readonly kind: MatchKind
  readonly keys: readonly string[]
  readonly dealerGroupId: number
  readonly from: string
  readonly to: string
  readonly compared: readonly Compared[]
}

function matchesBy(db: Db, { kind, keys, dealerGroupId, from, to, compared }: Search) {
  const along = speaksPostgres(db) ? sql`` : sql`indexed by ${sql.table(`match_keys_${kind}`)}`
  const [paid, ended] = [statusesPaid(), statuses.filter(({ name }) => willNeverBePaid(name))].map((list) =>
    sql.join(list.map(({ id }) => sql.lit(id))),
  )
  const key = sql.ref(`k.${kind}`)
  // A request rejected after its check was voided or stopped still counts, because the check may be in circulation.
  return sql<ComparedRow>`select ${columns} from (
      select k.id, row_number() over (partition by ${key} order by k.created_at desc, k.id desc) as place
      from match_keys k ${along} cross join check_requests r
      where k.dealer_group_id = ${dealerGroupId} and ${key} in ${listed(keys)}
        and k.created_at between ${from} and ${to} and r.id = k.id${kind === 'invoice' ? agreeing(compared) : sql``}
        and (r.status_id in (${paid}) or (r.status_id in (${ended}) and (exists (
          select 1 from checks c where c.dealer_group_id = r.dealer_group_id and c.check_request_id = r.id
            and c.state in ('voided', 'stopped')) or exists (
          select 1 from combined_requests p join checks c on c.dealer_group_id = p.dealer_group_id and c.id = p.check_id
            where p.dealer_group_id = r.dealer_group_id and p.check_request_id = r.id
              and c.state in ('voided', 'stopped')))))
    ) as newest join check_requests r on r.id = newest.id join match_keys k on k.id = newest.id
    where newest.place <= ${sql.lit(lookedAt)}`
}

/** Different payees can use the same invoice number, so for that key the payee or the amount must match, too. */
function agreeing(compared: readonly Compared[]) {
  const agrees = compared.flatMap(({ invoice, payee, amount_cents }) => {
    return invoice === null
      ? []
      : [sql`(k.invoice = ${invoice} and (k.payee = ${payee} or r.amount_cents = ${amount_cents}))`]
  })
  return sql` and (${sql.join(agrees, sql` or `)})`
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

function comparedOf({ paid_though_alike, ...row }: ComparedRow): Compared {
  return { ...row, reasons: readReasons(paid_though_alike) }
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
  const others = (await listPaidSame(db, dealerGroupId, compared)).sort((one, other) => other.id - one.id)
  return new Map(
    compared.flatMap((request) => {
      const matches = others.map((other) => ({ other, alike: unexplainedMatches(request, other) }))
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
