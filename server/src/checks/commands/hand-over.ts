import { missingToHandOver, refusalToTake, refusalUnknown } from '@check-requests/domain/checks/custody.ts'
import type { HandOverInput } from '@check-requests/domain/checks/hand-over.ts'
import { checkActs, refusalAt, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { followCheck } from '../../check-requests/commands/follow-check.ts'
import { type FoundRequest, stateOf } from '../../check-requests/queries/detail/find.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { Failure, invalidFields } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Command } from '../../sessions/queries/command.ts'
import { exceptionOf, insertHandOver, updateCheck } from '../queries/checks.ts'
import { isUnknownToBank, refusalWhileAsked, takesAgainstCustody } from './custody.ts'
import { dayOfCheckEvent } from './event-day.ts'
import { type CheckOfAccount, demandRequestOf, loadCheck } from './load.ts'
import { noteCheck, rememberEvents } from './record.ts'

/** Records to whom a check is handed over, or that it is mailed; its request is completed. Returns the check's id. */
export function handOver(services: Services, { caller, repeatable }: Command, id: number, input: HandOverInput) {
  return commit(services, repeatable, async (unit) => {
    const { version, note, signature, receiver_user_id = null, identification = null, ...said } = input
    const loaded = await loadCheck(unit, caller, id, version)
    const { check } = loaded
    const missing = missingToHandOver(input)
    if (Object.keys(missing).length > 0) throw invalidFields(missing)
    const refusal = refusalAt('issue', check) ?? refusalWhileAsked(check)
    if (refusal) throw new Failure('CONFLICT', refusal)
    const request = await demandRequestOf(unit.trx, caller, check)
    await demandCustody(unit, loaded, request, input)
    const issued_on = await dayOfCheckEvent(unit, check)
    await updateCheck(unit.trx, check, { state: stateAfter('issue'), issued_on })
    const strokes = signature === undefined ? null : JSON.stringify(signature)
    const receipt = { ...said, receiver_user_id, identification, signature: strokes, at: moment(unit.now) }
    await insertHandOver(unit.trx, { check_id: id, dealer_group_id: check.dealer_group_id, ...receipt })
    await rememberEvents(unit, caller, check.dealer_group_id, [{ checkId: id, act: 'issue', note, details: said }])
    noteCheck(unit, caller, check, { verb: 'issue', after: { state: stateAfter('issue'), ...said, receiver_user_id } })
    await complete(unit, caller, request, input)
    return id
  })
}

/** Refuses a check that the bank would not pay yet, or that whoever raised or approved its request is to take. */
async function demandCustody(
  unit: Unit,
  { check, account }: CheckOfAccount,
  request: FoundRequest,
  { kind, receiver_user_id }: HandOverInput,
): Promise<void> {
  const { hold } = stateOf(request)
  if (hold)
    throw new Failure(
      'CONFLICT',
      `${hold.byName} has put ${request.request_number} on hold. Somebody else has to lift the hold first.`,
    )
  const exception = exceptionOf(check)
  const receiverId = kind === 'given to requester' ? request.requester_id : receiver_user_id
  const against = receiverId !== undefined && (await takesAgainstCustody(unit, request, receiverId))
  const unknown = await isUnknownToBank(unit, account, check)
  const refusal =
    (unknown ? refusalUnknown(check.number, exception) : undefined) ?? refusalToTake({ against, receiverId, exception })
  if (refusal) throw new Failure('CONFLICT', refusal)
}

async function complete(
  unit: Unit,
  caller: Command['caller'],
  request: FoundRequest,
  { kind, receiver, tracking_number, note }: HandOverInput,
): Promise<void> {
  const [from, to] = checkActs.issue.request
  const received = receiver ?? kind
  await followCheck(unit, caller, request, {
    name: 'status',
    from: [from],
    to,
    comment: note,
    values: tracking_number === null ? {} : { tracking_number },
    changes: [{ field: 'received_by', from: null, to: received }],
  })
}
