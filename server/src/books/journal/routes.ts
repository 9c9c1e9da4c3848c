import {
  journalEndpoints as endpoints,
  type JournalExportReply,
  type JournalReply,
} from '@check-requests/domain/books/journal/endpoints.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { requireGroup } from '../../organization/commands/record.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { downloadExport, makeExport } from './commands/exports.ts'
import { closeMonth, journalOf, saveJournal } from './commands/journal.ts'
import { type ExportRow, listExports, sumWaiting } from './queries/journal.ts'

/** The maximum number of listed exports. */
const mostListed = 200

export function registerJournal(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const shown = async (caller: Caller, groupId: number): Promise<JournalReply> => {
    const group = await requireGroup(read, caller, groupId)
    const { beginsOn, closedThrough, template } = journalOf(group)
    const waiting = beginsOn === null ? [] : await sumWaiting(read, groupId, beginsOn)
    return {
      id: group.id,
      version: group.version,
      begins_on: beginsOn,
      closed_through: closedThrough,
      template,
      today: datesIn(group.time_zone)(services.clock()),
      waiting: presentWaiting(waiting),
    }
  }
  api.on(endpoints.get, async ({ caller, params }) => ({ message: 'Journal', data: await shown(caller, params.id) }))
  api.on(endpoints.save, async ({ caller, repeatable, params, body }) => {
    const id = await saveJournal(services, { caller, repeatable }, params.id, body)
    return { message: 'Journal updated', data: await shown(caller, id) }
  })
  api.on(endpoints.close, async ({ caller, repeatable, params, body }) => {
    const id = await closeMonth(services, { caller, repeatable }, params.id, body)
    return { message: 'Month closed', data: await shown(caller, id) }
  })
  api.on(endpoints.exports, async ({ caller, params }) => {
    const { id } = await requireGroup(read, caller, params.id)
    return { message: 'Exports', data: (await listExports(read, id, mostListed)).map(presentExport) }
  })
  api.on(endpoints.makeExport, async ({ caller, repeatable, params, body }) => {
    const made = await makeExport(services, { caller, repeatable }, params.id, body)
    return { message: 'Export created', data: presentExport(made) }
  })
  api.on(endpoints.file, async ({ caller, params }) => {
    const { fileName, content } = await downloadExport(services, caller, params.id)
    return { fileName, parts: inOnePart(content) }
  })
}

async function* inOnePart(content: string) {
  yield content
}

/** An export in API form. */
function presentExport(row: ExportRow): JournalExportReply {
  const { dealer_group_id: _group, issued_cents, voided_cents, ...others } = row
  return { ...others, issued: centsToDollars(issued_cents), voided: centsToDollars(voided_cents) }
}

/** The unexported events in API form. */
function presentWaiting(sums: Awaited<ReturnType<typeof sumWaiting>>): JournalReply['waiting'] {
  return sums.map(({ kind, events, cents }) => ({ kind, events, amount: centsToDollars(cents) }))
}
