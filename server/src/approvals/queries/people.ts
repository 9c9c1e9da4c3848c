import { mayRole } from '@check-requests/domain/access/permissions.ts'
import { roleNamed, roles } from '@check-requests/domain/access/roles.ts'
import type { Place } from '@check-requests/domain/access/scope.ts'
import type { Approver, Delegation } from '@check-requests/domain/approvals/authority.ts'
import { type Among, listActing } from '../../people/confirmations/queries/acting.ts'
import { listTitlesInForce } from '../../people/confirmations/queries/confirmations.ts'
import { together } from '../../platform/threads/promises.ts'
import type { Db } from '../../tables.ts'
import { type HeldTitle, listHeldTitles, listTitles } from './titles.ts'

/** The active approvers of a dealer group, and super admins who approve, whose role is in force, with their titles. */
export function listApprovers(db: Db, dealerGroupId: number, now: string): Promise<Approver[]> {
  return approversAmong(db, { dealerGroupId, now }, 'everybody')
}

/** Those of them who count at a place: who can cover it, and whoever stands in for somebody, wherever that is. */
export async function listApproversFor(
  db: Db,
  place: Place,
  now: string,
  delegations: readonly Delegation[],
): Promise<Approver[]> {
  const asked = { dealerGroupId: place.dealerGroupId, now }
  const here = await approversAmong(db, asked, place)
  const known = new Set(here.map(({ userId }) => userId))
  const deputies = new Set(delegations.map(({ toId }) => toId).filter((id) => !known.has(id)))
  return deputies.size === 0 ? here : [...here, ...(await approversAmong(db, asked, [...deputies]))]
}

async function approversAmong(
  db: Db,
  { dealerGroupId, now }: { readonly dealerGroupId: number; readonly now: string },
  among: Among,
): Promise<Approver[]> {
  const [people, held] = await together(
    listActing(db, { roleId: roleNamed('approver').id, dealerGroupId, now }, among),
    listTitlesByUser(db, dealerGroupId, now),
  )
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

/** The titles in use that people hold, by user: those before, of whoever has been given others that still wait. */
export async function listTitlesByUser(
  db: Db,
  dealerGroupId: number,
  now: string,
): Promise<ReadonlyMap<number, readonly HeldTitle[]>> {
  const [rows, waiting] = await together(listHeldTitles(db, dealerGroupId), listTitlesInForce(db, dealerGroupId, now))
  const held = new Map<number, readonly HeldTitle[]>(Map.groupBy(rows, ({ user_id }) => user_id))
  if (waiting.size === 0) return held
  const titles = await listTitles(db, dealerGroupId)
  const inUse = new Set(titles.filter(({ is_active }) => is_active === 1).map(({ id }) => id))
  for (const [userId, inForce] of waiting)
    held.set(
      userId,
      inForce.filter(({ approval_title_id }) => inUse.has(approval_title_id)),
    )
  return held
}

const raising = roles
  .filter(({ name }) => mayRole(name, 'check-requests.create') || mayRole(name, 'check-requests.edit'))
  .map(({ id }) => id)

/** The users of a dealer group, and super admins, who have a role in which requests are raised or edited. */
export async function listRaisers(db: Db, dealerGroupId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select('users.id')
    .distinct()
    .where('user_roles.role_id', 'in', raising)
    .where(({ eb, or }) =>
      or([eb('users.dealer_group_id', '=', dealerGroupId), eb('users.dealer_group_id', 'is', null)]),
    )
    .execute()
  return rows.map(({ id }) => id)
}
