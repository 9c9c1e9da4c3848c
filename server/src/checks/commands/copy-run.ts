import type { CheckFile } from '@check-requests/domain/checks/face.ts'
import { commit } from '../../platform/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { type CheckRow, listOfRun } from '../queries/checks.ts'
import { findRun, type RunRow } from '../queries/runs.ts'
import type { StoredFace, StoredStock } from './faces.ts'
import { loadRun } from './load.ts'
import type { NamedFile } from './open-run.ts'
import { noteRun } from './record.ts'

/**
 * The checks of a settled run as they were printed, but marked as copies, and without the account number. Who asked for
 * them and why is in the trail before the file is drawn.
 */
export async function copyRun(services: Services, command: Command, id: number, reason: string): Promise<NamedFile> {
  const { caller, repeatable } = command
  const { read } = services.database
  await commit(services, repeatable, async (unit) => {
    const { run } = await loadRun(unit, caller, id)
    demandSettled(run)
    noteRun(unit, caller, { verb: 'copy', id, dealerGroupId: run.dealer_group_id, after: { reason } })
    return id
  })
  const run = await findRun(read, id)
  if (!run) throw new Error(`Print run ${id} is gone.`)
  const parts = await services.checkPapers.checks(copyOf(run, await listOfRun(read, id)), run.dealer_group_id)
  return { fileName: `copy-of-checks-${run.first_number}.pdf`, parts }
}

/** Checks of a run as copies: nothing on them can be cashed, and the account number is not there to be read. */
export function copyOf({ account_face }: RunRow, checks: readonly CheckRow[]): CheckFile {
  const stock: StoredStock = JSON.parse(account_face)
  return {
    stock: { ...stock, accountNumber: '' },
    mark: 'copy',
    checks: checks.map(({ number, face }) => ({ ...(JSON.parse(face) as StoredFace), number })),
  }
}

function demandSettled({ state }: RunRow): void {
  if (state === 'made')
    throw new Failure(
      'CONFLICT',
      'This print run is not settled. Open the checks themselves, and say how they came out.',
    )
  if (state === 'released')
    throw new Failure('CONFLICT', 'The numbers of this print run were released, so there is nothing to copy.')
}
