import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { covers, coversScope, placeOf } from '@check-requests/domain/access/scope.ts'
import { type CreateInput, defaultDueInDays } from '@check-requests/domain/check-requests/fields.ts'
import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { formatRequestNumber } from '@check-requests/domain/check-requests/numbers.ts'
import { missingOther } from '@check-requests/domain/check-requests/other-texts.ts'
import { storedJoin } from '@check-requests/domain/check-requests/payee-names.ts'
import { payoffPurpose } from '@check-requests/domain/check-requests/payoff.ts'
import { priorityNamed } from '@check-requests/domain/check-requests/priorities.ts'
import type { Requirement } from '@check-requests/domain/check-requests/required/rules.ts'
import { missingPlace } from '@check-requests/domain/check-requests/required-fields.ts'
import { textFieldNames } from '@check-requests/domain/check-requests/text-fields.ts'
import { isMailed, otherPurpose } from '@check-requests/domain/organization/fields.ts'
import { addDays, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { ofFields } from '@check-requests/domain/values/lists.ts'
import { findPerson, type Person } from '../../access/accounts/queries/people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { settleLines } from '../../books/accounting/commands/settle-lines.ts'
import { askBeforeSubmitting, findRecurringDay, publishChange, publishRecurring } from '../../events.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, invalidFields, refuseMissing } from '../../platform/errors.ts'
import { together } from '../../platform/threads/promises.ts'
import type { Services, Unit } from '../../services.ts'
import type { Tx } from '../../tables.ts'
import { afterCreate, afterNumber } from '../../trail/commands/changes.ts'
import { removeSubmittedDraft } from '../drafts/commands/drafts.ts'
import { findDraft, ownerOf } from '../drafts/queries/drafts.ts'
import { findTerms, type PlaceCodes, type Terms } from '../queries/write/numbers.ts'
import { insertRequest, takeNextNumber } from '../queries/write/store.ts'
import { requirementsIn } from '../required/queries/requirements.ts'
import { type SavedRequest, whileVisible } from './apply-change.ts'

/** Creates a request for the caller or, if the caller is an admin, for a requester (A13). Assigns its number (A7). */
export function createRequest(services: Services, command: Command, input: CreateInput): Promise<SavedRequest> {
  const repeatable = whileVisible<SavedRequest>(command, ({ id }) => id)
  return commit(services, repeatable, (unit) => submitRequest(unit, command.caller, input))
}

/** Creates a request in this transaction. `unattended`: the requester for whom the schedule submits it. */
export async function submitRequest(
  unit: Unit,
  caller: Caller,
  input: CreateInput,
  unattended?: Requester,
): Promise<SavedRequest> {
  const { trx, now } = unit
  const requester = unattended ?? (await requesterOf(trx, caller, input.requester_id))
  const day = input.draft_id === undefined ? undefined : await findRecurringDay(trx, caller, input.draft_id)
  const place = placeOf(input)
  const [terms, number] = await together(admit(trx, caller, requester, input), takeNextNumber(trx, place.dealerGroupId))
  refuseInactive(terms)
  const content = await settleContent(trx, terms, input, now)
  await askBeforeSubmitting(unit, {
    demands: content.demands,
    purpose: content.purposeName,
    dealerGroupId: place.dealerGroupId,
    content: content.values,
    documentsOn: await documentsFor(trx, caller, input, content.demands),
  })
  afterNumber(trx, { id: place.dealerGroupId, code: terms.group_code }, number)
  const request = {
    ...content.values,
    dealer_group_id: place.dealerGroupId,
    dealership_id: place.dealershipId,
    department_id: place.departmentId,
    requester_id: requester.userId,
    created_by_id: caller.userId,
    status_id: statusNamed('request').id,
    request_number: formatRequestNumber(numberParts(terms), number),
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
    terms,
    draftId: input.draft_id,
    ...(day && { details: { recurring_id: day.recurring_id, due_on: day.due_on } }),
  } as const
  await publishChange(unit, { ...event, request: { ...request, id } })
  if (day) await publishRecurring(unit, day, { requestId: id, wasAutomatic: unattended !== undefined })
  if (input.draft_id !== undefined) await removeSubmittedDraft(trx, caller, input.draft_id)
  return { id, request_number: request.request_number, version }
}

/**
 * The draft whose documents the request takes over; undefined if there is no draft or if the request's purpose requires
 * nothing.
 */
async function documentsFor(trx: Tx, caller: Caller, { draft_id }: CreateInput, demands: readonly Requirement[]) {
  if (draft_id === undefined || demands.length === 0) return undefined
  return (await findDraft(trx, ownerOf(caller), draft_id)) && { draftId: draft_id }
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

/** What the request depends on, if its location exists and is in the scope of both the caller and the requester. */
export async function admit(trx: Tx, caller: Caller, requester: Requester, input: CreateInput): Promise<Terms> {
  const place = placeOf(input)
  refuseMissing(
    missingPlace(requester.scope.level, {
      dealer_group_id: place.dealerGroupId,
      dealership_id: place.dealershipId,
      department_id: place.departmentId,
    }),
  )
  const terms = await findTerms(trx, { place, purposeId: input.purpose_id, methodId: input.delivery_method_id })
  if (!terms || !covers(caller.scope, place) || !covers(requester.scope, place))
    throw new Failure('FORBIDDEN', 'You can’t raise requests for this location. Choose another one.')
  return terms
}

const levels = [
  { field: 'dealer_group_id', isActive: 'group_is_active', name: 'dealer group' },
  { field: 'dealership_id', isActive: 'dealership_is_active', name: 'dealership' },
  { field: 'department_id', isActive: 'department_is_active', name: 'department' },
] as const

/**
 * Throws if a part of the location is inactive and so accepts no new requests (E7). `stay` lists the parts that an
 * existing request keeps, which may be inactive.
 */
export function refuseInactive(codes: PlaceCodes, stay: readonly (typeof levels)[number]['field'][] = []): void {
  const inactive = levels.find(({ field, isActive }) => codes[isActive] === 0 && !stay.includes(field))
  if (inactive)
    throw invalidFields({
      [inactive.field]: `This ${inactive.name} is inactive and doesn’t accept new requests. Choose another one.`,
    })
}

export function numberParts(codes: PlaceCodes) {
  return {
    groupCode: codes.group_code,
    dealershipCode: codes.dealership_code,
    departmentCode: codes.department_code,
  }
}

/**
 * The payment and delivery fields of a create or edit call. Fields that don't apply become null (R173). `storedDue` is
 * the due date of an existing request, which may be kept even if it has passed.
 */
export async function settleContent(trx: Tx, terms: Terms, input: CreateInput, now: number, storedDue?: string) {
  const { dealer_group_id: dealerGroupId, accounting: lines, amount } = input
  const { purpose_name: purposeName, delivery_kind: kind } = terms
  if (purposeName === null) throw invalidFields({ purpose_id: 'Purpose is required' })
  if (kind === null) throw invalidFields({ delivery_method_id: 'Delivery method is required' })
  const accounting = await settleLines(trx, { dealerGroupId, lines, amount })
  refuseMissing(missingOther({ purpose: purposeName, delivery: kind }, input))
  const today = datesIn(terms.zone)(now)
  // In the sender's time zone, the date might still be one day earlier.
  const earliest = addDays(today, -1)
  const isPayoff = purposeName === payoffPurpose
  const goodThrough = isPayoff ? input.good_through : null
  if (goodThrough && goodThrough !== storedDue && goodThrough < earliest)
    throw invalidFields({ good_through: 'This date has passed. Ask the lender for a new payoff letter.' })
  if (isPayoff && input.per_diem !== null && !goodThrough)
    throw invalidFields({ good_through: 'Enter the good-through date for this per diem.' })
  const due = goodThrough ?? input.due_date ?? storedDue ?? addDays(today, defaultDueInDays)
  if (due !== storedDue && due < earliest) throw invalidFields({ due_date: 'The due date can’t be in the past.' })
  const mailed = isMailed(kind)
  const values = {
    amount_cents: amount,
    payee_type: input.payee_type,
    payee_sub_type: input.payee_sub_type,
    payee_name_1: input.payee_name_1,
    payee_name_2: input.payee_name_2,
    payee_join: storedJoin(input),
    purpose_id: input.purpose_id,
    purpose_other: purposeName === otherPurpose ? input.purpose_other : null,
    priority_rank: priorityNamed(input.priority_level).rank,
    due_date: due,
    ...ofFields(textFieldNames, (field) => input[field]),
    good_through: goodThrough,
    per_diem_cents: goodThrough ? input.per_diem : null,
    accounting,
    delivery_method_id: input.delivery_method_id,
    mailing_method: mailed ? input.mailing_method : null,
    mailing_address: mailed ? input.mailing_address : null,
    delivery_method_other: mailed ? null : input.delivery_method_other,
    notes: input.notes,
  }
  return { values, purposeName, demands: requirementsIn(terms.purpose_demands, input.purpose_id) }
}
