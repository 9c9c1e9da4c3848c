import { isGuarded, refusalToOpen } from '@check-requests/domain/attachments/rules.ts'
import { demandInForce } from '../../confirmations/commands/demand-in-force.ts'
import { commit } from '../../platform/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import type { AttachmentRow } from '../queries/attachments.ts'
import { auditedDocument } from './audited.ts'
import { demandVisibleDocument } from './demand-visible.ts'

/** The document, if the caller can open it. Where it is a tax form that is guarded, the trail says who has looked. */
export async function openDocument(services: Services, caller: Caller, id: number): Promise<AttachmentRow> {
  const { document, request } = await demandVisibleDocument(services.database.read, caller, id)
  const { kind, created_by_id: createdById } = document
  const openable = { kind, createdById, hasPayeeList: request?.payee_list === 1 }
  if (!request || !isGuarded(openable)) return document
  const { userId, role, scope, isAuditor: audits = false } = caller
  const refusal = refusalToOpen({ userId, role, level: scope.level, audits }, openable)
  if (refusal) throw new Failure('FORBIDDEN', refusal)
  const subject = { chain: request.dealer_group_id, entity: 'check-request', entityId: request.id }
  await commit(services, undefined, async (unit) => {
    await demandInForce(unit, caller)
    const after = { document: auditedDocument(document) }
    unit.audit({ actor: caller, ...subject, action: 'check-request.see-tax-form', after })
  })
  return document
}
