import { isClosedAccount } from '@check-requests/domain/bank/accounts.ts'
import { isStock } from '@check-requests/domain/bank/stock/rules.ts'
import type { CheckFace, CheckFile, CheckMark } from '@check-requests/domain/checks/front.ts'
import { layoutOf, noOffsets } from '@check-requests/domain/checks/layouts.ts'
import { firstSampleNumber, keptForSamples, sampleSheets } from '@check-requests/domain/checks/micr/template.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { noteAccount } from '../../bank/commands/account.ts'
import { type ShownAccount, updateAccount } from '../../bank/queries/accounts.ts'
import { listBoxes } from '../../bank/queries/stock-boxes.ts'
import { openNumber, sampleNumbersOf } from '../../bank/queries/stored-account.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, present } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import { listEntries } from '../../trail/queries/read.ts'
import { presentRunWithChecks } from '../presenter/checks.ts'
import { type CheckRow, listNumbered, listOfRun } from '../queries/checks.ts'
import { withSignatures } from '../queries/register-page.ts'
import { findRun, type RunRow, updateRun } from '../queries/runs.ts'
import { type StoredFace, type StoredStock, stockOf } from './fronts.ts'
import { loadRun, type RunOfAccount, requireAccountOf, requireRight, requireRun } from './load.ts'
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

/**
 * Samples for the bank's MICR test: sheets with the account's MICR line and VOID across. No check is recorded. From now
 * on, the account's checks can't have the numbers kept for samples.
 */
export async function drawSamples(services: Services, { caller, repeatable }: Command, id: number) {
  await services.checkPapers.readLetters()
  await commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    await requireAccountOf(unit.trx, caller, id)
    await beforeChange(unit.trx, 'bank-account', id)
    const account = await requireAccountOf(unit.trx, caller, id)
    const [check] = (await sampleFile(services, unit.trx, account)).checks
    await keepNumbers(unit, caller, account, present(check, 'first sample').number)
    return id
  })
  const { read } = services.database
  const account = await requireAccountOf(read, caller, id)
  const parts = await services.checkPapers.checks(await sampleFile(services, read, account), account.dealer_group_id)
  return { fileName: 'micr-samples.pdf', parts }
}

/** The sample checks of an account. Throws if the account prints no MICR line, or if the line can't be printed. */
async function sampleFile({ secrets, checkPapers, clock }: Services, db: Db, account: ShownAccount) {
  const stock = { ...(await stockOf(db, account)), accountNumber: openNumber(secrets, account) }
  if (isClosedAccount(account.state)) throw new Failure('CONFLICT', `Account ${account.name} is closed.`)
  const { micr } = stock
  if (micr === null || stock.paper !== 'blank')
    throw new Failure(
      'CONFLICT',
      `Account ${account.name} doesn’t print a MICR line, so it has no samples. Turn on the MICR line first.`,
    )
  const first = firstSampleNumber(micr)
  const date = datesIn(account.time_zone)(clock())
  const count = sampleSheets * layoutOf(stock.layout).checks.length
  const checks = Array.from({ length: count }, (_, index): CheckFace => sampleFace(first + index, date))
  const file: CheckFile = { stock, mark: 'void', checks }
  const refusal = checks[0] && (await checkPapers.whyNotWritable(file, checks[0]))
  if (refusal) throw new Failure('CONFLICT', refusal)
  return file
}

function sampleFace(number: number, date: string): CheckFace {
  return {
    number,
    date,
    payees: ['SAMPLE FOR MICR TEST - VOID'],
    joinedBy: 'AND',
    addressLines: [],
    amount: 1,
    memo: null,
    signers: [''],
    stub: { facts: [{ label: 'Purpose', value: 'Sample for the bank’s MICR test. Not a check.' }], lines: [] },
  }
}

/** Keeps numbers for samples, unless checks have come that far. */
async function keepNumbers(unit: Unit, caller: Caller, account: ShownAccount, first: number): Promise<void> {
  const last = first + keptForSamples - 1
  const kept = sampleNumbersOf(account)
  if (!kept.includes(first)) {
    const boxes = (await listBoxes(unit.trx, account)).filter(({ state }) => isStock(state))
    const isInBox = boxes.some(({ last_number }) => last_number !== null && last_number >= first)
    const used = await listNumbered(unit.trx, account, first, last)
    if (isInBox || used.length > 0 || account.next_check_number > first)
      throw new Failure(
        'CONFLICT',
        `The numbers ${first} to ${last} are needed for samples, but checks of account ${account.name} use numbers up to these. Ask the bank for a MICR template with more digits for the check number.`,
      )
    await updateAccount(unit.trx, account.id, { sample_numbers: JSON.stringify([...kept, first]) })
  }
  const after = { first_number: first, sheets: sampleSheets }
  noteAccount(unit, caller, { verb: 'print-samples', id: account.id, dealerGroupId: account.dealer_group_id, after })
}

function noteOpened(services: Services, caller: Caller, id: number): Promise<RunOfAccount> {
  return commit(services, undefined, async (unit) => {
    const { run, account } = await loadRun(unit, caller, id)
    requireRight(caller, account, 'print')
    if (run.state !== 'made')
      throw new Failure('CONFLICT', 'This print run is settled, so its file is no longer available.')
    if (run.fetched_at === null) await updateRun(unit.trx, id, { fetched_at: moment(unit.now) })
    noteRun(unit, caller, { verb: 'fetch', id, dealerGroupId: run.dealer_group_id, after: { at: moment(unit.now) } })
    return requireRun(unit.trx, caller, id)
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
    requireSettled(run)
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

function requireSettled({ state }: RunRow): void {
  if (state === 'made') throw new Failure('CONFLICT', 'Record this print run’s result first. Then you can open a copy.')
  if (state === 'released')
    throw new Failure('CONFLICT', 'The numbers of this print run were released, so there is nothing to copy.')
}

const mostOpenings = 100

/** A print run in API form. */
export async function runOf({ database: { read }, checkPapers }: Services, caller: Caller, id: number) {
  const { run, account } = await requireRun(read, caller, id)
  const about = { entity: 'print-run', entity_id: id, action: 'print-run.fetch' } as const
  const openings = await listEntries(read, run.dealer_group_id, about, mostOpenings)
  const checks = await listOfRun(read, id)
  const { combined } = await withSignatures(read, checks)
  const listPages = run.state === 'made' ? await checkPapers.listPages(copyOf(run, checks)) : 0
  return presentRunWithChecks({ run, accountName: account.name, checks, combined, openings, listPages })
}
