import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { isMissed } from '@check-requests/domain/check-requests/recurring/rules.ts'
import { dueAfter } from '@check-requests/domain/check-requests/recurring/schedule.ts'
import { addDays, datesIn, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { findPerson } from '../../../access/accounts/queries/people.ts'
import { findZone } from '../../../organization/queries/calendars.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import type { Services, Unit } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { insertDraft } from '../../drafts/queries/drafts.ts'
import {
  type DayKey,
  findDay,
  findRecurring,
  insertDay,
  listAutomatic,
  listDue,
  listOverdue,
  type RecurringRow,
  updateDay,
  updateRecurring,
} from '../queries/recurring.ts'
import { noteRecurring, requesterMissing, stopRecurring } from './recurring.ts'
import { submitAlone } from './submit.ts'

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
