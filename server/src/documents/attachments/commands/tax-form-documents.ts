import type { SavedAttachment } from '@check-requests/domain/documents/attachments/replies.ts'
import { refusalToRemoveTaxForm } from '@check-requests/domain/documents/attachments/rules.ts'
import { afterCreate, beforeChange } from '../../../trail/commands/changes.ts'
import { refuse } from '../../../check-requests/commands/refuse.ts'
import { demandPayee, findVisiblePayee, loadPayee } from '../../../payees/commands/load.ts'
import { notePayee } from '../../../payees/commands/record.ts'
import { moment } from '../../../platform/clock.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import type { Command } from '../../../access/sessions/queries/command.ts'
import type { Db } from '../../../tables.ts'
import { presentSaved } from '../presenter.ts'
import {
  type AttachmentRow,
  findAttachment,
  findCurrentTaxForm,
  insertAttachment,
  markRemoved,
  markReplaced,
  ofPayee,
} from '../queries/attachments.ts'
import { attach, type ReadForm } from './attach.ts'
import { auditedDocument } from './audited.ts'

/** Adds the W-9 of a payee. The one that was in force is kept as replaced. */
export function attachToPayee(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  readForm: ReadForm,
): Promise<SavedAttachment> {
  const demandRoom = async (db: Db) => void (await demandPayee(db, caller, id))
  const attaching = { caller, repeatable, demandRoom, readForm, kind: 'tax-form' } as const
  return attach(services, attaching, async (unit, document) => {
    const { trx } = unit
    // It also keeps others from adding one to the same payee at the same time.
    const { name, dealer_group_id } = await loadPayee(unit, caller, id, undefined)
    const replaced = await findCurrentTaxForm(trx, id)
    if (replaced) {
      await beforeChange(trx, 'attachment', replaced.id)
      await markReplaced(trx, replaced.id, moment(unit.now))
    }
    const row = await insertAttachment(trx, { ...document, ...ofPayee(id), dealer_group_id })
    afterCreate(trx, 'attachment', row.id)
    notePayee(unit, caller, {
      verb: 'add-tax-form-document',
      id,
      dealerGroupId: dealer_group_id,
      after: { name, document: auditedDocument(row), ...(replaced && { replaced: auditedDocument(replaced) }) },
    })
    return presentSaved(row, null)
  })
}

/** Removes a W-9 of a payee with a mark that stays. No replaced one comes back in its place. */
export async function removeTaxForm(
  unit: Unit,
  caller: Caller,
  { id }: AttachmentRow,
  payeeId: number,
): Promise<SavedAttachment> {
  const { trx, now } = unit
  if (!(await findVisiblePayee(trx, caller, payeeId))) throw notFound('document')
  const { name, dealer_group_id: dealerGroupId } = await loadPayee(unit, caller, payeeId, undefined)
  // As it is now that nobody else can change it.
  const document = await findAttachment(trx, id)
  if (document?.payee_id !== payeeId) throw notFound('document')
  const { role, scope, isAuditor: audits = false } = caller
  refuse(refusalToRemoveTaxForm({ role, level: scope.level, audits }, { isRemoved: document.removed_at !== null }))
  await beforeChange(trx, 'attachment', id)
  const by = { removed_by_id: caller.userId, removed_by_name: caller.name, removed_at: moment(now) }
  await markRemoved(trx, id, by)
  const before = { name, document: auditedDocument(document) }
  notePayee(unit, caller, { verb: 'remove-tax-form-document', id: payeeId, dealerGroupId, before, after: { name } })
  return presentSaved({ ...document, ...by }, null)
}
