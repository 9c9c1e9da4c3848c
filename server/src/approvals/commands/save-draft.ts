import type { SaveDraftInput } from '@check-requests/domain/approvals/fields.ts'
import { afterCreate, beforeChange } from '../../trail/commands/changes.ts'
import { demandInForce } from '../../people/confirmations/commands/demand-in-force.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { type DraftRow, findDraft, type Named, peopleIn, storeDraft } from '../queries/policies.ts'
import { demandGroup } from './demand-group.ts'
import { demandKnown } from './demand-known.ts'
import { notePolicy } from './record.ts'

/** Saves what is being edited of a dealer group's policy. Whoever saves has edited it and cannot publish it. */
export function saveDraft(
  services: Services,
  { caller, repeatable }: Command,
  dealerGroupId: number,
  { version = 0, ...policy }: SaveDraftInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    await demandInForce(unit, caller)
    await demandGroup(trx, caller, dealerGroupId)
    await demandKnown(trx, dealerGroupId, policy, moment(now))
    const before = await findDraft(trx, dealerGroupId)
    if ((before?.version ?? 0) !== version) throw changedMeanwhile(before)
    if (before) await beforeChange(trx, 'approval-policy-draft', dealerGroupId)
    else afterCreate(trx, 'approval-policy-draft', dealerGroupId)
    const draft = {
      dealer_group_id: dealerGroupId,
      content: JSON.stringify(policy),
      edited_by: JSON.stringify(withEditor(before, caller)),
      edited_at: moment(now),
    }
    if (!(await storeDraft(trx, draft, before?.version))) throw changedMeanwhile(undefined)
    notePolicy(unit, caller, dealerGroupId, {
      verb: 'edit',
      id: null,
      ...(before && { before: JSON.parse(before.content) }),
      after: policy,
    })
    return dealerGroupId
  })
}

function withEditor(draft: DraftRow | undefined, { userId, name }: Caller): Named[] {
  const others = (draft ? peopleIn(draft.edited_by) : []).filter(({ id }) => id !== userId)
  return [...others, { id: userId, name }]
}

/** The refusal of whoever saw another draft, or none. */
export function changedMeanwhile(draft: DraftRow | undefined): Failure {
  const who = draft ? (peopleIn(draft.edited_by).at(-1)?.name ?? 'Somebody') : 'Somebody'
  return new Failure(
    'CONFLICT',
    `${who} changed the approval policy in the meantime. Look at it again before you go on.`,
  )
}
