import { joinedKeys } from '@check-requests/domain/check-requests/payee-names.ts'
import type { VerifiedNeeded } from '@check-requests/domain/payees/rules.ts'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import { together } from '../../platform/threads/promises.ts'
import type { Db, Tx } from '../../tables.ts'
import { findPayeeNamed, findPayeeOfKey, type PayeeRow, remainingOf } from './payees.ts'

/** What the settings of a dealer group say of a purpose. */
interface Need {
  readonly purpose_id: number
  readonly verified_needed: VerifiedNeeded
}

/** The needs of a dealer group as they are stored. */
export function needsIn(stored: string): Need[] {
  return JSON.parse(stored)
}

const settings = prepare((db: Db, param: Params<{ dealerGroupId: number }>) =>
  db.selectFrom('dealer_groups').select(['payee_list', 'payee_needs']).where('id', '=', param('dealerGroupId')),
)

/** What a dealer group has set about its payees. */
export function findPayeeSettings(db: Db, dealerGroupId: number) {
  return settings(db, { dealerGroupId }).first()
}

const link = prepare(
  (db: Db, param: Params<{ row: { check_request_id: number; dealer_group_id: number; payee_id: number } }>) =>
    db
      .insertInto('request_payees')
      .values(param.row('row'))
      .onConflict((conflict) =>
        conflict.column('check_request_id').doUpdateSet(({ ref }) => ({ payee_id: ref('excluded.payee_id') })),
      ),
)

/** Says which payee a request pays, in place of an earlier one. */
export async function storeLink(
  trx: Tx,
  row: { check_request_id: number; dealer_group_id: number; payee_id: number },
): Promise<void> {
  await link(trx, { row }).affectedRows()
}

/** The requests that are linked with a payee, by their first names. */
export function listLinked(db: Db, payeeId: number): Promise<{ id: number; payee_name_1: string }[]> {
  return db
    .selectFrom('request_payees')
    .innerJoin('check_requests', 'check_requests.id', 'request_payees.check_request_id')
    .select(['check_requests.id', 'check_requests.payee_name_1'])
    .where('request_payees.payee_id', '=', payeeId)
    .orderBy('check_requests.id')
    .execute()
}

/** Links these requests with a payee. */
export async function linkAgain(trx: Tx, requestIds: readonly number[], payeeId: number): Promise<void> {
  const links = trx.updateTable('request_payees').set({ payee_id: payeeId })
  await links.where('check_request_id', 'in', requestIds).execute()
}

/** Removes the link of a request, with the request itself. */
export async function deleteLink(trx: Tx, requestId: number): Promise<void> {
  await trx.deleteFrom('request_payees').where('check_request_id', '=', requestId).execute()
}

interface PaidRequest {
  readonly id: number
  readonly dealer_group_id: number
  readonly payee_name_1: string
}

const linked = prepare((db: Db, param: Params<{ id: number }>) =>
  db
    .selectFrom('request_payees')
    .innerJoin('payees', 'payees.id', 'request_payees.payee_id')
    .selectAll('payees')
    .where('request_payees.check_request_id', '=', param('id')),
)

/** The payee on the list that has the second name of a request; undefined for one that is on no list. */
export async function findSecondPayee(
  db: Db,
  { dealer_group_id, payee_name_2 }: { readonly dealer_group_id: number; readonly payee_name_2: string | null },
): Promise<PayeeRow | undefined> {
  return payee_name_2 === null ? undefined : findPayeeNamed(db, dealer_group_id, payee_name_2)
}

/** The first of the payees whom one field names together with others that is blocked, if any is. */
export async function findBlockedJoined(db: Db, dealerGroupId: number, field: string): Promise<PayeeRow | undefined> {
  const found = await together(...joinedKeys(field).map((key) => findPayeeOfKey(db, dealerGroupId, key)))
  return found.find((payee) => payee?.state === 'blocked')
}

/**
 * The payee of a request: the one it was linked with, or, if it is older than the list, the one of its name; the one
 * that remains, where it was merged.
 */
export async function findPayeeOf(db: Db, request: PaidRequest): Promise<PayeeRow | undefined> {
  const { id, dealer_group_id, payee_name_1 } = request
  const payee = await linked(db, { id }).first()
  return payee ? remainingOf(db, payee) : findPayeeNamed(db, dealer_group_id, payee_name_1)
}
