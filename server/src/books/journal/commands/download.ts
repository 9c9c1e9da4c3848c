import { demandInForce } from '../../../people/confirmations/commands/demand-in-force.ts'
import { commit } from '../../../platform/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import { sha256 } from '../../../platform/random.ts'
import type { Services } from '../../../services.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { findExport } from '../queries/exports.ts'
import { noteJournal } from './note.ts'

/** The file of an export, as it was made. The trail says who had it. */
export function downloadExport(services: Services, caller: Caller, id: number) {
  return commit(services, undefined, async (unit) => {
    await demandInForce(unit, caller)
    const found = await findExport(unit.trx, id)
    const { dealerGroupId } = caller.scope
    if (!found || (dealerGroupId !== null && dealerGroupId !== found.dealer_group_id)) throw notFound('export')
    const { number, content } = found
    if (sha256(content) !== found.sha256)
      throw new Failure(
        'CONFLICT',
        'This file is not what was exported: it was changed in the database. Restore it from a backup.',
      )
    noteJournal(unit, caller, found.dealer_group_id, { action: 'download-journal', after: { number } })
    return { fileName: `journal-${number}.csv`, content }
  })
}
