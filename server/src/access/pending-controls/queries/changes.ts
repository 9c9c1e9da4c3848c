import { statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { ControlChangeTable } from '../tables.ts'

export type ControlChange = Selectable<ControlChangeTable>

/**
 * Lists pending changes and those that one user made alone, oldest first. Without a group, lists those in all groups.
 */
export function listOpenChanges(db: Db, dealerGroupId: number | null) {
  const open = db
    .selectFrom('control_changes')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'control_changes.dealer_group_id')
    .selectAll('control_changes')
    .select('dealer_groups.name as dealer_group_name')
    .leftJoin('bank_accounts', (join) =>
      join.onRef('bank_accounts.id', '=', 'entity_id').on('control', '=', 'bank-files'),
    )
    .select('bank_accounts.name as bank_account_name')
    .where('dealer_groups.deleted_at', 'is', null)
    .where(({ eb, or }) => or([eb('outcome', 'is', null), eb('outcome', 'in', ['alone', 'unattended'])]))
    .orderBy('control_changes.id')
  return (dealerGroupId === null ? open : open.where('control_changes.dealer_group_id', '=', dealerGroupId)).execute()
}

export type OpenChange = Awaited<ReturnType<typeof listOpenChanges>>[number]

/** The list of sentences that describe what a change loosens. */
export function saysOf({ says }: Pick<ControlChange, 'says'>): string[] {
  return JSON.parse(says)
}

export function findChange(db: Db, id: number): Promise<ControlChange | undefined> {
  return db.selectFrom('control_changes').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Finds the pending change to the same control of the same record. */
export function findWaiting(
  db: Db,
  { dealer_group_id, control, entity_id }: Pick<ControlChange, 'dealer_group_id' | 'control' | 'entity_id'>,
): Promise<ControlChange | undefined> {
  const same = db.selectFrom('control_changes').selectAll().where('dealer_group_id', '=', dealer_group_id)
  return same
    .where('control', '=', control)
    .where('entity_id', '=', entity_id)
    .where('outcome', 'is', null)
    .executeTakeFirst()
}

export function insertChange(trx: Tx, row: Insertable<ControlChangeTable>): Promise<ControlChange> {
  return trx.insertInto('control_changes').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateChange(trx: Tx, id: number, values: Updateable<ControlChangeTable>): Promise<void> {
  await trx
    .updateTable('control_changes')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

const afterApproval = statuses
  .filter(({ name }) => ['approved', 'printed', 'signed', 'ready', 'closed'].includes(name))
  .map(({ id }) => id)

/** Returns true while a dealer group is being set up, which ends when its first request is approved (F10). */
export async function isBeingSetUp(db: Db, dealerGroupId: number): Promise<boolean> {
  const approved = db.selectFrom('check_requests').select('id').where('dealer_group_id', '=', dealerGroupId)
  return (await approved.where('status_id', 'in', afterApproval).limit(1).executeTakeFirst()) === undefined
}
