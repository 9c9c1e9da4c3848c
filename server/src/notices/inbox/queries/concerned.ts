import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { type Params, prepare } from '../../../platform/prepared.ts'
import type { Db } from '../../../tables.ts'

const concerned = prepare((db: Db, param: Params<{ requestId: number }>) =>
  db
    .selectFrom('waiting_reads')
    .select('user_id')
    .where('check_request_id', '=', param('requestId'))
    .union(
      db
        .selectFrom('status_history')
        .select('user_id')
        .where('check_request_id', '=', param('requestId'))
        .where('role_id', '=', roleNamed('approver').id),
    ),
)

/** The approvers who have seen that a request waits for them, or have done something with it. */
export async function listConcerned(db: Db, requestId: number): Promise<number[]> {
  return (await concerned(db, { requestId }).all()).flatMap(({ user_id }) => user_id ?? [])
}
