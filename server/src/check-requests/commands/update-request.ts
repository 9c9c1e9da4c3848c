import { mayRole, refusalToAct } from '@check-requests/domain/access/permissions.ts'
import {
  type DeliveryInput,
  deliveryBody,
  type EditInput,
  editBody,
  type PriorityInput,
} from '@check-requests/domain/check-requests/fields.ts'
import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { missingOther } from '@check-requests/domain/check-requests/other-texts.ts'
import { priorityNamed, priorityOfRank } from '@check-requests/domain/check-requests/priorities.ts'
import { refusalsToPayOtherwise } from '@check-requests/domain/check-requests/rules.ts'
import { isMailed } from '@check-requests/domain/organization/fields.ts'
import { findPerson } from '../../access/accounts/queries/people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { askBeforeSubmitting } from '../../events.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, invalidFields, refuseMissing } from '../../platform/errors.ts'
import { parse } from '../../platform/http/validation.ts'
import type { Services, Unit } from '../../services.ts'
import { lastEndedCheck } from '../queries/detail/checks.ts'
import { type FoundRequest, stateOf } from '../queries/detail/find.ts'
import {
  applyChange,
  changedMeanwhile,
  changedRequest,
  fieldChanges,
  loadForChange,
  loadPaidTogether,
  refuse,
  type SavedRequest,
  whileVisible,
} from './apply-change.ts'
import { admit, refuseInactive, settleContent } from './create.ts'
import { chooseMethod } from './delivery-method.ts'

/** A request after an update, and which part was updated. */
export interface UpdatedRequest {
  readonly updated: 'content' | 'delivery'
  readonly request: SavedRequest
}

/**
 * Updates the fields that the caller's role may update: the delivery details of a ready check (R151, R177), or the
 * content of a returned request (A14). Each part has its own strict schema, and its update is refused at any other
 * status.
 */
export async function updateRequest(
  services: Services,
  command: Command,
  id: number,
  body: unknown,
): Promise<UpdatedRequest> {
  const { role } = command.caller
  if (mayRole(role, 'check-requests.update-delivery')) {
    const request = await updateDelivery(services, command, id, parse(deliveryBody, body))
    return { updated: 'delivery', request }
  }
  if (mayRole(role, 'check-requests.edit')) {
    const request = await resubmitRequest(services, command, id, parse(editBody, body))
    return { updated: 'content', request }
  }
  throw new Failure('FORBIDDEN', 'Your role doesn’t include this action. Ask your admin.')
}

/** Changes how a ready check is handed over (R151, R177). */
async function updateDelivery(
  services: Services,
  command: Command,
  id: number,
  input: DeliveryInput,
): Promise<SavedRequest> {
  const { caller } = command
  const repeatable = whileVisible(command, () => id)
  return commit(services, repeatable, async (unit) => {
    const request = await loadForChange(unit.trx, caller, id, input.version)
    const others = await loadPaidTogether(unit.trx, caller, request)
    for (const one of [request, ...others]) await deliverBy(unit, caller, one, input)
    return changedRequest(request)
  })
}

async function deliverBy(unit: Unit, caller: Caller, request: FoundRequest, input: DeliveryInput): Promise<void> {
  refuse(refusalToAct('check-requests.update-delivery', caller, stateOf(request)))
  const { method, diversion } = await chooseMethod(unit.trx, request, input.delivery_method_id)
  refuseMissing(missingOther({ delivery: method.kind }, input))
  const mailed = isMailed(method.kind)
  const values = {
    delivery_method_id: method.id,
    mailing_method: mailed ? input.mailing_method : null,
    tracking_number: mailed ? input.tracking_number : null,
    delivery_method_other: mailed ? null : input.delivery_method_other,
  }
  const event = { name: 'delivery', changes: fieldChanges({ ...request }, values) } as const
  await applyChange(unit, caller, request, { values: { ...values, ...diversion }, event })
}

/** Changes the priority of the caller's own request, and adds a message to the activity log (R150, R176). */
export async function changePriority(
  services: Services,
  command: Command,
  id: number,
  input: PriorityInput,
): Promise<SavedRequest> {
  const { caller } = command
  const repeatable = whileVisible(command, () => id)
  return commit(services, repeatable, async (unit) => {
    const request = await loadForChange(unit.trx, caller, id, input.version)
    refuse(refusalToAct('check-requests.change-priority', caller, stateOf(request)))
    if (input.status_id !== undefined && input.status_id !== request.status_id)
      throw await changedMeanwhile(unit.trx, id)
    const to = input.priority_level
    const changes = [{ field: 'priority_level', from: priorityOfRank(request.priority_rank)?.name ?? null, to }]
    const values = { priority_rank: priorityNamed(to).rank }
    const event = { name: 'priority', comment: input.message, changes } as const
    await applyChange(unit, caller, request, { values, event })
    return changedRequest(request)
  })
}

/**
 * A user who changes one of these fields is shown as the last editor. This is for display only: users are barred from
 * deciding by having participated (E9).
 */
const payeeAndAmount = ['amount', 'payee_name_1', 'payee_name_2', 'payee_join', 'payee_type', 'payee_sub_type']

const placeFields = ['dealer_group_id', 'dealership_id', 'department_id'] as const

/** Edits and resubmits a returned request (A14). The request number doesn't change. */
export async function resubmitRequest(
  services: Services,
  command: Command,
  id: number,
  input: EditInput,
): Promise<SavedRequest> {
  const { caller } = command
  const repeatable = whileVisible(command, () => id)
  return commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    const request = await loadForChange(trx, caller, id, input.version)
    refuse(refusalToAct('check-requests.edit', caller, stateOf(request)))
    checkUnchangeable(input, request)
    const requester = (await findPerson(trx, request.requester_id)) ?? caller
    const terms = await admit(trx, caller, requester, input)
    refuseInactive(
      terms,
      placeFields.filter((field) => input[field] === request[field]),
    )
    const content = await settleContent(trx, terms, input, now, request.due_date)
    const { purposeName: purpose, demands } = content
    const submitted = { demands, purpose, dealerGroupId: input.dealer_group_id, content: content.values }
    await askBeforeSubmitting(unit, { ...submitted, documentsOn: { requestId: id } })
    const edited = { ...content.values, dealership_id: input.dealership_id, department_id: input.department_id }
    const changes = fieldChanges({ ...request }, edited)
    const fields = changes.map(({ field }) => field)
    const paid = refusalsToPayOtherwise(await lastEndedCheck(trx, request), fields)
    if (Object.keys(paid).length > 0) throw invalidFields(paid)
    const values = {
      ...edited,
      status_id: statusNamed('request').id,
      status_changed_at: moment(now),
      ...(request.approved_cents !== null && { approved_cents: null }),
      ...(fields.some((field) => payeeAndAmount.includes(field)) && { last_editor_id: caller.userId }),
    }
    const event = { name: 'resubmitted', changes, names: { purpose }, terms } as const
    await applyChange(unit, caller, request, { values, event })
    return changedRequest(request)
  })
}

function checkUnchangeable(input: EditInput, request: { dealer_group_id: number; requester_id: number }): void {
  if (input.dealer_group_id !== request.dealer_group_id)
    throw invalidFields({ dealer_group_id: 'A request’s dealer group can’t be changed. Raise a new request instead.' })
  if (input.requester_id !== undefined && input.requester_id !== request.requester_id)
    throw new Failure('FORBIDDEN', 'A request’s requester can’t be changed. Raise a new request instead.')
}
