import { requestBars } from '@check-requests/domain/check-requests/duties.ts'
import { type StatusId, type StatusName, statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { mostWaiting } from '@check-requests/domain/dashboard/waiting.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { draws, isInRun } from '../../check-requests/queries/detail/checks.ts'
import { isEmptyScope, placeIndexes, requestScope } from '../../check-requests/queries/list/request-scope.ts'
import { all, along } from '../../platform/database/list.ts'
import { listed } from '../../platform/database/long-lists.ts'
import { rowsOf } from '../../platform/database/prepared.ts'
import type { Db } from '../../tables.ts'

const most = sql.lit(mostWaiting + 1)

/** True for a request `r` if separation of duties bars the user because of these parts in the request. */
function isBarred(userId: number, parts: readonly string[]): RawBuilder<unknown> {
  return sql`(g.separation_of_duties = 1 and (r.requester_id = ${userId} or exists (select 1 from request_hands h
    where h.dealer_group_id = r.dealer_group_id and h.check_request_id = r.id and h.user_id = ${userId}
      and h.part in (${sql.join(parts.map((part) => sql.lit(part)))}))))`
}

/** The requests `r` at these statuses that the caller sees, with their dealer groups `g`. */
function seen(
  db: Db,
  caller: Caller,
  names: readonly StatusName[],
): { from: RawBuilder<unknown>; where: RawBuilder<unknown>[] } {
  const { column, ids, dealerGroupId } = requestScope(caller)
  const index = placeIndexes[column ?? 'dealer_group_id']
  const statusIds = sql.join(names.map((name) => sql.lit(statusNamed(name).id)))
  return {
    // Joins through the dealer groups, so that the index is used even for callers who see all groups.
    from: sql`dealer_groups g cross join check_requests r ${along(db, index)}`,
    where: [
      sql`r.dealer_group_id = g.id and r.status_id in (${statusIds})`,
      ...(dealerGroupId === null ? [] : [sql`g.id = ${dealerGroupId}`]),
      ...(column === null || column === 'dealer_group_id' ? [] : [sql`${sql.ref(`r.${column}`)} in ${listed(ids)}`]),
    ],
  }
}

/** Requests at one status, those with a bank account apart. `draws` is 0 or 1. */
interface InProcess {
  readonly status_id: StatusId
  readonly draws: number
  readonly count: number
  readonly cents: number
  readonly oldest: string
}

/** The approved requests that a processor can take further, by status: not on hold, and without a barring duty. */
export async function sumInProcess(db: Db, caller: Caller): Promise<InProcess[]> {
  if (isEmptyScope(requestScope(caller))) return []
  const { from, where } = seen(db, caller, ['approved', 'printed', 'signed', 'ready'])
  const [approved, printed] = [statusNamed('approved').id, statusNamed('printed').id]
  const parts = (act: 'print' | 'sign without account') => requestBars[act].flatMap(({ by }) => by)
  const barred = sql`not (r.status_id = ${sql.lit(approved)} and ${isBarred(caller.userId, parts('print'))})
    and not (r.status_id = ${sql.lit(printed)} and ${isBarred(caller.userId, parts('sign without account'))})`
  return rowsOf(
    db,
    sql<InProcess>`select status_id, draws, cast(count(*) as integer) as count, cast(sum(amount_cents) as bigint) as cents,
        min(status_changed_at) as oldest from (
      select r.status_id, r.amount_cents, r.status_changed_at,
        case when r.bank_account_id is not null or ${draws('r')} then 1 else 0 end as draws
      from ${from} where ${all([...where, sql`r.held_at is null`, barred])} limit ${most}
    ) as found group by status_id, draws`,
  )
}

/** An approved request whose check can be printed on an account of its dealership. */
interface PrintableRow {
  readonly id: number
  readonly dealer_group_id: number
  readonly dealership_id: number
  readonly amount_cents: number
  readonly status_changed_at: string
}

/** The approved requests of these dealerships that the caller sees and isn't barred from printing. */
export async function listPrintable(db: Db, caller: Caller, dealershipIds: readonly number[]): Promise<PrintableRow[]> {
  if (isEmptyScope(requestScope(caller)) || dealershipIds.length === 0) return []
  const { from, where } = seen(db, caller, ['approved'])
  const conditions = [
    ...where,
    sql`r.dealership_id in ${listed(dealershipIds)} and r.held_at is null and not ${isInRun('r')}`,
    sql`not ${isBarred(
      caller.userId,
      requestBars.print.flatMap(({ by }) => by),
    )}`,
  ]
  return rowsOf(
    db,
    sql<PrintableRow>`select r.id, r.dealer_group_id, r.dealership_id, r.amount_cents, r.status_changed_at
      from ${from} where ${all(conditions)} order by r.due_date, r.id limit ${most}`,
  )
}

/** The pending requests in the caller's scope that separation of duties bars the caller from deciding on. */
export async function listBarredPending(db: Db, caller: Caller): Promise<{ id: number; amount_cents: number }[]> {
  if (isEmptyScope(requestScope(caller))) return []
  const { from, where } = seen(db, caller, ['request', 'processing'])
  const barred = isBarred(
    caller.userId,
    requestBars.decide.flatMap(({ by }) => by),
  )
  return rowsOf(
    db,
    sql<{ id: number; amount_cents: number }>`select r.id, r.amount_cents from ${from}
      where ${all([...where, barred])} order by r.id limit ${most}`,
  )
}
