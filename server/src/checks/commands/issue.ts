import { refusalByDuty } from '@check-requests/domain/check-requests/duties.ts'
import {
  missingOfOutsider,
  missingToHandOver,
  refusalByDelivery,
  refusalToTake,
  refusalUnknown,
} from '@check-requests/domain/checks/custody.ts'
import { checkBars } from '@check-requests/domain/checks/duties.ts'
import type { HandOverInput } from '@check-requests/domain/checks/fields.ts'
import { checkActs, refusalAt, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { isMailed } from '@check-requests/domain/organization/fields.ts'
import type { Person } from '../../access/accounts/queries/people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { followCheck } from '../../check-requests/commands/apply-change.ts'
import type { FoundRequest } from '../../check-requests/queries/detail/find.ts'
import { findDeliveryMethod } from '../../organization/queries/lists.ts'
import { refusePayee } from '../../payees/commands/refuse-payee.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, refuseMissing } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import { type CheckRow, exceptionOf, insertHandOver, updateCheck } from '../queries/checks.ts'
import {
  type Custody,
  custodyOf,
  isUnknownToBank,
  receiverNamed,
  refusalWhileAsked,
  requireReceiver,
} from './custody.ts'
import { type CheckOfAccount, type LoadedCheck, loadCheck, refuseOnHold, requireDocument } from './load.ts'
import { didInRequest } from './participants.ts'
import { dayOfCheckEvent, noteCheck, rememberEvents } from './record.ts'

/** The way a check leaves the office. */
type IssueInput = Omit<HandOverInput, 'version'>

const missingSlip = 'Scan or photograph the signed slip, and add it to the request’s documents.'

/**
 * Hands over or mails a locked check, and completes its requests. Refuses a check that isn't signed or ready, on hold,
 * pending a void, or unknown to a bank that verifies checks. Also refuses to hand over a check that must be mailed, a
 * check for a blocked payee, and a barred receiver (checks.md, Handing checks over).
 */
export async function issueCheck(unit: Unit, caller: Caller, loaded: LoadedCheck, input: IssueInput): Promise<void> {
  const { check, paid } = loaded
  const { note, signature, receiver_user_id: _chosen, identification = null, ...rest } = input
  refuseMissing(missingToHandOver(input))
  const refusal = refusalAt('issue', check) ?? refusalWhileAsked(check)
  if (refusal) throw new Failure('CONFLICT', refusal)
  const requests = paid.map(({ request }) => request)
  for (const request of requests) {
    await refusePayee(unit.trx, request, 'hand over')
    await requireDelivery(unit, caller, check, request, input)
  }
  const custody = await custodyOf(unit.trx, check, requests, caller)
  const taker = await takerOf(unit, check, custody, input)
  if (!taker && input.kind !== 'mailed') refuseMissing(missingOfOutsider(input))
  await requireCustody(unit, loaded, requests, { custody, kind: input.kind, takerId: taker?.userId })
  const receiver_user_id = taker?.userId ?? null
  const attachment_id = input.attachment_id ?? null
  const requestIds = requests.map(({ id }) => id)
  if (attachment_id !== null) await requireDocument(unit.trx, requestIds, { id: attachment_id, missing: missingSlip })
  const said = { ...rest, receiver: taker?.name ?? rest.receiver, attachment_id }
  const issued_on = await dayOfCheckEvent(unit, check)
  await updateCheck(unit.trx, check, { state: stateAfter('issue'), issued_on })
  const strokes = signature?.length ? JSON.stringify(signature) : null
  const receipt = { ...said, receiver_user_id, identification, signature: strokes, at: moment(unit.now) }
  await insertHandOver(unit.trx, { check_id: check.id, dealer_group_id: check.dealer_group_id, ...receipt })
  await rememberEvents(unit, caller, check.dealer_group_id, [{ checkId: check.id, act: 'issue', note, details: said }])
  noteCheck(unit, caller, check, { verb: 'issue', after: { state: stateAfter('issue'), ...said, receiver_user_id } })
  for (const request of requests) await complete(unit, caller, request, { ...input, receiver: said.receiver })
}

/** The employee who takes the check: the chosen user or, if none was chosen, a barred user whose name was typed. */
async function takerOf(
  { trx }: Unit,
  check: CheckRow,
  custody: Custody,
  { kind, receiver, receiver_user_id }: IssueInput,
): Promise<Person | null> {
  if (kind === 'mailed') return null
  const chosen = await requireReceiver(trx, check.dealer_group_id, receiver_user_id)
  return chosen ?? (receiver === null ? null : receiverNamed(trx, custody, receiver))
}

/** Refuses to hand over a check that must be mailed, or a caller who approved handing it over instead of mailing it. */
async function requireDelivery(
  { trx }: Unit,
  caller: Caller,
  { number }: CheckRow,
  request: FoundRequest,
  { kind }: IssueInput,
): Promise<void> {
  const method = await findDeliveryMethod(trx, request.delivery_method_id)
  const refusal =
    refusalByDelivery(kind, { number, isMailed: method !== undefined && isMailed(method.kind) }) ??
    refusalByDuty(checkBars['hand over'], caller.userId, didInRequest(request), { number })
  if (refusal) throw new Failure('CONFLICT', refusal)
}

/** Refuses a check on hold, one that the bank wouldn't pay yet, and a receiver who is barred from taking the check. */
async function requireCustody(
  unit: Unit,
  { check, account }: CheckOfAccount,
  requests: readonly FoundRequest[],
  { custody, kind, takerId }: Pick<IssueInput, 'kind'> & { custody: Custody; takerId: number | undefined },
): Promise<void> {
  for (const request of requests) refuseOnHold(request)
  const exception = exceptionOf(check)
  const requesters = new Set(requests.map(({ requester_id }) => requester_id))
  const [requesterId, ...others] = kind === 'given to requester' ? requesters : []
  if (others.length > 0)
    throw new Failure(
      'CONFLICT',
      `Several people raised the requests for check ${check.number}. Record it as picked up, and enter who takes it.`,
    )
  const receiverId = requesterId ?? takerId
  const unknown = await isUnknownToBank(unit.trx, account, check)
  const refusal =
    (unknown ? refusalUnknown(check.number, exception) : undefined) ??
    refusalToTake({ number: check.number, ...custody, receiverId, exception })
  if (refusal) throw new Failure('CONFLICT', refusal)
}

async function complete(
  unit: Unit,
  caller: Caller,
  request: FoundRequest,
  { kind, receiver, tracking_number, note }: IssueInput,
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

/** Records the receiver of a check, or that the check was mailed, and completes its request. Returns the check id. */
export function handOver(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, ...input }: HandOverInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    await issueCheck(unit, caller, await loadCheck(unit, caller, id, version), input)
    return id
  })
}
