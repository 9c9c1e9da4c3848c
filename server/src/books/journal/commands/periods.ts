import { lastDayOf, refusalToBegin, refusalToClose } from '@check-requests/domain/books/journal/events.ts'
import type { CloseMonthInput, JournalInput } from '@check-requests/domain/books/journal/fields.ts'
import { hasCheck, statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import { datesIn, startOfDay } from '@check-requests/domain/values/calendar-date.ts'
import type { Command } from '../../../access/sessions/queries/caller.ts'
import { findNamed, type NamedRequest } from '../../../check-requests/queries/detail/find.ts'
import { updateGroup } from '../../../organization/queries/places.ts'
import { moment } from '../../../platform/clock.ts'
import { commit, differing } from '../../../platform/database/commit.ts'
import { Failure, invalidFields } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { lastNumber, listUnrecorded, listWaiting, listZones, type NewEvent } from '../queries/journal.ts'
import { factsOf, findCharged, loadJournal, noteJournal, writeEvents } from './journal.ts'

const day = 86_400_000
const requestsAtOnce = 500
const withCheck = statuses.filter(({ name }) => hasCheck(name)).map(({ id }) => id)

/** Sets the journal of a dealer group up: when it begins, and how its files are written. Returns the group's id. */
export function saveJournal(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { begins_on, template, version }: JournalInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    const { group, beginsOn, closedThrough } = await loadJournal(unit, caller, id, version)
    const isUsed = closedThrough !== null || (await lastNumber(trx, id)) > 0
    const refusal = refusalToBegin(begins_on, { beginsOn, today: datesIn(group.time_zone)(now), isUsed })
    if (refusal) throw invalidFields({ begins_on: refusal })
    const wanted = { journal_begins_on: begins_on, journal_template: JSON.stringify(template) }
    const values = differing(group, wanted)
    if (Object.keys(values).length === 0) return id
    if (begins_on !== beginsOn) await recordEarlier(trx, group, begins_on)
    await updateGroup(trx, id, values)
    noteJournal(unit, caller, id, { action: 'set-journal', before: group, after: values })
    return id
  })
}

/** Records the checks that are out since a day and that an earlier version of this program has not recorded. */
async function recordEarlier(trx: Tx, { id, time_zone }: { id: number; time_zone: string }, beginsOn: string) {
  // Places have other clocks than their group, by less than a day.
  const since = moment(startOfDay(beginsOn, time_zone) - day)
  const missing = new Map((await listUnrecorded(trx, id, since, withCheck)).map((row) => [row.id, row]))
  if (missing.size === 0) return
  const zones = new Map((await listZones(trx, id)).map((place) => [place.id, place.time_zone ?? time_zone]))
  const zoneOf = ({ dealership_id }: NamedRequest) => (dealership_id && zones.get(dealership_id)) || time_zone
  const ids = [...missing.keys()]
  for (let begin = 0; begin < ids.length; begin += requestsAtOnce) {
    const requests = await findNamed(trx, ids.slice(begin, begin + requestsAtOnce))
    const chart = await findCharged(trx, id, requests)
    const rows = requests.map((row) => {
      const facts = JSON.stringify(factsOf(row, chart))
      const { at, check_date } = missing.get(row.id) ?? { at: row.status_changed_at, check_date: null }
      return issueOf(row, { facts, at, on: check_date ?? datesIn(zoneOf(row))(Date.parse(at)) })
    })
    await writeEvents(trx, rows)
  }
}

function issueOf(row: NamedRequest, { facts, at, on }: { facts: string; at: string; on: string }): NewEvent {
  return {
    dealer_group_id: row.dealer_group_id,
    check_request_id: row.id,
    kind: 'issue',
    export_id: null,
    check_number: row.check_number ?? '',
    cents: row.amount_cents,
    facts,
    at,
    day: on,
    issued_on: on,
  }
}

/** Closes a month of the journal and all before it. Returns the group's id. */
export function closeMonth(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { month, version }: CloseMonthInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    const { group, beginsOn, closedThrough } = await loadJournal(unit, caller, id, version)
    const last = lastDayOf(month)
    const zones = [group.time_zone, ...(await listZones(trx, id)).map(({ time_zone }) => time_zone ?? group.time_zone)]
    const todays = zones.map((zone) => datesIn(zone)(now))
    const waiting = beginsOn === null ? [] : await listWaiting(trx, { groupId: id, beginsOn, upTo: last })
    const refusal = refusalToClose({ month, beginsOn, closedThrough, todays, waiting: waiting.length })
    if (refusal) throw new Failure('CONFLICT', refusal)
    const values = { journal_closed_through: last }
    await updateGroup(trx, id, values)
    noteJournal(unit, caller, id, {
      action: 'close-journal',
      before: { journal_closed_through: closedThrough },
      after: values,
    })
    return id
  })
}
