import { findGroup } from '../../organization/queries/places.ts'
import { notFound } from '../../platform/errors.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'

/** The dealer group, if it is there and the caller works with it; otherwise refuses as if it did not exist (A2). */
export async function demandGroup(db: Db, caller: Caller, id: number) {
  const { dealerGroupId } = caller.scope
  const isOfOthers = dealerGroupId !== null && dealerGroupId !== id
  const group = isOfOthers ? undefined : await findGroup(db, id)
  if (!group) throw notFound('dealer group')
  return group
}
