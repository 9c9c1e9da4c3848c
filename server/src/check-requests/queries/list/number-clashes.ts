import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../tables.ts'
import type { StoredRequest } from '../detail/find.ts'

type Clash = Pick<
  StoredRequest,
  'id' | 'request_number' | 'check_number' | 'dealer_group_id' | 'dealership_id' | 'department_id' | 'requester_id'
>

const most = 500

/** Requests whose check numbers were one number before numbers were unique, those with one number together (A16). */
export async function listNumberClashes(db: Db): Promise<Clash[]> {
  const fields = (table: string): RawBuilder<unknown> =>
    sql.raw(
      ['id', 'request_number', 'check_number', 'dealer_group_id', 'dealership_id', 'department_id', 'requester_id']
        .map((field) => `${table}.${field}`)
        .join(', '),
    )
  const { rows } = await sql<Clash>`
    select * from (
      select ${fields('e')}, ltrim(e.check_number, '0') as number from check_requests e where e.check_number_exempt = 1
      union
      select ${fields('f')}, ltrim(f.check_number, '0') as number from check_requests e join check_requests f
        on f.dealer_group_id = e.dealer_group_id and coalesce(f.dealership_id, 0) = coalesce(e.dealership_id, 0)
        and ltrim(f.check_number, '0') = ltrim(e.check_number, '0')
      where e.check_number_exempt = 1 and f.check_number is not null and f.check_number_exempt = 0
    ) clashes order by dealer_group_id, coalesce(dealership_id, 0), number, id limit ${most}`.execute(db)
  return rows
}
