import type { DiscardInput } from '@check-requests/domain/approvals/fields.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import { demandInForce } from '../../people/confirmations/commands/demand-in-force.ts'
import { commit } from '../../platform/commit.ts'
import { notFound } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { findDraft, policyIn, takeDraft } from '../queries/policies.ts'
import { demandGroup } from './demand-group.ts'
import { notePolicy } from './record.ts'
import { changedMeanwhile } from './save-draft.ts'

/** Discards the draft of a dealer group's policy, as it was seen. The trail keeps what it said. */
export function discardDraft(
  services: Services,
  { caller, repeatable }: Command,
  dealerGroupId: number,
  { version }: DiscardInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await demandInForce(unit, caller)
    await demandGroup(trx, caller, dealerGroupId)
    const draft = await findDraft(trx, dealerGroupId)
    if (!draft) throw notFound('draft')
    if (draft.version !== version) throw changedMeanwhile(draft)
    await beforeChange(trx, 'approval-policy-draft', dealerGroupId)
    if (!(await takeDraft(trx, dealerGroupId, version))) throw changedMeanwhile(undefined)
    notePolicy(unit, caller, dealerGroupId, { verb: 'discard', id: null, before: policyIn(draft) })
    return dealerGroupId
  })
}
