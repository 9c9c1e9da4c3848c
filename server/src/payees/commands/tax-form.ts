import type { SaveTaxFormInput } from '@check-requests/domain/payees/fields.ts'
import type { TaxFormReply } from '@check-requests/domain/payees/replies.ts'
import { demandInForce } from '../../people/confirmations/commands/demand-in-force.ts'
import { commit } from '../../platform/commit.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { presentTaxForm } from '../presenter.ts'
import { updatePayee } from '../queries/payees.ts'
import { findTaxForm, storeTaxForm } from '../queries/tax-forms.ts'
import { demandPayee, loadPayee } from './load.ts'
import { notePayee } from './record.ts'

/** What the W-9 of a payee says; null without one. The trail says who has looked. */
export function seeTaxForm(services: Services, caller: Caller, id: number): Promise<TaxFormReply | null> {
  return commit(services, undefined, async (unit) => {
    await demandInForce(unit, caller)
    const { name, dealer_group_id: dealerGroupId } = await demandPayee(unit.trx, caller, id)
    const form = await findTaxForm(unit.trx, id)
    if (!form) return null
    notePayee(unit, caller, { verb: 'see-tax-form', id, dealerGroupId, after: { name } })
    return presentTaxForm(form)
  })
}

/** Keeps what the W-9 of a payee says. Returns the payee's id. */
export function saveTaxForm(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, ...form }: SaveTaxFormInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    const { name, dealer_group_id } = await loadPayee(unit, caller, id, version)
    const before = await findTaxForm(trx, id)
    const backup_withholding = Number(form.backup_withholding)
    await storeTaxForm(trx, { ...form, backup_withholding, payee_id: id, dealer_group_id })
    await updatePayee(trx, id, {})
    const noted = { verb: 'save-tax-form', id, dealerGroupId: dealer_group_id } as const
    notePayee(unit, caller, {
      ...noted,
      ...(before && { before: { name, ...presentTaxForm(before) } }),
      after: { name, ...form },
    })
    return id
  })
}
