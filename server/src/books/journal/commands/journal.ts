import { type ChartAccount, readLines } from '@check-requests/domain/books/accounting/lines.ts'
import { lastDayOf, refusalToBegin, refusalToClose } from '@check-requests/domain/books/journal/events.ts'
import type { CloseMonthInput, JournalInput } from '@check-requests/domain/books/journal/fields.ts'
import type { JournalFacts, JournalTemplate } from '@check-requests/domain/books/journal/template.ts'
import { purposeText } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { hasCheck, statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import { joinOf } from '@check-requests/domain/check-requests/payee-names.ts'
import { datesIn, startOfDay } from '@check-requests/domain/values/calendar-date.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { findNamed, type NamedRequest } from '../../../check-requests/queries/detail/find.ts'
import { requireGroup } from '../../../organization/commands/record.ts'
import { updateGroup } from '../../../organization/queries/places.ts'
import { moment } from '../../../platform/clock.ts'
import { commit, differing } from '../../../platform/database/commit.ts'
import { Failure, invalidFields } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { afterCreate, requireVersion } from '../../../trail/commands/changes.ts'
import { findChart } from '../../accounting/queries/accounts.ts'
import { insertEvents, lastNumber, listUnrecorded, listWaiting, listZones, type NewEvent } from '../queries/journal.ts'

interface Noted {
  readonly action: 'set-journal' | 'close-journal' | 'export-journal' | 'download-journal'
  readonly before?: object
  readonly after: object
}

/** Records an action on the journal in the group's audit trail, and updates the screens that show the journal. */
export function noteJournal(unit: Unit, caller: Caller, groupId: number, { action, ...states }: Noted): void {
  const subject = { chain: groupId, entity: 'dealer-group', entityId: groupId, action: `dealer-group.${action}` }
  unit.audit({ actor: caller, ...subject, ...states })
  const scopes = ['organisation:all', `organisation:${groupId}`]
  if (action !== 'download-journal') unit.changed({ topic: 'organisation', id: groupId, scopes })
}

/** Adds events to the journal. The audit trail covers them from then on. */
export async function writeEvents(trx: Tx, rows: readonly NewEvent[]): Promise<void> {
  for (const id of await insertEvents(trx, rows)) afterCreate(trx, 'journal-event', id)
}

/** The journal settings of a dealer group. */
export function journalOf(group: Awaited<ReturnType<typeof requireGroup>>) {
  const template: JournalTemplate | null = group.journal_template && JSON.parse(group.journal_template)
  return { beginsOn: group.journal_begins_on, closedThrough: group.journal_closed_through, template }
}

/**
 * Loads a dealer group to change its journal, after checking that the caller's role is in force and that the caller saw
 * this version. Blocks other changes and new events until the transaction ends.
 */
export async function loadJournal(unit: Unit, caller: Caller, id: number, version: number | undefined) {
  await requireInForce(unit, caller)
  await requireGroup(unit.trx, caller, id)
  await requireVersion(unit.trx, 'dealer-group', id, version)
  // Reads the row again under the lock, so that no other call can change it.
  const group = await requireGroup(unit.trx, caller, id)
  return { group, ...journalOf(group) }
}

/** The ledger accounts on the lines of one dealer group's requests. Runs no query if there are no lines. */
export function findCharged(trx: Tx, groupId: number, rows: readonly NamedRequest[]) {
  const accounts = rows.flatMap(({ accounting }) => readLines(accounting).map(({ account }) => account))
  return findChart(trx, groupId, [...new Set(accounts)])
}

/** The request fields that a journal line stores, with their current values. */
export function factsOf(row: NamedRequest, chart: ReadonlyMap<string, ChartAccount>): JournalFacts {
  return {
    request_number: row.request_number,
    payee: row.payee_name_1,
    second_payee: row.payee_name_2,
    payee_join: row.payee_name_2 === null ? null : joinOf(row).toUpperCase(),
    memo: row.memo_line,
    purpose: purposeText(row),
    dealership: row.dealership_name,
    department: row.department_name,
    requester: `${row.requester_first_name} ${row.requester_last_name}`,
    invoice_number: row.invoice_number,
    purchase_order: row.po_purchase_no,
    vin: row.vin_last_digits,
    stock_number: row.stock_number,
    deal_number: row.deal_number,
    repair_order: row.repair_order,
    accounting: readLines(row.accounting).map(({ account, controlNumber, cents }) => {
      return { account, account_name: chart.get(account)?.name ?? '', control_number: controlNumber, cents }
    }),
  }
}

const day = 86_400_000
const requestsAtOnce = 500
const withCheck = statuses.filter(({ name }) => hasCheck(name)).map(({ id }) => id)

/** Sets up the journal of a dealer group: its first day and its file format. Returns the group id. */
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

/** Records the outstanding checks since a day that an earlier program version left unrecorded. */
async function recordEarlier(trx: Tx, { id, time_zone }: { id: number; time_zone: string }, beginsOn: string) {
  // The time zones of a location and of its group differ by less than a day.
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

/** Closes a month of the journal and all earlier ones. Returns the group id. */
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
