import { type Scope, scopeFilter } from '@check-requests/domain/access/scope.ts'
import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { mostOnPaper } from '@check-requests/domain/checks/fields.ts'
import { addressLines } from '@check-requests/domain/checks/front.ts'
import { checkActs } from '@check-requests/domain/checks/lifecycle.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ShownAccount } from '../../bank/queries/accounts.ts'
import type { Db } from '../../tables.ts'
import type { CombinedRequestRow } from './checks.ts'

const [readyStatus] = checkActs.issue.request
const deliveries = { mailed: ['carrier'], 'picked up': ['pickup', 'other'] } as const

interface ReadySearch {
  readonly accountIds: readonly number[]
  readonly scope: Scope
  readonly leaves: keyof typeof deliveries
}

/** A check that is ready to leave the office, with its request's delivery data. */
export type ReadyCheck = Awaited<ReturnType<typeof listReady>>[number]

/** A check that is ready to leave the office, with its account, and the reason if it can't leave now. */
export interface CheckToLeave {
  readonly check: ReadyCheck
  readonly account: ShownAccount
  /** The check's requests if it pays several. */
  readonly combined: readonly CombinedRequestRow[] | undefined
  readonly refusal: string | null
}

/**
 * Checks ready to be mailed, or to be picked up, by number. Omits checks that can't leave because they are on hold or
 * pending a void. If more are ready than fit on a document, returns one more than fits.
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
    .select(['checks.payee_name', 'payee_name_1', 'payee_name_2', 'mailing_address', 'checks.face', 'diverted_by_id'])
    .select('status_changed_at')
    .select(['users.first_name', 'users.last_name'])
    .where('checks.bank_account_id', 'in', accountIds)
    // Lets the query begin with the requests of these groups that are ready, which are few.
    .where('check_requests.dealer_group_id', 'in', groupsOf(db, accountIds))
    .where('checks.state', 'in', checkActs.issue.from)
    .where('checks.void_asked', 'is', null)
    .where('status_id', '=', statusNamed(readyStatus).id)
    .where('held_at', 'is', null)
    .where(noneOnHold('checks'))
    .where('delivery_methods.kind', 'in', deliveries[leaves])
  const { column, ids } = scopeFilter(scope)
  if (column === 'dealership_id' || column === 'department_id') ready = ready.where(`checks.${column}`, 'in', ids)
  return ready
    .orderBy('checks.number')
    .orderBy('checks.id')
    .limit(mostOnPaper + 1)
    .execute()
}

function groupsOf(db: Db, accountIds: readonly number[]) {
  return db.selectFrom('bank_accounts').select('dealer_group_id').where('id', 'in', accountIds)
}

/** The printed request data that the check doesn't store itself. */
export interface PrintedFacts {
  readonly purpose: string
  readonly dealership: string
  readonly approvers: readonly string[]
}

/** The request data printed on checks, by request id. */
export async function printedFactsOf(db: Db, ids: readonly number[]): Promise<Map<number, PrintedFacts>> {
  const rows = await db
    .selectFrom('check_requests')
    .innerJoin('purposes', 'purposes.id', 'check_requests.purpose_id')
    .leftJoin('dealerships', 'dealerships.id', 'check_requests.dealership_id')
    .select(['check_requests.id', 'purposes.name as purpose', 'purpose_other', 'dealerships.name as dealership'])
    .where('check_requests.id', 'in', ids)
    .execute()
  const hands = await db
    .selectFrom('request_hands')
    .innerJoin('users', 'users.id', 'request_hands.user_id')
    .select(['check_request_id', 'first_name', 'last_name'])
    .where('check_request_id', 'in', ids)
    .where('part', '=', 'approved')
    .orderBy('user_id')
    .execute()
  const approvers = Map.groupBy(hands, ({ check_request_id }) => check_request_id)
  return new Map(
    rows.map(({ id, purpose, purpose_other, dealership }) => [
      id,
      {
        purpose: purpose_other ?? purpose,
        dealership: dealership ?? '',
        approvers: (approvers.get(id) ?? []).map(({ first_name, last_name }) => `${first_name} ${last_name}`),
      },
    ]),
  )
}

/** The lines of an address or, if it is null, of the address printed on the check. */
export function knownAddress(address: string | null, face: string): readonly string[] {
  const lines = addressLines(address)
  const printed: { readonly addressLines?: readonly string[] } | null = JSON.parse(face)
  return lines.length > 0 ? lines : (printed?.addressLines ?? [])
}

/** SQL for whether none of the requests that a check of several pays is on hold. */
export function noneOnHold(check: string): RawBuilder<boolean> {
  const [group, id] = [sql.ref(`${check}.dealer_group_id`), sql.ref(`${check}.id`)]
  return sql<boolean>`not exists (select 1 from combined_requests p join check_requests other on other.id = p.check_request_id
    where p.dealer_group_id = ${group} and p.check_id = ${id} and other.held_at is not null)`
}
