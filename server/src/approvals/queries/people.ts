import { roleNamed } from '@check-requests/domain/access/roles.ts'
import type { Approver } from '@check-requests/domain/approvals/authority.ts'
import { listActing } from '../../confirmations/queries/acting.ts'
import type { Db } from '../../tables.ts'
import { listHeldTitles } from './titles.ts'

/** The active approvers of a dealer group, and super admins who approve, whose role is in force, with their titles. */
export async function listApprovers(db: Db, dealerGroupId: number, now: string): Promise<Approver[]> {
  const people = await listActing(db, { roleId: roleNamed('approver').id, dealerGroupId, now })
  const held = Map.groupBy(await listHeldTitles(db, dealerGroupId), ({ user_id }) => user_id)
  return people.map(({ userId, name, scope }) => {
    const titles = held.get(userId) ?? []
    return {
      userId,
      name,
      scope,
      titles: titles.map(({ approval_title_id, dealership_id }) => ({
        titleId: approval_title_id,
        dealershipId: dealership_id === 0 ? null : dealership_id,
      })),
    }
  })
}
