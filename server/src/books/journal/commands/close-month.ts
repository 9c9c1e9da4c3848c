import type { CloseMonthInput } from '@check-requests/domain/books/journal/fields.ts'
import { lastDayOf, refusalToClose } from '@check-requests/domain/books/journal/periods.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { updateGroup } from '../../../organization/queries/places.ts'
import { commit } from '../../../platform/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Command } from '../../../access/sessions/queries/command.ts'
import { listWaiting, listZones } from '../queries/events.ts'
import { loadJournal } from './load.ts'
import { noteJournal } from './note.ts'

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
