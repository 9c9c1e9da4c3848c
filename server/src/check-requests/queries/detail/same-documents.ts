import { comparedStatuses } from '@check-requests/domain/check-requests/duplicates.ts'
import { sql } from 'kysely'
import { type Params, prepare } from '../../../platform/prepared.ts'
import type { Db } from '../../../tables.ts'
import { type Alike, lookedAt } from './duplicates.ts'

/** Whose documents are compared, and in which dealer group. */
interface Documents {
  readonly of: 'check_request_id' | 'draft_id'
  readonly id: number
  readonly dealerGroupId: number
}

const withSame = prepare((_: Db, param: Params<Pick<Documents, 'id' | 'dealerGroupId'>>, of: Documents['of']) => {
  const counted = comparedStatuses().map(({ id }) => sql.lit(id))
  return sql<Alike>`select r.id, r.request_number, r.amount_cents, r.status_id, r.created_at, r.requester_id,
      r.dealer_group_id, r.dealership_id, r.department_id, k.payee, k.payment, k.vin, k.po, k.invoice
    from check_requests r join match_keys k on k.id = r.id
    where r.status_id in (${sql.join(counted)}) and r.id in (
      select other.check_request_id from attachments own join attachments other
        on other.dealer_group_id = ${param('dealerGroupId')} and other.sha256 = own.sha256
      where own.${sql.ref(of)} = ${param('id')} and coalesce(own.check_request_id, 0) <> other.check_request_id
        and own.removed_at is null and other.removed_at is null)
    order by r.created_at desc, r.id desc limit ${sql.lit(lookedAt)}`
})

/** The newest requests of a dealer group that have a document with the same content as one of these, whatever its name. */
export function findWithSameDocument(db: Db, { of, ...values }: Documents): Promise<Alike[]> {
  return withSame(db, values, of).all()
}
