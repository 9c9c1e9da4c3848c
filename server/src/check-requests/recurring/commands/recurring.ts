import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { covers, placeOf } from '@check-requests/domain/access/scope.ts'
import { withAmount } from '@check-requests/domain/check-requests/recurring/content.ts'
import type {
  CreateRecurringInput,
  UpdateRecurringInput,
} from '@check-requests/domain/check-requests/recurring/fields.ts'
import { mostRecurring } from '@check-requests/domain/check-requests/recurring/rules.ts'
import { dueFrom, type Schedule } from '@check-requests/domain/check-requests/recurring/schedule.ts'
import { loosenedRecurringLimit } from '@check-requests/domain/people/controls/loosening.ts'
import { addDays, type CalendarDate, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { type Cents, centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { findPerson, type Person } from '../../../access/accounts/queries/people.ts'
import { listAdmins, requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import { scopeNamesOfRequest } from '../../../access/sessions/queries/accounts.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { holdGroupBack, noteSaved, requireGroup } from '../../../organization/commands/record.ts'
import { findZone } from '../../../organization/queries/calendars.ts'
import { findGroup, updateGroup } from '../../../organization/queries/places.ts'
import { moment } from '../../../platform/clock.ts'
import { commit, differing } from '../../../platform/database/commit.ts'
import { Failure, invalidFields, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { afterCreate, beforeChange, requireVersion } from '../../../trail/commands/changes.ts'
import { removeDrafts } from '../../drafts/commands/drafts.ts'
import { findVisible } from '../../queries/detail/find.ts'
import {
  deleteRecurring,
  findDayBefore,
  findRecurring,
  insertRecurring,
  listIn,
  listOpenOf,
  type RecurringRow,
  updateRecurring,
} from '../queries/recurring.ts'
import { contentLike } from './content.ts'

const farthestDays = 366
const farFuture = '9999-12-31'
const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

/** Repeats one of the caller's own requests on a schedule. Returns the id. */
export function createRecurring(
  services: Services,
  { caller, repeatable }: Command,
  input: CreateRecurringInput,
): Promise<{ id: number }> {
  return commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    const request = await findVisible(trx, caller, input.request_id)
    if (!request) throw notFound('check request')
    if (caller.role !== 'requester' || request.requester_id !== caller.userId)
      throw new Failure('FORBIDDEN', 'Only the requester of a check request can repeat it.')
    if (request.good_through !== null)
      throw invalidFields({ request_id: 'A payoff can’t repeat because its amount depends on the day.' })
    if ((await listOpenOf(trx, caller.userId)).length >= mostRecurring)
      throw new Failure('CONFLICT', `You already have ${mostRecurring} recurring requests, the maximum. End one first.`)
    const amount_cents = input.amount ?? request.amount_cents
    const { every, first_on, until_on } = input
    const today = datesIn(await findZone(trx, request.dealer_group_id, null))(now)
    const next_on = firstDay({ every, first_on, until_on }, 'first_on', today)
    if (input.is_automatic) await requireAllowed(trx, request.dealer_group_id, amount_cents)
    const { dealer_group_id, dealership_id, department_id, purpose_id, payee_name_1: payee_name } = request
    const values = {
      dealer_group_id,
      dealership_id,
      department_id,
      requester_id: caller.userId,
      request_id: request.id,
      purpose_id,
      payee_name,
      amount_cents,
      every,
      first_on,
      until_on,
      next_on,
      content: JSON.stringify(contentLike(request, amount_cents)),
      is_automatic: input.is_automatic ? 1 : 0,
      state: 'active' as const,
      end_reason: null,
      created_at: moment(now),
    }
    const id = await insertRecurring(trx, values)
    afterCreate(trx, 'recurring-request', id)
    noteRecurring(unit, caller, 'create', { ...values, id }, values)
    return { id }
  })
}

/** The first day to raise. Throws if the schedule begins in the past or too late, or if it has no day. */
function firstDay(schedule: Schedule, field: 'first_on' | 'next_on', today: CalendarDate): CalendarDate {
  const { first_on, until_on } = schedule
  if (first_on < today) throw invalidFields({ [field]: 'This day has passed. Choose today or a later day.' })
  if (first_on > addDays(today, farthestDays)) throw invalidFields({ [field]: 'Choose a day within a year.' })
  if (until_on !== null && until_on < first_on)
    throw invalidFields({ until_on: 'The last day is before the first day.' })
  return first_on
}

async function requireAllowed(trx: Tx, groupId: number, amount: Cents): Promise<void> {
  const limit = (await findGroup(trx, groupId))?.recurring_limit_cents ?? null
  if (limit === null)
    throw invalidFields({ is_automatic: 'Your dealer group doesn’t submit recurring requests automatically.' })
  if (amount > limit)
    throw invalidFields({
      is_automatic: `Your dealer group submits at most ${formatDollars(centsToDollars(limit))} automatically.`,
    })
}

/** Changes, pauses, resumes, or ends a recurring request. Admins can only pause and end those of others. */
export function changeRecurring(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, ...input }: UpdateRecurringInput,
): Promise<{ id: number }> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await requireInForce(unit, caller)
    const row = await findRecurring(trx, id)
    if (!row || !isInReach(caller, row)) throw notFound('recurring request')
    await requireVersion(trx, 'recurring-request', id, version)
    const stops = input.state === 'paused' || input.state === 'ended'
    if (caller.role === 'admin' && (!stops || Object.keys(input).length > 1))
      throw new Failure(
        'FORBIDDEN',
        'Only the requester can change or resume a recurring request. You can pause or end it.',
      )
    if (row.state === 'ended')
      throw new Failure('CONFLICT', 'This recurring request has ended. Repeat one of its requests to start again.')
    const values = differing(row, await valuesFor(unit, row, input))
    if (Object.keys(values).length === 0) return { id }
    await updateRecurring(trx, id, values)
    noteRecurring(unit, caller, 'update', row, values, row)
    if (caller.userId !== row.requester_id)
      await unit.tell([row.requester_id], stopNews(row, `${caller.name} ${input.state} it.`, caller))
    return { id }
  })
}

