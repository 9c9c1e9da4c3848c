import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { checkActs } from '@check-requests/domain/checks/lifecycle.ts'
import type { NoticeEvent } from '@check-requests/domain/notices/inbox/notices.ts'
import { sql } from 'kysely'
import type { Db } from '../../tables.ts'
import type { CheckRow } from './checks.ts'

/** The dealer groups that have a bank account, with their clocks. */
export function listGroupsWithAccounts(db: Db): Promise<{ id: number; time_zone: string }[]> {
  return db
    .selectFrom('dealer_groups')
    .select(['id', 'time_zone'])
    .where('deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('bank_accounts').select('bank_accounts.id').whereRef('dealer_group_id', '=', 'dealer_groups.id'),
      ),
    )
    .orderBy('id')
    .execute()
}

interface Lapsing {
  readonly group: number
  /** The last day on which the stops lapse that are listed. */
  readonly until: string
  /** Checks with a higher id. */
  readonly after: number
  readonly limit: number
}

/** Stopped checks of a group whose stop lapses by a day and of which that was not noted so far, by id. */
export function listLapsing(db: Db, { group, until, after, limit }: Lapsing): Promise<CheckRow[]> {
  return (
    db
      .selectFrom('checks')
      .selectAll()
      .where('dealer_group_id', '=', group)
      // A literal, so that the index of these checks alone is used.
      .where('state', '=', sql.lit('stopped'))
      .where('stop_lapsed_at', 'is', null)
      .where('stop_lapses_on', '<=', until)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  )
}

/** The accounts whose processors are reminded of ready checks. */
export function listRemindingAccounts(db: Db) {
  return db
    .selectFrom('bank_accounts')
    .select(['id', 'dealer_group_id', 'pick_up_reminder_days', 'mail_task_days'])
    .where('state', '=', 'active')
    .orderBy('id')
    .execute()
}

interface Lying {
  readonly account: { readonly id: number; readonly dealer_group_id: number }
  /** Checks that have been ready since before this moment. */
  readonly before: string
  /** The notice of which each is told once as long as it is ready. */
  readonly event: NoticeEvent
  /** Checks with a higher id. */
  readonly after: number
  readonly limit: number
}

export type LyingCheck = Awaited<ReturnType<typeof listLying>>[number]

/** Checks of an account that are ready to leave for too long and not held, and of which nobody was told so far, by id. */
export function listLying(db: Db, { account, before, event, after, limit }: Lying) {
  const [ready] = checkActs.issue.request
  return db
    .selectFrom('checks as c')
    .innerJoin('check_requests as r', 'r.id', 'c.check_request_id')
    .select(['c.id', 'c.number', 'c.dealer_group_id', 'c.dealership_id', 'c.department_id', 'c.check_request_id'])
    .select('r.status_changed_at')
    .where('c.dealer_group_id', '=', account.dealer_group_id)
    .where('c.bank_account_id', '=', account.id)
    .where('c.state', 'in', checkActs.issue.from)
    .where('r.status_id', '=', statusNamed(ready).id)
    .where('r.status_changed_at', '<=', before)
    .where('r.held_at', 'is', null)
    .where('c.id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices as n')
            .select('n.id')
            .whereRef('n.check_request_id', '=', 'r.id')
            .where('n.event', '=', event)
            .whereRef('n.created_at', '>=', 'r.status_changed_at'),
        ),
      ),
    )
    .orderBy('c.id')
    .limit(limit)
    .execute()
}
