import { addressLines } from '@check-requests/domain/checks/front.ts'
import type { Db } from '../../tables.ts'

/** What the paper says about a request besides what it stores itself. */
export interface PrintedFacts {
  readonly purpose: string
  readonly dealership: string
  readonly approvers: readonly string[]
}

/** What the paper says about these requests, by id. */
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

/** The lines of an address; where there is none, those that are printed on the check. */
export function knownAddress(address: string | null, face: string): readonly string[] {
  const lines = addressLines(address)
  const printed: { readonly addressLines?: readonly string[] } | null = JSON.parse(face)
  return lines.length > 0 ? lines : (printed?.addressLines ?? [])
}