function isInReach(caller: Caller, row: RecurringRow): boolean {
  return caller.role === 'admin' ? covers(caller.scope, placeOf(row)) : row.requester_id === caller.userId
}

/** The stored values after a change. */
async function valuesFor(unit: Unit, row: RecurringRow, input: Omit<UpdateRecurringInput, 'version'>) {
  const { amount = row.amount_cents, state = row.state } = input
  if (state === 'ended') return { state, next_on: null, end_reason: 'Ended by hand.' }
  const is_automatic = input.is_automatic ?? row.is_automatic === 1
  if (is_automatic && (input.is_automatic || input.amount !== undefined))
    await requireAllowed(unit.trx, row.dealer_group_id, amount)
  return {
    ...(await scheduleFor(unit, row, input)),
    state,
    is_automatic: is_automatic ? 1 : 0,
    amount_cents: amount,
    content: JSON.stringify(withAmount(JSON.parse(row.content), amount)),
  }
}

/** The stored schedule after a change. Days that passed while it was paused aren't raised. */
async function scheduleFor({ trx, now }: Unit, row: RecurringRow, input: Omit<UpdateRecurringInput, 'version'>) {
  const { every = row.every, next_on: first_on = row.first_on, until_on = row.until_on } = input
  const schedule = { every, first_on, until_on }
  const today = datesIn(await findZone(trx, row.dealer_group_id, null))(now)
  const last = await findDayBefore(trx, { dealer_group_id: row.dealer_group_id, recurring_id: row.id }, farFuture)
  if (input.next_on !== undefined) {
    firstDay(schedule, 'next_on', today)
    if (last && first_on <= last.due_on)
      throw invalidFields({ next_on: 'The draft for this day exists already. Choose a later day.' })
  }
  const isMoved = [input.every, input.next_on, input.until_on].some((value) => value !== undefined)
  const resumes = row.state === 'paused' && input.state === 'active'
  if (!isMoved && !resumes) return { ...schedule, next_on: row.next_on }
  const next_on = dueFrom(schedule, last && last.due_on >= today ? addDays(last.due_on, 1) : today)
  if (next_on === undefined) throw invalidFields({ until_on: 'No day is left before this date.' })
  return { ...schedule, next_on }
}

