import { roleNamed } from '@check-requests/domain/access/roles.ts'
import type { AccessLevel } from '@check-requests/domain/access/scope.ts'
import { type DraftValues, storedDraftValues } from '@check-requests/domain/check-requests/drafts/fields.ts'
import { type CreateInput, createBodyAt } from '@check-requests/domain/check-requests/fields.ts'
import { paymentIn } from '@check-requests/domain/check-requests/recurring/content.ts'
import { isMissed, refusalToSubmitAlone } from '@check-requests/domain/check-requests/recurring/rules.ts'
import { dueAfter } from '@check-requests/domain/check-requests/recurring/schedule.ts'
import { addDays, datesIn, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { plainAmount } from '@check-requests/domain/values/typed-amount.ts'
import { findPerson, type Person } from '../../../access/accounts/queries/people.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { factsOfSubmitted } from '../../../events.ts'
import { findZone } from '../../../organization/queries/calendars.ts'
import { findGroup } from '../../../organization/queries/places.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import { parse } from '../../../platform/http/validation.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { type SavedRequest, whileVisible } from '../../commands/apply-change.ts'
import { submitRequest } from '../../commands/create.ts'
import { findDraft, insertDraft, ownerOf } from '../../drafts/queries/drafts.ts'
import { findVisible } from '../../queries/detail/find.ts'
import { dayToSubmit } from '../listeners/settle-day.ts'
import { asRepeated } from '../queries/marks.ts'
import {
  type DayKey,
  findDay,
  findLastApproved,
  findRecurring,
  insertDay,
  listAutomatic,
  listDue,
  listOverdue,
  type RecurringDay,
  type RecurringRow,
  updateDay,
  updateRecurring,
} from '../queries/recurring.ts'
import { noteRecurring, requesterMissing, stopRecurring } from './recurring.ts'

/** The time zones where each day begins first and last. */
const firstZone = 'Etc/GMT-14'
const lastZone = 'Etc/GMT+12'

/** Drafts that were missed longer ago than this are no longer looked at. */
const missedWithinDays = 60

/**
 * Raises the drafts of all recurring requests that are due, each day once, even if servers slept through several days
 * or run at the same time. Then submits the automatic ones, and marks those that weren't submitted in time.
 */
export async function raiseRecurring(services: Services): Promise<void> {
  const { database, clock } = services
  const now = clock()
  for (const { id, next_on, time_zone } of await listDue(database.read, datesIn(firstZone)(now)))
    if (next_on !== null && next_on <= datesIn(time_zone)(now))
      while (await commit(services, undefined, (unit) => raiseNext(unit, id)));
  for (const key of await listAutomatic(database.read)) await submitAlone(services, key)
  const today = datesIn(lastZone)(now)
  const late = await listOverdue(database.read, { from: addDays(today, -missedWithinDays), before: addDays(today, 2) })
  for (const day of late) if (isOverdue(day, now)) await commit(services, undefined, (unit) => markMissed(unit, day))
}

/** Raises the next draft of a recurring request if its day has come. Returns true if another one may be due. */
async function raiseNext(unit: Unit, id: number): Promise<boolean> {
  const { trx, now } = unit
  // Locks the recurring request, so that another server finds the day raised.
  await beforeChange(trx, 'recurring-request', id)
  const row = await findRecurring(trx, id)
  if (row?.state !== 'active' || row.next_on === null) return false
  const dueOn = row.next_on
  if (dueOn > datesIn(await findZone(trx, row.dealer_group_id, null))(now)) return false
  const person = await findPerson(trx, row.requester_id)
  const reason = requesterMissing(person, row)
  if (!person || reason) {
    await stopRecurring(unit, row, reason ?? 'The requester was removed.')
    return false
  }
  const owner = {
    userId: person.userId,
    roleId: roleNamed('requester').id,
    dealerGroupId: person.scope.dealerGroupId,
  }
  const at = moment(now)
  const draft_id = await insertDraft(trx, owner, { form: 'new-check-request', content: row.content, at })
  const { dealer_group_id, is_automatic } = row
  await insertDay(trx, { dealer_group_id, recurring_id: id, due_on: dueOn, raised_at: at, draft_id, is_automatic })
  const next = dueAfter(row, dueOn)
  const end = { state: 'ended', end_reason: 'Its last day has passed.' } as const
  await updateRecurring(trx, id, { next_on: next ?? null, ...(next === undefined && end) })
  noteRecurring(unit, undefined, 'raise', row, { due_on: dueOn, draft_id })
  if (is_automatic === 0) await unit.tell([row.requester_id], { ...newsOf(row, dueOn), event: 'recurring-ready' })
  return next !== undefined
}

function newsOf(row: RecurringRow, dueOn: string) {
  const amount = formatDollars(centsToDollars(row.amount_cents))
  return {
    key: `recurring/${row.id}/${dueOn}`,
    actor: { userId: null, name: 'System' },
    dealerGroupId: row.dealer_group_id,
    accountId: row.requester_id,
    text: `${row.payee_name}, ${amount}, for ${formatDate(dueOn)}.`,
  }
}

type Overdue = Awaited<ReturnType<typeof listOverdue>>[number]

function isOverdue({ due_on, raised_at, time_zone }: Overdue, now: number): boolean {
  const dateAt = datesIn(time_zone)
  return isMissed(due_on, dateAt(Date.parse(raised_at)), dateAt(now))
}

async function markMissed(unit: Unit, key: Overdue): Promise<void> {
  const { trx, now } = unit
  await beforeChange(trx, 'recurring-request', key.recurring_id)
  const row = await findRecurring(trx, key.recurring_id)
  const day = row && (await findDay(trx, key satisfies DayKey))
  if (!day || day.missed_at !== null) return
  if (!(await updateDay(trx, key, { missed_at: moment(now) }))) return
  noteRecurring(unit, undefined, 'miss', row, { due_on: key.due_on })
  const news = newsOf(row, key.due_on)
  await unit.tell([row.requester_id], { ...news, event: 'recurring-missed', key: `${news.key}/missed` })
}

/** Submits the draft of a day as its requester sees it. Returns the new request. */
export function submitRecurring(
  services: Services,
  command: Command,
  id: number,
  { due_on, version }: { readonly due_on: string; readonly version: number },
): Promise<SavedRequest> {
  const { caller } = command
  return commit(
    services,
    whileVisible<SavedRequest>(command, ({ id: saved }) => saved),
    async (unit) => {
      const { trx } = unit
      const row = await findRecurring(trx, id)
      if (!row || row.requester_id !== caller.userId) throw notFound('recurring request')
      const day = await findDay(trx, { dealer_group_id: row.dealer_group_id, recurring_id: id, due_on })
      if (!day || day.draft_id === null) throw notFound('draft')
      await dayToSubmit(trx, caller, day.draft_id)
      const draft = await findDraft(trx, ownerOf(caller), day.draft_id)
      if (!draft) throw notFound('draft')
      if (draft.version !== version)
        throw new Failure('CONFLICT', 'This draft was changed in another window or on another device. Review it first.')
      return submitRequest(unit, caller, inputFrom(draft.content, draft.id, caller.scope.level))
    },
  )
}

/** Codes of refusals that another attempt doesn't change. */
const final = new Set(['CONFLICT', 'INVALID_FIELDS', 'FORBIDDEN', 'BAD_REQUEST', 'NOT_FOUND'])

/**
 * Submits a day's draft in its requester's name, if the dealer group allows it and nothing speaks against it. Otherwise
 * the draft stays, and its requester is told why.
 */
async function submitAlone(services: Services, key: DayKey): Promise<void> {
  try {
    await commit(services, undefined, (unit) => submitUnattended(unit, key))
  } catch (error) {
    if (!(error instanceof Failure) || !final.has(error.code)) throw error
    await commit(services, undefined, (unit) => keepForRequester(unit, key, error.message))
  }
}

/** The day and its recurring request while the day is still to be submitted automatically. */
async function loadAutomatic(trx: Tx, key: DayKey): Promise<{ row: RecurringRow; day: RecurringDay } | undefined> {
  await beforeChange(trx, 'recurring-request', key.recurring_id)
  const row = await findRecurring(trx, key.recurring_id)
  const day = await findDay(trx, key)
  return row && day?.is_automatic === 1 && day.check_request_id === null ? { row, day } : undefined
}

async function submitUnattended(unit: Unit, key: DayKey): Promise<void> {
  const { trx } = unit
  const loaded = await loadAutomatic(trx, key)
  if (!loaded) return
  const { row, day } = loaded
  const person = await findPerson(trx, row.requester_id)
  const gone = requesterMissing(person, row)
  if (!person || gone) throw new Failure('CONFLICT', gone ?? 'The requester was removed.')
  if (row.state === 'paused') throw new Failure('CONFLICT', 'The recurring request is paused.')
  const caller = systemFor(person)
  const draft = day.draft_id === null ? undefined : await findDraft(trx, ownerOf(caller), day.draft_id)
  if (!draft) throw notFound('draft')
  const group = await findGroup(trx, row.dealer_group_id)
  const former = await findLastApproved(trx, row.id)
  const input = inputFrom(draft.content, draft.id, person.scope.level)
  const request = await submitRequest(unit, caller, input, person)
  const stored = await findVisible(trx, caller, request.id)
  if (!stored) throw notFound('check request')
  // The payee list and the requirements are asked about the stored request. A refusal takes the request back.
  const refusal = refusalToSubmitAlone({
    limit: group?.recurring_limit_cents ?? null,
    payment: paymentIn(draft.content),
    former: former && asRepeated(former),
    isEdited: draft.version !== 1 || draft.content !== row.content,
    ...(await factsOfSubmitted(unit, stored)),
  })
  if (refusal) throw new Failure('CONFLICT', refusal)
  await unit.tell([row.requester_id], {
    event: 'recurring-submitted',
    key: `recurring/${row.id}/${day.due_on}/submitted`,
    actor: { userId: null, name: 'System' },
    dealerGroupId: row.dealer_group_id,
    requestId: request.id,
  })
}

/** Leaves a draft to its requester, and says why it wasn't submitted automatically. */
async function keepForRequester(unit: Unit, key: DayKey, reason: string): Promise<void> {
  const loaded = await loadAutomatic(unit.trx, key)
  if (!loaded) return
  const { row, day } = loaded
  await updateDay(unit.trx, day, { is_automatic: 0, held_because: reason })
  noteRecurring(unit, undefined, 'hold', row, { due_on: day.due_on, reason })
  await unit.tell([row.requester_id], {
    event: 'recurring-held',
    key: `recurring/${row.id}/${day.due_on}/held`,
    actor: { userId: null, name: 'System' },
    dealerGroupId: row.dealer_group_id,
    accountId: row.requester_id,
    text: `${row.payee_name}, ${formatDate(day.due_on)}: ${reason}`,
  })
}

/** The system, acting for a requester with exactly the requester's rights. */
export function systemFor(person: Person): Caller {
  const role = roleNamed('requester')
  return {
    sessionId: 'automatic',
    userId: person.userId,
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    name: `System for ${person.name}`,
    roleId: role.id,
    role: role.name,
    allRoles: [role.id],
    scope: person.scope,
    underPolicy: false,
    standsInFor: [],
    passwordByAdmin: false,
    waitingRoles: [],
    effectUnnoted: false,
    proofWays: [],
    signedInAt: 0,
    provedAt: undefined,
    factorRule: undefined,
    byProvider: false,
  }
}

/** The request that a draft stands for. Throws like a create call if something is missing or invalid. */
function inputFrom(content: string, draftId: number, level: AccessLevel): CreateInput {
  const values = withPlainAmounts(storedDraftValues.parse(JSON.parse(content)))
  const filled = Object.entries(values).filter(([, value]) => value !== '' && value !== null && value !== undefined)
  return parse(createBodyAt(level), { ...Object.fromEntries(filled), draft_id: draftId })
}

// Drafts keep amounts as typed, such as `$4,500`.
function withPlainAmounts(values: DraftValues): DraftValues {
  const plain = (text: string | undefined) => text && (plainAmount(text) ?? text)
  const accounting = values.accounting?.map((line) => ({ ...line, amount: plain(line.amount) }))
  return { ...values, amount: plain(values.amount), per_diem: plain(values.per_diem), accounting }
}
