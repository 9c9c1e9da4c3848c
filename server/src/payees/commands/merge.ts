import type { MergePayeeInput } from '@check-requests/domain/payees/fields.ts'
import { stateAfterMerge } from '@check-requests/domain/payees/lifecycle.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { publishMerged } from '../../events.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { invalidFields, notFound } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import { derived, editorsOf, listCountedAs, listMergedInto, type PayeeRow, updatePayee } from '../queries/payees.ts'
import { findTaxForm, storeTaxForm } from '../queries/tax-forms.ts'
import { loadPayee, notePayee } from './payee.ts'
import { inTrail, unverified } from './save-payee.ts'

/**
 * Merges a payee into another one, whose name remains. The merged payee is kept unchanged and points to the remaining
 * payee, which another user must verify again. Returns the id of the remaining payee.
 */
export function mergePayee(services: Services, command: Command, id: number, input: MergePayeeInput): Promise<number> {
  const { caller, repeatable } = command
  const { into_id, address_of } = input
  if (id === into_id) throw invalidFields({ into_id: 'Choose another payee. A payee can’t be merged into itself.' })
  if (address_of !== id && address_of !== into_id)
    throw invalidFields({ address_of: 'Choose the address of one of the two payees.' })
  return commit(services, repeatable, async (unit) => {
    const [merged, remaining] = await loadBoth(unit, caller, id, input)
    if (merged.dealer_group_id !== remaining.dealer_group_id) throw notFound('payee')
    await takeIn(unit, caller, remaining, merged, address_of)
    await pointTo(unit, caller, remaining, merged)
    return into_id
  })
}

// Loads in id order, so that two merges of the same payees can't deadlock.
async function loadBoth(unit: Unit, caller: Caller, id: number, { into_id, version, into_version }: MergePayeeInput) {
  const merged = () => loadPayee(unit, caller, id, version)
  const remaining = () => loadPayee(unit, caller, into_id, into_version)
  if (id < into_id) return [await merged(), await remaining()] as const
  const loaded = await remaining()
  return [await merged(), loaded] as const
}

/**
 * Updates the remaining payee, which gets the chosen address, is blocked if either payee was, and must be verified by
 * another user.
 */
async function takeIn(unit: Unit, caller: Caller, remaining: PayeeRow, merged: PayeeRow, addressOf: number) {
  const address = addressOf === merged.id ? merged.address : remaining.address
  const state = stateAfterMerge([remaining.state, merged.state])
  const blocked_reason = remaining.blocked_reason ?? merged.blocked_reason
  const values = { address, state, blocked_reason, ...unverified, ...editedByAll(caller, remaining, merged) }
  // A remaining payee that counted as the merged payee no longer counts as another one.
  const counted = remaining.counts_as_id === merged.id ? { counts_as_id: null } : {}
  await updatePayee(unit.trx, remaining.id, { ...values, ...counted, ...derived({ ...remaining, address }) })
  const form = await findTaxForm(unit.trx, merged.id)
  if (form && !(await findTaxForm(unit.trx, remaining.id)))
    await storeTaxForm(unit.trx, { ...form, payee_id: remaining.id })
  const passed = await publishMerged(unit, { mergedId: merged.id, remainingId: remaining.id })
  const documents = passed.length > 0 && { tax_form_documents: passed }
  const after = { address, state, blocked_reason, merged_from: merged.name, ...documents }
  const { id, dealer_group_id: dealerGroupId } = remaining
  notePayee(unit, caller, { verb: 'take-in', id, dealerGroupId, before: inTrail(remaining, after), after })
}

/**
 * Makes the merged payee, the payees merged into it earlier, and the payees that count as it point to the remaining
 * payee.
 */
async function pointTo(unit: Unit, caller: Caller, remaining: PayeeRow, merged: PayeeRow): Promise<void> {
  const { trx, now } = unit
  const earlier = await listMergedInto(trx, merged.id)
  const counted = (await listCountedAs(trx, merged)).filter(({ id }) => id !== remaining.id)
  const target = { merged_into_id: remaining.id, merged_at: moment(now), merged_by_name: caller.name }
  await beforeChange(trx, 'payee', ...[...earlier, ...counted].map(({ id }) => id))
  for (const { id } of [merged, ...earlier]) await updatePayee(trx, id, target)
  for (const { id } of counted) await updatePayee(trx, id, { counts_as_id: remaining.id })
  const { id, dealer_group_id: dealerGroupId } = merged
  const after = { merged_into: remaining.name }
  notePayee(unit, caller, { verb: 'merge', id, dealerGroupId, before: inTrail(merged, after), after })
}

function editedByAll({ userId, name }: Caller, ...payees: readonly PayeeRow[]) {
  const everyone = [...payees.flatMap(editorsOf), { id: userId, name }]
  const byId = new Map(everyone.map((editor) => [editor.id, editor]))
  return { edited_by: JSON.stringify([...byId.values()]) }
}
