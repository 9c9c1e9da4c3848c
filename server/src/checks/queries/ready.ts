import { type Scope, scopeFilter } from '@check-requests/domain/access/scope.ts'
import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { mostOnPaper } from '@check-requests/domain/checks/fields.ts'
import { checkActs } from '@check-requests/domain/checks/lifecycle.ts'
import type { ShownAccount } from '../../bank/queries/accounts.ts'
import type { Db } from '../../tables.ts'

const [readyStatus] = checkActs.issue.request
const deliveries = { mailed: ['carrier'], 'picked up': ['pickup', 'other'] } as const

interface ReadySearch {
  readonly accountIds: readonly number[]
  readonly scope: Scope
  readonly leaves: keyof typeof deliveries
}

/** A check that is ready to leave the house, with what its request says about that. */
export type ReadyCheck = Awaited<ReturnType<typeof listReady>>[number]

/** A check that is ready to be mailed, with its account, and why it cannot leave now. */
export interface CheckToMail {
  readonly check: ReadyCheck
  readonly account: ShownAccount
  readonly refusal: string | null
}

/**
 * Checks that are ready to be mailed, or to be picked up, by number. Those on hold or about to be voided do not leave,
 * and are not there. One more than fit on a paper, where there are more.
 */
export function listReady(db: Db, { accountIds, scope, leaves }: ReadySearch) {
  let ready = db
    .selectFrom('checks')
    .innerJoin('check_requests', (join) =>
      join
        .onRef('check_requests.dealer_group_id', '=', 'checks.dealer_group_id')
        .onRef('check_requests.id', '=', 'checks.check_request_id'),
    )
    .innerJoin('users', 'users.id', 'check_requests.requester_id')
    .innerJoin('delivery_methods', 'delivery_methods.id', 'check_requests.delivery_method_id')
    .select(['checks.id', 'checks.dealer_group_id', 'checks.number', 'checks.check_date', 'checks.amount_cents'])
    .select([
      'checks.version',
      'checks.bank_account_id',
      'check_request_id',
      'exception_asked',
      'checks.request_number',
    ])
    .select(['checks.payee_name', 'payee_name_1', 'payee_name_2', 'mailing_address', 'checks.face'])
    .select('status_changed_at')
    .select(['users.first_name', 'users.last_name'])
    .where('checks.bank_account_id', 'in', accountIds)
    .where('checks.state', 'in', checkActs.issue.from)
    .where('checks.void_asked', 'is', null)
    .where('status_id', '=', statusNamed(readyStatus).id)
    .where('held_at', 'is', null)
    .where('delivery_methods.kind', 'in', deliveries[leaves])
  const { column, ids } = scopeFilter(scope)
  if (column === 'dealership_id' || column === 'department_id') ready = ready.where(`checks.${column}`, 'in', ids)
  return ready
    .orderBy('checks.number')
    .orderBy('checks.id')
    .limit(mostOnPaper + 1)
    .execute()
}
