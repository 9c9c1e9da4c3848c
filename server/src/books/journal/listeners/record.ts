import {
  type CheckState,
  dayOfEvent,
  dayOfIssue,
  type JournalKind,
  journalEvents,
} from '@check-requests/domain/books/journal/events.ts'
import { type StatusId, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { findZoneOfAccount } from '../../../bank/queries/accounts.ts'
import type { RequestChanged, RequestEvent } from '../../../check-requests/listeners/request-event.ts'
import { findNamed } from '../../../check-requests/queries/detail/find.ts'
import { moment } from '../../../platform/clock.ts'
import type { Unit } from '../../../services.ts'
import { factsOf, findCharged, writeEvents } from '../commands/journal.ts'
import { findIssue, findOpenClock, findRegistered } from '../queries/journal.ts'

/** Records a check in the journal when it is issued or voided. For other events, runs no query and writes nothing. */
export async function recordInJournal(unit: Unit, event: RequestEvent): Promise<void> {
  if (event.name === 'deleted') return
  const { request, after } = event
  const events = journalEvents(
    event.name === 'created' ? undefined : stateOf(request),
    stateOf({ ...request, ...after }),
  )
  for (const { kind, checkNumber } of events) await record(unit, event, kind, checkNumber)
}

function stateOf(row: { status_id: StatusId; check_number?: string | null }): CheckState {
  return { status: statusOf(row.status_id).name, checkNumber: row.check_number ?? null }
}

async function record(unit: Unit, { request }: RequestChanged, kind: JournalKind, checkNumber: string): Promise<void> {
  const { trx, now } = unit
  const { closedThrough, zone } = await findOpenClock(trx, request.dealer_group_id, request.dealership_id)
  const check = await findRegistered(trx, request, checkNumber)
  const today = datesIn(check ? await findZoneOfAccount(trx, check.bank_account_id) : zone)(now)
  const at = { at: moment(now), export_id: null }
  if (kind === 'void') {
    // If the journal doesn't contain the issue of a check, the check is older than the journal. The accountants enter
    // both the issue and the void by hand.
    const issue = await findIssue(trx, request.id, checkNumber)
    if (!issue) return
    const { id: _id, ...reversed } = issue
    const day = dayOfEvent(today, closedThrough, issue.issued_on)
    await writeEvents(trx, [{ ...reversed, ...at, kind, day }])
    return
  }
  const [named] = await findNamed(trx, [request.id])
  if (!named) throw new Error(`check request ${request.id} wasn’t found after its own change`)
  const chart = await findCharged(trx, request.dealer_group_id, [named])
  const facts = JSON.stringify(factsOf(named, chart))
  const day = dayOfIssue(check?.check_date ?? today, closedThrough)
  const subject = { dealer_group_id: request.dealer_group_id, check_request_id: request.id }
  const issued = { kind, check_number: checkNumber, cents: named.amount_cents, facts }
  await writeEvents(trx, [{ ...subject, ...issued, ...at, day, issued_on: day }])
}
