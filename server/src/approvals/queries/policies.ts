import { anyIds } from '@check-requests/domain/approvals/conditions.ts'
import type { Policy } from '@check-requests/domain/approvals/policy.ts'
import type { Insertable, Selectable } from 'kysely'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import type { Db, Tx } from '../../tables.ts'
import type { ApprovalPolicyDraftTable, ApprovalPolicyTable } from '../tables.ts'

/** A user who edited or published a policy, with the user's name at that time. */
export interface Named {
  readonly id: number
  readonly name: string
}

export type PolicyRow = Selectable<ApprovalPolicyTable>
export type DraftRow = Selectable<ApprovalPolicyDraftTable>

const newest = prepare((db: Db, param: Params<{ dealerGroupId: number }>) =>
  db
    .selectFrom('approval_policies')
    .selectAll()
    .where('dealer_group_id', '=', param('dealerGroupId'))
    .orderBy('number', 'desc')
    .limit(1),
)

/** The policy in force of a dealer group: the last published version, if any. */
export function findPolicyInForce(db: Db, dealerGroupId: number): Promise<PolicyRow | undefined> {
  return newest(db, { dealerGroupId }).first()
}

/** All published policies of a dealer group, newest first. */
export function listPolicies(db: Db, dealerGroupId: number): Promise<PolicyRow[]> {
  return db
    .selectFrom('approval_policies')
    .selectAll()
    .where('dealer_group_id', '=', dealerGroupId)
    .orderBy('number', 'desc')
    .execute()
}

export function findDraft(db: Db, dealerGroupId: number): Promise<DraftRow | undefined> {
  return db
    .selectFrom('approval_policy_drafts')
    .selectAll()
    .where('dealer_group_id', '=', dealerGroupId)
    .executeTakeFirst()
}

/** Stores a draft in place of the given version. Returns false if that version has been replaced since. */
export async function storeDraft(
  trx: Tx,
  draft: Omit<DraftRow, 'version'>,
  seen: number | undefined,
): Promise<boolean> {
  if (seen === undefined) {
    const added = trx
      .insertInto('approval_policy_drafts')
      .values(draft)
      .onConflict((conflict) => conflict.doNothing())
    return (await added.executeTakeFirst()).numInsertedOrUpdatedRows === 1n
  }
  const { dealer_group_id, ...values } = draft
  const changed = trx
    .updateTable('approval_policy_drafts')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('dealer_group_id', '=', dealer_group_id)
    .where('version', '=', seen)
  return (await changed.executeTakeFirst()).numUpdatedRows === 1n
}

/** Deletes the given version of a draft. Returns false if that version has been replaced since. */
export async function takeDraft(trx: Tx, dealerGroupId: number, version: number): Promise<boolean> {
  const taken = trx
    .deleteFrom('approval_policy_drafts')
    .where('dealer_group_id', '=', dealerGroupId)
    .where('version', '=', version)
  return (await taken.executeTakeFirst()).numDeletedRows === 1n
}

export async function insertPolicy(trx: Tx, policy: Omit<Insertable<ApprovalPolicyTable>, 'id'>): Promise<PolicyRow> {
  return trx.insertInto('approval_policies').values(policy).returningAll().executeTakeFirstOrThrow()
}

/** Parses the policy in a row. Its JSON was validated before it was stored. */
export function policyIn({ content }: { readonly content: string }): Policy {
  const { rules, ...others }: Policy = JSON.parse(content)
  return { ...others, rules: rules.map((rule) => ({ ...rule, conditions: { ...anyIds, ...rule.conditions } })) }
}

/** Parses the users in a stored list. */
export function peopleIn(stored: string): Named[] {
  return JSON.parse(stored)
}
