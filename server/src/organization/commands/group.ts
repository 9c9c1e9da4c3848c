import type { HeldControl } from '@check-requests/domain/people/controls/controls.ts'
import { type AskedColumns, holdBack } from '../../access/pending-controls/commands/hold.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { notFound } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { findGroup, type GroupRow } from '../queries/places.ts'

/**
 * Returns the dealer group if it exists and the caller works with it. Otherwise refuses as if the group didn't exist
 * (A2).
 */
export async function requireGroup(db: Db, { scope: { dealerGroupId } }: Caller, id: number) {
  const isOfOthers = dealerGroupId !== null && dealerGroupId !== id
  const group = isOfOthers ? undefined : await findGroup(db, id)
  if (!group) throw notFound('dealer group')
  return group
}

/** Holds back changes to a dealer group's columns that loosen a control, until a second user confirms them (F10). */
export function holdGroupBack(
  unit: Unit,
  caller: Caller,
  control: HeldControl,
  asked: AskedColumns<GroupRow>,
): Promise<Partial<GroupRow>> {
  const { id } = asked.before
  return holdBack(unit, caller, { control, dealerGroupId: id, entityId: id }, asked)
}
