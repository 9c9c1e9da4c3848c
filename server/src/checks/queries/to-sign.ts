import { type Scope, scopeFilter } from '@check-requests/domain/access/scope.ts'
import { checkActs } from '@check-requests/domain/checks/lifecycle.ts'
import { sql } from 'kysely'
import type { Db } from '../../tables.ts'

/** The check `c` in an exists condition over the requests `r` that it pays. */
const paidRequests = sql`check_requests r where r.dealer_group_id = c.dealer_group_id and (r.id = c.check_request_id
  or r.id in (select p.check_request_id from combined_requests p
    where p.dealer_group_id = c.dealer_group_id and p.check_id = c.id))`

/** A printed check, and what decides whether a user can sign it. Flags are 0 or 1. */
interface CheckToSign {
  readonly id: number
  readonly number: number
  readonly amount_cents: number
  readonly bank_account_id: number
  readonly printed_by_id: number | null
  readonly entered_by: string | null
  readonly made_by_id: number | null
  readonly settled_by_id: number | null
  readonly printed_at: string
  /** The user raised or edited one of the requests, or it was raised for them. */
  readonly raised: number
  readonly approved: number
  readonly held: number
  readonly payee_blocked: number
  /** The number of signatures, of those by approvers of the request, and of the user's own. */
  readonly signed: number
  readonly signed_by_approvers: number
  readonly signed_by_user: number
}

/** The printed checks of these accounts in a scope, and what decides whether this user can sign them. */
export async function listToSign(
  db: Db,
  { accountIds, scope, userId }: { accountIds: readonly number[]; scope: Scope; userId: number },
): Promise<CheckToSign[]> {
  if (accountIds.length === 0) return []
  const hand = (part: string) => sql`exists (select 1 from request_hands h where h.check_request_id = r.id
    and h.dealer_group_id = r.dealer_group_id and h.user_id = ${userId} and h.part = ${sql.lit(part)})`
  const flag = (condition: ReturnType<typeof hand>) => sql<number>`case when ${condition} then 1 else 0 end`
  const signatures = (more = sql``) => sql<number>`(select cast(count(*) as integer) from check_signatures s
    where s.dealer_group_id = c.dealer_group_id and s.check_id = c.id ${more})`
  const raised = sql`exists (select 1 from ${paidRequests} and (r.requester_id = ${userId} or ${hand('raised')}))`
  const blocked = sql`exists (select 1 from ${paidRequests} and exists (select 1 from request_payees link
    join payees on payees.id = link.payee_id join dealer_groups g on g.id = link.dealer_group_id and g.payee_list = 1
    where link.check_request_id = r.id and payees.state = 'blocked'))`
  let checks = db
    .selectFrom('checks as c')
    .leftJoin('print_runs as run', (join) =>
      join.onRef('run.dealer_group_id', '=', 'c.dealer_group_id').onRef('run.id', '=', 'c.print_run_id'),
    )
    .select(['c.id', 'c.number', 'c.amount_cents', 'c.bank_account_id', 'c.printed_by_id', 'c.entered_by'])
    .select(['run.made_by_id', 'run.settled_by_id'])
    .select(sql<string>`coalesce(run.settled_at, c.created_at)`.as('printed_at'))
    .select([
      flag(raised).as('raised'),
      flag(sql`exists (select 1 from ${paidRequests} and ${hand('approved')})`).as('approved'),
      flag(sql`exists (select 1 from ${paidRequests} and r.held_at is not null)`).as('held'),
      flag(blocked).as('payee_blocked'),
      signatures().as('signed'),
      signatures(sql`and s.approved = 1`).as('signed_by_approvers'),
      signatures(sql`and s.user_id = ${userId}`).as('signed_by_user'),
    ])
    .where(
      'c.dealer_group_id',
      'in',
      db.selectFrom('bank_accounts').select('dealer_group_id').where('id', 'in', accountIds),
    )
    .where('c.bank_account_id', 'in', accountIds)
    .where('c.state', 'in', checkActs.sign.from)
    .where('c.check_request_id', 'is not', null)
  const { column, ids } = scopeFilter(scope)
  if (column === 'dealership_id' || column === 'department_id') checks = checks.where(`c.${column}`, 'in', ids)
  return checks.orderBy('c.number', 'desc').orderBy('c.id', 'desc').execute()
}
