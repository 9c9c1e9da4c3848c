import { isGuarded, refusalToOpen } from '@check-requests/domain/attachments/rules.ts'
import { demandInForce } from '../../confirmations/commands/demand-in-force.ts'
import { notePayee } from '../../payees/commands/record.ts'
import { commit } from '../../platform/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import type { AttachmentRow } from '../queries/attachments.ts'
import { auditedDocument } from './audited.ts'
import { demandVisibleDocument, type VisibleDocument } from './demand-visible.ts'

/** The document, if the caller can open it. Where it is a tax form that is guarded, the trail says who has looked. */
export async function openDocument(services: Services, caller: Caller, id: number): Promise<AttachmentRow> {
  const found = await demandVisibleDocument(services.database.read, caller, id)
  const { document, request, payee } = found
  const { kind, created_by_id: createdById } = document
  const openable = { kind, createdById, hasPayeeList: payee !== undefined || request?.payee_list === 1 }
  if (!isGuarded(openable)) return document
  const { userId, role, scope, isAuditor: audits = false } = caller
  const refusal = refusalToOpen({ userId, role, level: scope.level, audits }, openable)
  if (refusal) throw new Failure('FORBIDDEN', refusal)
  await commit(services, undefined, async (unit) => {
    await demandInForce(unit, caller)
    noteLook(unit, caller, found)
  })
  return document
}

function noteLook(unit: Unit, caller: Caller, { document, request, payee }: VisibleDocument): void {
  const look = { document: auditedDocument(document) }
  if (request) {
    const subject = { chain: request.dealer_group_id, entity: 'check-request', entityId: request.id }
    unit.audit({ actor: caller, ...subject, action: 'check-request.see-tax-form', after: look })
  }
  if (payee) {
    const { id, name, dealer_group_id: dealerGroupId } = payee
    notePayee(unit, caller, { verb: 'see-tax-form-document', id, dealerGroupId, after: { name, ...look } })
  }
}