/**
 * Why a recurring request can't go on for its requester; undefined if it can: they left, are inactive, lost the role, or
 * moved elsewhere.
 */
export function requesterMissing(person: Person | undefined, row: RecurringRow): string | undefined {
  if (!person) return 'The requester was removed.'
  if (!person.active) return `${person.name} is inactive.`
  if (!person.roleIds.includes(roleNamed('requester').id)) return `${person.name} is no longer a requester.`
  if (!covers(person.scope, placeOf(row))) return `${person.name} no longer works at this location.`
  return undefined
}

/** Stops a recurring request that can't go on, and tells the dealer group's admins why. */
export async function stopRecurring(unit: Unit, row: RecurringRow, reason: string): Promise<void> {
  const { trx, now } = unit
  await beforeChange(trx, 'recurring-request', row.id)
  const values = { state: 'ended' as const, next_on: null, end_reason: reason }
  await updateRecurring(trx, row.id, values)
  noteRecurring(unit, undefined, 'stop', row, values, row)
  const admins = await listAdmins(trx, row.dealer_group_id, now)
  await unit.tell(
    admins.map(({ userId }) => userId),
    stopNews(row, reason, system),
  )
}

/** Stops the recurring requests of a user who was removed or deactivated, lost the role, or moved. */
export async function stopRecurringOf(unit: Unit, userId: number): Promise<void> {
  const open = await listOpenOf(unit.trx, userId)
  const person = open.length > 0 ? await findPerson(unit.trx, userId) : undefined
  for (const row of open) {
    const reason = requesterMissing(person, row)
    if (reason) await stopRecurring(unit, row, reason)
  }
}

/** Deletes the recurring requests at deleted locations. */
export async function removeRecurringIn(unit: Unit, actor: Actor, places: Parameters<typeof listIn>[1]): Promise<void> {
  for (const row of await listIn(unit.trx, places)) {
    await beforeChange(unit.trx, 'recurring-request', row.id)
    await removeDrafts(unit.trx, await deleteRecurring(unit.trx, row))
    noteRecurring(unit, actor, 'delete', row, undefined, row)
  }
}

function stopNews(row: RecurringRow, reason: string, actor: Pick<Actor, 'userId' | 'name'>) {
  return {
    event: 'recurring-stopped' as const,
    key: `recurring/${row.id}/stopped/${row.version}`,
    actor,
    dealerGroupId: row.dealer_group_id,
    accountId: row.requester_id,
    text: `${row.payee_name}, ${formatDollars(centsToDollars(row.amount_cents))}. ${reason}`,
  }
}

/** Records an event of a recurring request in the trail, and refreshes lists. Without an actor, the schedule acted. */
export function noteRecurring(
  unit: Unit,
  actor: Actor | undefined,
  verb: 'create' | 'update' | 'raise' | 'hold' | 'miss' | 'stop' | 'delete',
  row: Omit<RecurringRow, 'version'>,
  after: object | undefined,
  before?: object,
): void {
  const subject = { chain: row.dealer_group_id, entity: 'recurring-request', entityId: row.id }
  unit.audit({ actor: actor ?? system, ...subject, action: `recurring-request.${verb}`, before, after })
  unit.changed({ topic: 'check-requests', id: null, scopes: scopeNamesOfRequest(placeOf(row), row.requester_id) })
}

/**
 * Sets the largest amount of recurring requests that are submitted automatically; null for none. A higher one waits for
 * a second admin (F10). Returns the group's id.
 */
export function saveRecurringLimit(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { limit, version }: { readonly limit: Cents | null; readonly version?: number | undefined },
): Promise<{ id: number }> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await requireInForce(unit, caller)
    const group = await requireGroup(trx, caller, id)
    await requireVersion(trx, 'dealer-group', id, version)
    const values = await holdGroupBack(unit, caller, 'recurring-limit', {
      before: group,
      wanted: differing(group, { recurring_limit_cents: limit }),
      loosens: loosenedRecurringLimit(group.recurring_limit_cents, limit),
    })
    if (Object.keys(values).length === 0) return { id }
    await updateGroup(trx, id, values)
    noteSaved(unit, caller, id, { entity: 'dealer-group', verb: 'update', id, before: group, after: values })
    return { id }
  })
}
