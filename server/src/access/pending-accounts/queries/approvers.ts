import { roleNamed } from '@check-requests/domain/access/roles.ts'
import type { Place } from '@check-requests/domain/access/scope.ts'
import type { Approver, Delegation } from '@check-requests/domain/approvals/authority.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { together } from '../../../platform/threads/promises.ts'
import type { Db } from '../../../tables.ts'
import { type Among, listActing } from './acting.ts'
import { listTitlesInForce, type TitleInForce } from './confirmations.ts'

/**
 * The approvers of a dealer group, including super admins, who are active and whose role is in force, with their
 * approval titles.
 */
export function listApprovers(db: Db, dealerGroupId: number, now: string): Promise<Approver[]> {
  return approversAmong(db, { dealerGroupId, now }, 'everyone')
}

/**
 * The approvers who might be able to approve at a location: those whose scope might cover it, and all of these
 * delegates.
 */
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

/** The approval titles in force by user: the earlier ones if a user's new titles are pending. */
export async function listTitlesByUser(
  db: Db,
  dealerGroupId: number,
  now: string,
): Promise<ReadonlyMap<number, readonly TitleInForce[]>> {
  const [rows, waiting] = await together(listHeldTitles(db, dealerGroupId), listTitlesInForce(db, dealerGroupId, now))
  const held = new Map<number, readonly TitleInForce[]>(Map.groupBy(rows, ({ user_id }) => user_id))
  if (waiting.size === 0) return held
  const inUse = new Set(await listActiveTitles(db, dealerGroupId))
  for (const [userId, inForce] of waiting)
    held.set(
      userId,
      inForce.filter(({ approval_title_id }) => inUse.has(approval_title_id)),
    )
  return held
}

async function listActiveTitles(db: Db, groupId: number): Promise<number[]> {
  const titles = db.selectFrom('approval_titles').select('id').where('dealer_group_id', '=', groupId)
  return (await titles.where('is_active', '=', 1).execute()).map(({ id }) => id)
}

/** The approval titles that active users of a dealer group have. */
function listHeldTitles(db: Db, groupId: number) {
  return heldTitles(db, { groupId }).all()
}

const heldTitles = prepare((db: Db, param: Params<{ groupId: number }>) =>
  db
    .selectFrom('user_approval_titles as held')
    .innerJoin('approval_titles', 'approval_titles.id', 'held.approval_title_id')
    .select(['held.user_id', 'held.approval_title_id', 'held.dealership_id'])
    .where('held.dealer_group_id', '=', param('groupId'))
    .where('approval_titles.is_active', '=', 1),
)
