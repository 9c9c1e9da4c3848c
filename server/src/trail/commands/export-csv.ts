import type { AuditFilters } from '@check-requests/domain/trail/fields.ts'
import { csvLine } from '../../platform/text/exports.ts'
import type { Reads } from '../../tables.ts'
import { cursorOf, presentEntry } from '../presenter.ts'
import { readEntries } from '../queries/read.ts'

const readAtOnce = 50
const columns = ['Time', 'User', 'Role', 'Action', 'Record', 'Record ID', 'Name', 'Before', 'After']

/** The matching entries as CSV lines for a spreadsheet, fifty at a time. A `chain` of null means all chains. */
export async function* exportCsv(
  { offload }: Reads,
  chain: number | null,
  filters: AuditFilters,
): AsyncGenerator<string> {
  // Spreadsheets recognize UTF-8 by the byte order mark.
  yield `\uFEFF${csvLine(columns)}`
  let cursor: string | undefined
  for (;;) {
    const part = { ...filters, cursor }
    const { rows, names } = await offload((db) => readEntries(db, chain, part, readAtOnce))
    yield rows.map((row) => lineOf(presentEntry(row, names))).join('')
    if (rows.length < readAtOnce) return
    cursor = cursorOf(rows.at(-1)) ?? undefined
  }
}

function lineOf(entry: ReturnType<typeof presentEntry>): string {
  const { at, actor_name, role, action, entity, entity_id, label } = entry
  const states = [entry.before, entry.after].map((state) => (state ? JSON.stringify(state) : null))
  return csvLine([at, actor_name, role, action, entity, entity_id, label, ...states])
}
