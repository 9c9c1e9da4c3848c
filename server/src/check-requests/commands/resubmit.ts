import { refusalToAct } from '@check-requests/domain/access/permissions.ts'
import { placeOf } from '@check-requests/domain/access/scope.ts'
import type { EditInput } from '@check-requests/domain/check-requests/fields.ts'
import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { refusalsToPayOtherwise } from '@check-requests/domain/check-requests/paid-anew.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { ofRequest } from '../../documents/attachments/queries/attachments.ts'
import { findPerson } from '../../people/users/queries/people.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { Failure, invalidFields } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { lastEndedCheck } from '../queries/detail/checks-of-request.ts'
import { stateOf } from '../queries/detail/find.ts'
import { refuseIncomplete } from '../required/commands/refuse.ts'
import { applyChange, changedRequest, type SavedRequest } from './apply-change.ts'
import { settleContent } from './content.ts'
import { admitPlace, refuseInactive } from './create.ts'
import { fieldChanges } from './field-changes.ts'
import { loadForChange, refuse, whileVisible } from './refuse.ts'

/** Whoever changes one of these is shown as the last editor. What bars somebody from deciding is a hand (E9). */
const payeeAndAmount = ['amount', 'payee_name_1', 'payee_name_2', 'payee_join', 'payee_type', 'payee_sub_type']

const placeFields = ['dealer_group_id', 'dealership_id', 'department_id'] as const

/** Edits and resubmits a sent-back request (A14). Its number stays. */
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
    const codes = await admitPlace(trx, caller, requester, placeOf(input))
    refuseInactive(
      codes,
      placeFields.filter((field) => input[field] === request[field]),
    )
    const content = await settleContent(trx, input, now, request.due_date)
    const { purposeName: purpose, demands } = content
    const submitted = { demands, purpose, dealerGroupId: input.dealer_group_id, content: content.values }
    await refuseIncomplete(trx, { ...submitted, owner: ofRequest(id) })
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
    const event = { name: 'resubmitted', changes, names: { purpose } } as const
    await applyChange(unit, caller, request, { values, event })
    return changedRequest(request)
  })
}

function checkUnchangeable(input: EditInput, request: { dealer_group_id: number; requester_id: number }): void {
  if (input.dealer_group_id !== request.dealer_group_id)
    throw invalidFields({ dealer_group_id: 'The dealer group of a request cannot change.' })
  if (input.requester_id !== undefined && input.requester_id !== request.requester_id)
    throw new Failure('FORBIDDEN', 'The requester of a request cannot change.')
}
