import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { covers, coversScope, type Place, placeOf } from '@check-requests/domain/access/scope.ts'
import type { CreateInput } from '@check-requests/domain/check-requests/fields.ts'
import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { missingPlace } from '@check-requests/domain/check-requests/place-rules.ts'
import { formatRequestNumber } from '@check-requests/domain/check-requests/request-number.ts'
import type { Demand } from '@check-requests/domain/check-requests/required/rules.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { ofDraft } from '../../documents/attachments/queries/attachments.ts'
import { publishChange } from '../../events.ts'
import { findPerson, type Person } from '../../people/users/queries/people.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { Failure, invalidFields, refuseMissing } from '../../platform/errors.ts'
import { together } from '../../platform/together.ts'
import type { Services } from '../../services.ts'
import type { Tx } from '../../tables.ts'
import { afterCreate, afterNumber } from '../../trail/commands/changes.ts'
import { ownerOf } from '../drafts/commands/owner.ts'
import { removeSubmittedDraft } from '../drafts/commands/remove.ts'
import { findDraft } from '../drafts/queries/drafts.ts'
import { findPlaceCodes, type PlaceCodes } from '../queries/write/choices.ts'
import { insertRequest, takeNextNumber } from '../queries/write/store.ts'
import { refuseIncomplete } from '../required/commands/refuse.ts'
import type { SavedRequest } from './apply-change.ts'
import { settleContent } from './content.ts'
import { whileVisible } from './refuse.ts'

/** Raises a request for the caller or, by an admin, on behalf of a requester (A13). Assigns its number (A7). */
export async function createRequest(services: Services, command: Command, input: CreateInput): Promise<SavedRequest> {
  const { caller } = command
  const repeatable = whileVisible<SavedRequest>(command, ({ id }) => id)
  return commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    const requester = await requesterOf(trx, caller, input.requester_id)
    const place = placeOf(input)
    const [codes, content, number] = await together(
      admitPlace(trx, caller, requester, place).then((found) => refuseInactive(found)),
      settleContent(trx, input, now),
      takeNextNumber(trx, place.dealerGroupId),
    )
    await refuseIncomplete(trx, {
      demands: content.demands,
      purpose: content.purposeName,
      dealerGroupId: place.dealerGroupId,
      content: content.values,
      owner: await documentsFor(trx, caller, input, content.demands),
    })
    afterNumber(trx, { id: place.dealerGroupId, code: codes.group_code }, number)
    const request = {
      ...content.values,
      dealer_group_id: place.dealerGroupId,
      dealership_id: place.dealershipId,
      department_id: place.departmentId,
      requester_id: requester.userId,
      created_by_id: caller.userId,
      status_id: statusNamed('request').id,
      request_number: formatRequestNumber(numberParts(codes), number),
      created_at: moment(now),
      status_changed_at: moment(now),
      updated_at: moment(now),
    }
    const { id, version } = await insertRequest(trx, request)
    afterCreate(trx, 'check-request', id)
    afterCreate(trx, 'request-keys', id)
    const names = { requester: requester.name, purpose: content.purposeName }
    const event = {
      name: 'created',
      actor: caller,
      names,
      before: {},
      after: { ...request, version },
      draftId: input.draft_id,
    } as const
    await publishChange(unit, { ...event, request: { ...request, id } })
    if (input.draft_id !== undefined) await removeSubmittedDraft(trx, caller, input.draft_id)
    return { id, request_number: request.request_number, version }
  })
}

/** Whose documents become those of the request; undefined where it has none, or its purpose demands nothing. */
async function documentsFor(trx: Tx, caller: Caller, { draft_id }: CreateInput, demands: readonly Demand[]) {
  if (draft_id === undefined || demands.length === 0) return undefined
  return (await findDraft(trx, ownerOf(caller), draft_id)) && ofDraft(draft_id)
}

type Requester = Pick<Person, 'userId' | 'name' | 'scope'>

async function requesterOf(trx: Tx, caller: Caller, requesterId: number | undefined): Promise<Requester> {
  if (caller.role !== 'admin') {
    if (requesterId === undefined || requesterId === caller.userId) return caller
    throw new Failure('FORBIDDEN', 'You can only raise requests for yourself.')
  }
  if (requesterId === undefined) throw invalidFields({ requester_id: 'Requester is required' })
  const person = await findPerson(trx, requesterId)
  const isOffered =
    person?.active && person.roleIds.includes(roleNamed('requester').id) && coversScope(caller.scope, person.scope)
  if (!isOffered) throw invalidFields({ requester_id: 'Choose an active requester.' })
  return person
}

/** The codes of the place, if it is complete and consistent and both people's scopes cover it. */
export async function admitPlace(trx: Tx, caller: Caller, requester: Requester, place: Place): Promise<PlaceCodes> {
  refuseMissing(
    missingPlace(requester.scope.level, {
      dealer_group_id: place.dealerGroupId,
      dealership_id: place.dealershipId,
      department_id: place.departmentId,
    }),
  )
  const codes = await findPlaceCodes(trx, place)
  if (!codes || !covers(caller.scope, place) || !covers(requester.scope, place))
    throw new Failure('FORBIDDEN', 'Requests cannot be raised for this dealer group, dealership or department.')
  return codes
}

const levels = [
  { field: 'dealer_group_id', isActive: 'group_is_active', name: 'dealer group' },
  { field: 'dealership_id', isActive: 'dealership_is_active', name: 'dealership' },
  { field: 'department_id', isActive: 'department_is_active', name: 'department' },
] as const

/** An inactive place takes no new requests (E7); existing ones continue, where they `stay`. */
export function refuseInactive(codes: PlaceCodes, stay: readonly (typeof levels)[number]['field'][] = []): PlaceCodes {
  const inactive = levels.find(({ field, isActive }) => codes[isActive] === 0 && !stay.includes(field))
  if (inactive)
    throw invalidFields({ [inactive.field]: `This ${inactive.name} is inactive and takes no new requests.` })
  return codes
}

export function numberParts(codes: PlaceCodes) {
  return {
    groupCode: codes.group_code,
    dealershipCode: codes.dealership_code,
    departmentCode: codes.department_code,
  }
}
