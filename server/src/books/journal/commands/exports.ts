import { type JournalKind, refusalToExport } from '@check-requests/domain/books/journal/events.ts'
import type { MakeJournalExportInput } from '@check-requests/domain/books/journal/fields.ts'
import { journalFile, partsOf } from '@check-requests/domain/books/journal/file.ts'
import type { JournalLine } from '@check-requests/domain/books/journal/template.ts'
import { datesIn, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { moment } from '../../../platform/clock.ts'
import { sha256 } from '../../../platform/crypto/hashes.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, notFound, present } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { afterCreate } from '../../../trail/commands/changes.ts'
import {
  type EventRow,
  type ExportRow,
  findExport,
  giveToExport,
  insertExport,
  lastNumber,
  listWaiting,
} from '../queries/journal.ts'
import { loadJournal, noteJournal } from './journal.ts'

const mostLines = 20_000

/** Creates an export of all unexported events up to a day. Of two simultaneous exports, one waits for the other. */
export function makeExport(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { up_to }: MakeJournalExportInput,
): Promise<ExportRow> {
  return commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    const { group, beginsOn, template } = await loadJournal(unit, caller, id, undefined)
    const refusal = refusalToExport(up_to, { beginsOn, today: datesIn(group.time_zone)(now) })
    if (refusal || beginsOn === null || template === null)
      throw new Failure('CONFLICT', present(refusal, 'the reason for refusing an export'))
    const span = { groupId: id, beginsOn, upTo: up_to }
    const events = await listWaiting(trx, span)
    const entries = events.map(lineOf)
    const lines = entries.reduce((sum, entry) => sum + partsOf(entry, template).length, 0)
    refuseNumber(lines, up_to)
    const content = journalFile(template, entries)
    const row = {
      dealer_group_id: id,
      number: (await lastNumber(trx, id)) + 1,
      up_to,
      lines,
      issued_cents: sumOf(events, 'issue'),
      voided_cents: sumOf(events, 'void'),
      sha256: sha256(content),
      made_by_name: caller.name,
      made_at: moment(now),
    }
    const exportId = await insertExport(trx, { ...row, content, made_by_id: caller.userId })
    afterCreate(trx, 'journal-export', exportId)
    const given = await giveToExport(trx, span, exportId)
    if (given !== events.length)
      throw new Error(`export ${exportId} contains ${given} instead of ${events.length} events`)
    noteJournal(unit, caller, id, { action: 'export-journal', after: { ...row, id: exportId } })
    return { ...row, id: exportId }
  })
}

function refuseNumber(lines: number, upTo: string): void {
  if (lines === 0)
    throw new Failure('CONFLICT', `All events through ${formatDate(upTo)} were already exported. Choose a later day.`)
  if (lines > mostLines)
    throw new Failure('CONFLICT', `An export with ${lines} lines is too large for one file. Choose an earlier day.`)
}

function sumOf(events: readonly EventRow[], kind: JournalKind): number {
  return events.filter((event) => event.kind === kind).reduce((sum, { cents }) => sum + cents, 0)
}

function lineOf({ facts, ...event }: EventRow): JournalLine {
  return { ...event, facts: JSON.parse(facts) }
}

/** The file of an export as it was created. The audit trail records the user who downloaded it. */
export function downloadExport(services: Services, caller: Caller, id: number) {
  return commit(services, undefined, async (unit) => {
    await requireInForce(unit, caller)
    const found = await findExport(unit.trx, id)
    const { dealerGroupId } = caller.scope
    if (!found || (dealerGroupId !== null && dealerGroupId !== found.dealer_group_id)) throw notFound('export')
    const { number, content } = found
    if (sha256(content) !== found.sha256)
      throw new Failure(
        'CONFLICT',
        'This export was changed in the database after it was created. Restore it from a backup.',
      )
    noteJournal(unit, caller, found.dealer_group_id, { action: 'download-journal', after: { number } })
    return { fileName: `journal-${number}.csv`, content }
  })
}
