import { journalBody, makeJournalExportBody } from '@check-requests/domain/journal/fields.ts'
import { lastDayOf } from '@check-requests/domain/journal/periods.ts'
import { usualTemplate } from '@check-requests/domain/journal/template.ts'
import { addDays, dateOf } from '@check-requests/domain/values/calendar-date.ts'
import { closeMonth } from '../journal/commands/close-month.ts'
import { downloadExport } from '../journal/commands/download.ts'
import { makeExport } from '../journal/commands/make-export.ts'
import { saveJournal } from '../journal/commands/save.ts'
import type { Services } from '../services.ts'
import { callerOf } from './caller.ts'
import { type PlaceIds, placeId } from './queries.ts'

const hour = 3_600_000

/** So many days of the open month are in an export at least. */
const daysOfOpenMonth = 8

/**
 * Shows the journal at Lakeside, with the same commands that people use: a month that is exported, downloaded and
 * closed, an export that nobody has downloaded yet, and checks that wait for the next one. `end`: now, in milliseconds.
 */
export async function addJournal(services: Services, places: PlaceIds, end: number): Promise<void> {
  const at = (hoursAgo: number) => ({ ...services, clock: () => end - hoursAgo * hour })
  const id = placeId(places, 'LAG')
  const caller = await callerOf(services, 'admin@lakeside.example', 1)
  const by = { caller, repeatable: undefined }
  const today = dateOf(end)
  const openMonth = addDays(today, -daysOfOpenMonth - 1).slice(0, 7)
  const closedDay = addDays(`${openMonth}-01`, -1)
  const month = closedDay.slice(0, 7)
  const setup = { begins_on: `${month}-01`, template: usualTemplate, version: undefined }
  await saveJournal(at(3), by, id, journalBody.parse(setup))
  const exportUpTo = (hoursAgo: number, up_to: string) =>
    makeExport(at(hoursAgo), by, id, makeJournalExportBody.parse({ up_to }))
  const closed = await exportUpTo(3, lastDayOf(month))
  await downloadExport(at(3), caller, closed.id)
  await closeMonth(at(2), by, id, { month, version: undefined })
  await exportUpTo(1, addDays(today, -2))
}
