import { comparedStatuses } from '@check-requests/domain/check-requests/duplicates.ts'
import { sql } from 'kysely'
import { type Params, prepare } from '../../../platform/prepared.ts'
import type { Db } from '../../../tables.ts'
import { type Alike, lookedAt } from './duplicates.ts'

const withSame = prepare((_: Db, param: Params<{ id: number }>) => {
  const counted = comparedStatuses().map(({ id }) => sql.lit(id))
  return sql<Alike>`select r.id, r.request_number, r.amount_cents, r.status_id, r.created_at, r.requester_id,
      r.dealer_group_id, r.dealership_id, r.department_id, k.payment, k.vin, k.po
    from check_requests r join match_keys k on k.id = r.id
    where r.status_id in (${sql.join(counted)}) and r.id in (
      select other.check_request_id from attachments own join attachments other
        on other.dealer_group_id = own.dealer_group_id and other.sha256 = own.sha256
      where own.check_request_id = ${param('id')} and other.check_request_id <> own.check_request_id
        and own.removed_at is null and other.removed_at is null)
    order by r.created_at desc, r.id desc limit ${sql.lit(lookedAt)}`
})

/** The newest requests of the dealer group that have a document with the same content as this one, whatever its name. */
export function findWithSameDocument(db: Db, id: number): Promise<Alike[]> {
  return withSame(db, { id }).all()
}
