import type { StatusInput } from '@check-requests/domain/check-requests/fields.ts'
import {
  findTransition,
  refusal,
  type StatusId,
  statusNamed,
  statusOf,
  type Transition,
} from '@check-requests/domain/check-requests/lifecycle.ts'
import { missingForTransition } from '@check-requests/domain/check-requests/refusals.ts'
import type { HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { Failure, invalidFields, isUniqueViolation } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Tx } from '../../tables.ts'
import { presentHistory } from '../presenter.ts'
import { type FoundRequest, placeOf, stateOf } from '../queries/detail/find.ts'
import { markHandled } from '../queries/detail/history.ts'
import { findCheckNumber, findDeliveryMethod } from '../queries/write/choices.ts'
import { updateRequest, updateSearchTexts } from '../queries/write/store.ts'
import { auditRequest, type Command, requestChanged, writeHistory } from './record.ts'
import { changedMeanwhile, loadForChange, refuse } from './refuse.ts'

/** Moves a request along its life cycle (A4, A5): exactly one of those who try at once wins. */
export async function changeStatus(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  input: StatusInput,
): Promise<HistoryEntry> {
  const target = statusOf(input.status_id as StatusId)
  const now = services.clock()
  const move = commit(services, repeatable, async (trx, changed) => {
    const request = await loadForChange(trx, caller, id, input.version)
    const actor = { userId: caller.userId, role: caller.role }
    refuse(refusal(actor, stateOf(request), target.name))
    const row = findTransition(caller.role, stateOf(request).status, target.name) as Transition
    checkNeeds(row, input)
    const values = await valuesOf(trx, request, row, input, now)
    const separated = row.decides && request.separation_of_duties === 1
    const expected = {
      id,
      statusId: request.status_id,
      version: request.version,
      notBy: separated ? caller.userId : undefined,
    }
    if (!(await updateRequest(trx, expected, values))) throw await changedMeanwhile(trx, id)
    if (input.check_number) await updateSearchTexts(trx, id, { check_number: input.check_number })
    if (row.decides) await markHandled(trx, caller.userId, id)
    const deed = {
      requestId: id,
      action: 'status',
      statusId: target.id,
      note: input.note,
      checkNumber: input.check_number,
    } as const
    const entry = await writeHistory(trx, caller, deed, now)
    const after = { ...values, note: input.note }
    await auditRequest(trx, caller, request, { action: 'check-request.change-status', after }, now)
    changed(requestChanged(request))
    return presentHistory(entry)
  })
  return move.catch(explainDuplicate)
}

/** What the move asks for beside itself, as the transition table says. */
function checkNeeds(row: Transition, input: StatusInput): void {
  if (row.needs === 'note' && !input.note) throw invalidFields({ note: missingForTransition.note })
  if (row.needs === 'checkNumber' && !input.check_number)
    throw invalidFields({ check_number: missingForTransition.checkNumber })
  if (row.needs !== 'checkNumber' && input.check_number)
    throw invalidFields({ check_number: 'A check number is given when the printed check is signed, and only then.' })
  if (row.offers !== 'deliveryMethod' && input.delivery_method_id !== undefined)
    throw invalidFields({ delivery_method_id: 'A delivery method can be chosen when the check becomes Ready.' })
}

async function valuesOf(trx: Tx, request: FoundRequest, row: Transition, input: StatusInput, now: number) {
  const at = moment(now)
  return {
    status_id: statusNamed(row.to).id,
    status_changed_at: at,
    updated_at: at,
    ...(row.completes && { cleared_at: at }),
    ...(input.check_number && { check_number: await freeCheckNumber(trx, request, input.check_number) }),
    ...(input.delivery_method_id !== undefined && (await otherDelivery(trx, request, input.delivery_method_id))),
  }
}

async function freeCheckNumber(trx: Tx, request: FoundRequest, checkNumber: string): Promise<string> {
  const taken = await findCheckNumber(trx, placeOf(request), checkNumber)
  if (!taken) return checkNumber
  const message = `Check number ${checkNumber} is already on ${taken}.`
  throw new Failure('CONFLICT', message, { fields: { check_number: message } })
}

async function otherDelivery(trx: Tx, request: FoundRequest, methodId: number) {
  if (methodId === request.delivery_method_id) return {}
  if (!(await findDeliveryMethod(trx, methodId)))
    throw invalidFields({ delivery_method_id: 'Delivery method is required' })
  return { delivery_method_id: methodId, mailing_method: null, delivery_method_other: null }
}

// Two processors can type the same number in the same instant; then the database's unique key decides.
function explainDuplicate(error: unknown): never {
  if (!isUniqueViolation(error, 'check_number')) throw error
  const message = 'This check number was given to another request a moment ago.'
  throw new Failure('CONFLICT', message, { fields: { check_number: message } })
}
