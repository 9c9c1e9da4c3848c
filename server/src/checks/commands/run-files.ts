import type { CheckFile, CheckMark } from '@check-requests/domain/checks/front.ts'
import { noOffsets } from '@check-requests/domain/checks/layouts.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import type { ShownAccount } from '../../bank/queries/accounts.ts'
import { openNumber } from '../../bank/queries/stored-account.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { type CheckRow, listOfRun } from '../queries/checks.ts'
import { findRun, type RunRow, updateRun } from '../queries/runs.ts'
import { type StoredFace, type StoredStock, stockOf } from './fronts.ts'
import { demandRight, demandRun, loadRun, type RunOfAccount } from './load.ts'
import { noteRun } from './record.ts'

/** A PDF and its file name. */
export interface NamedFile {
  readonly fileName: string
  readonly parts: Uint8Array
}

/**
 * The checks of an unsettled run as a PDF, drawn again for each download with identical bytes. After the first
 * download, the run's numbers might be on paper and can't be released. The audit trail records each download, because
 * each file can be printed.
 */
export async function openRun(services: Services, caller: Caller, id: number): Promise<NamedFile> {
  const opened = await noteOpened(services, caller, id)
  const file = await fileOf(services, opened, await listOfRun(services.database.read, id))
  const parts = await services.checkPapers.ofRun(id, file, opened.run.dealer_group_id)
  return { fileName: `checks-${opened.run.first_number}.pdf`, parts }
}

/** The test page of an account, which has no account number. */
export async function drawTestPage(services: Services, account: ShownAccount): Promise<NamedFile> {
  const stock = { ...(await stockOf(services.database.read, account)), accountNumber: '000000000' }
  const parts = await services.checkPapers.testPage(stock, account.dealer_group_id)
  return { fileName: 'check-test-page.pdf', parts }
}

function noteOpened(services: Services, caller: Caller, id: number): Promise<RunOfAccount> {
  return commit(services, undefined, async (unit) => {
    const { run, account } = await loadRun(unit, caller, id)
    demandRight(caller, account, 'print')
    if (run.state !== 'made')
      throw new Failure('CONFLICT', 'This print run is settled, so its file is no longer available.')
    if (run.fetched_at === null) await updateRun(unit.trx, id, { fetched_at: moment(unit.now) })
    noteRun(unit, caller, { verb: 'fetch', id, dealerGroupId: run.dealer_group_id, after: { at: moment(unit.now) } })
    return demandRun(unit.trx, caller, id)
  })
}

async function fileOf(
  { secrets }: Services,
  { run, account }: RunOfAccount,
  checks: readonly CheckRow[],
): Promise<CheckFile> {
  const stock: StoredStock = JSON.parse(run.account_face)
  return {
    stock: { ...stock, accountNumber: openNumber(secrets, account) },
    mark: markOf(account),
    checks: checks.map(({ number, face }) => ({ ...(JSON.parse(face) as StoredFace), number })),
  }
}

/** Returns the mark that identifies checks of the demo account as samples. */
export function markOf({ is_sample }: Pick<ShownAccount, 'is_sample'>): CheckMark {
  return is_sample === 1 ? 'void' : 'none'
}

/**
 * The checks of a settled run as printed, but marked as copies and without the account number. The audit trail records
 * the user and the reason before the file is drawn.
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
  if (!run) throw new Error(`Print run ${id} no longer exists.`)
  const parts = await services.checkPapers.checks(copyOf(run, await listOfRun(read, id)), run.dealer_group_id)
  return { fileName: `copy-of-checks-${run.first_number}.pdf`, parts }
}

/**
 * Copies of a run's checks, which can't be cashed and don't show the account number. Offsets fit the check paper, which
 * copies aren't printed on.
 */
export function copyOf({ account_face }: RunRow, checks: readonly CheckRow[]): CheckFile {
  const stock: StoredStock = JSON.parse(account_face)
  return {
    stock: { ...stock, accountNumber: '', offsets: noOffsets },
    mark: 'copy',
    checks: checks.map(({ number, face }) => ({ ...(JSON.parse(face) as StoredFace), number })),
  }
}

function demandSettled({ state }: RunRow): void {
  if (state === 'made')
    throw new Failure(
      'CONFLICT',
      'This print run is not settled yet, so it has no copy. Open its checks, and record the result.',
    )
  if (state === 'released')
    throw new Failure('CONFLICT', 'The numbers of this print run were released, so there is nothing to copy.')
}
