import { askAuthority } from '../../../approvals/queries/routes.ts'
import type { Db } from '../../../tables.ts'
import { findForApproval, subjectOf } from './find.ts'

/** Who can approve a request now, by itself or for somebody; undefined where no policy holds for it. */
export async function decidersOf(db: Db, requestId: number, now: string): Promise<ReadonlySet<number> | undefined> {
  const row = await findForApproval(db, requestId)
  if (!row || row.policy_number === null) return undefined
  const asked = await askAuthority(db, subjectOf(row), now)
  return asked && new Set(asked.authority.canAct.map(({ userId }) => userId))
}
