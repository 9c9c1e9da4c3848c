import { warningOfPayee } from '@check-requests/domain/bank/file-text.ts'
import type { CreateRunInput } from '@check-requests/domain/checks/fields.ts'
import { canBeReissued } from '@check-requests/domain/checks/lifecycle.ts'
import { paymentsIn } from '@check-requests/domain/checks/printing.ts'
import { addDays, datesIn, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { fold } from '@check-requests/domain/values/searched-text.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { type ShownAccount, takeNumbers } from '../../bank/queries/accounts.ts'
import { omitsPayees, openNumber } from '../../bank/queries/stored-account.ts'
import type { FoundRequest } from '../../check-requests/queries/detail/find.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, invalidFields } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import { afterCreate } from '../../trail/commands/changes.ts'
import { combinedIn, insertCombined, lastChecksOf, type NewCheck } from '../queries/checks.ts'
import { findOpenRun, insertRun } from '../queries/runs.ts'
import { type DrawnCheck, drawFaces, type StoredStock, stockOf } from './fronts.ts'
import { requireCheck } from './load.ts'
import { dayOfCheckEvent, noteRun } from './record.ts'
import { printableOf, requirePrintable } from './refuse-printing.ts'
import { markOf } from './run-files.ts'
import { blank, explainTakenTwice, loadToDraw, putNumbers, requireInBox, skipTo } from './take-numbers.ts'

const mostDaysAhead = 31

/** A new run, the requests that it leaves out, and those whose payees no bank file can contain, each with the reason. */
interface MadeRun {
  readonly id: number
  readonly warnings: { readonly check_request_id: number; readonly message: string }[]
  readonly left_out: Awaited<ReturnType<typeof requirePrintable>>['leftOut']
}

const idsOf = (requests: readonly FoundRequest[]) => requests.map(({ id }) => id)

/**
 * Takes an account's next numbers for the checks of approved requests. Checks everything that could prevent printing
 * before taking the first number, and stores the numbers and their run together or not at all. Leaves out the requests
 * that can't be printed.
 */
export async function makeRun(
  services: Services,
  { caller, repeatable }: Command,
  input: CreateRunInput,
): Promise<MadeRun> {
  await services.checkPapers.readLetters()
  const making = commit(services, repeatable, async (unit) => {
    const account = await loadForPrinting(unit, caller, input.bank_account_id)
    const date = await dateOfChecks(unit, account, input.check_date)
    const first = input.first_number ?? account.next_check_number
    const stock = await stockOf(unit.trx, account, input.first_position)
    const { payments, leftOut } = await requirePrintable(unit, caller, account, { ids: paymentsIn(input), date })
    const draw = async (some: readonly FoundRequest[][]) => {
      const faces = await drawFaces(unit.trx, caller, account, { payments: some, date })
      await refuseUnwritable(services, account, { stock, faces, first })
      return faces
    }
    // Checks are drawn one by one only if one of them is refused.
    const drawn = await printableOf([payments], (all) => all.flatMap(idsOf), draw).catch((error: unknown) => {
      if (!(error instanceof Failure) || payments.length === 1) throw error
      return printableOf(payments, idsOf, (requests) => draw([requests]))
    })
    const faces = drawn.payments.flat()
    await requireInBox(unit, account, { first, count: faces.length })
    const runId = await insertRun(unit.trx, newRun(unit, caller, account, { stock, faces, first, date }))
    afterCreate(unit.trx, 'print-run', runId)
    await skipTo(unit, caller, account, first)
    await takeAll(unit, caller, account, { runId, faces, first })
    return { id: runId, left_out: [...leftOut, ...drawn.leftOut], warnings: warningsOf(account, faces) }
  })
  return making.catch(explainTakenTwice)
}

function warningsOf(account: ShownAccount, faces: readonly DrawnCheck[]): MadeRun['warnings'] {
  if (!omitsPayees(account)) return []
  return faces.flatMap(({ requests: [{ id, request_number }], payee }) => {
    const warning = warningOfPayee(payee)
    return warning ? [{ check_request_id: id, message: `${request_number}: ${warning}` }] : []
  })
}

/** Refuses a check that couldn't be printed correctly, before any number is taken. */
async function refuseUnwritable(
  { secrets, checkPapers }: Services,
  account: ShownAccount,
  { stock: stored, faces, first }: Drawn,
): Promise<void> {
  const stock = { ...stored, accountNumber: openNumber(secrets, account) }
  for (const [index, { requests, face }] of faces.entries()) {
    const refusal = await checkPapers.whyNotWritable(
      { stock, mark: markOf(account) },
      { ...face, number: first + index },
    )
    if (refusal) throw new Failure('CONFLICT', `${requests[0].request_number}: ${refusal}`)
  }
}

/** The account, locked, if a run can be created on it now. */
async function loadForPrinting(unit: Unit, caller: Caller, id: number): Promise<ShownAccount> {
  const account = await loadToDraw(unit, caller, id)
  const open = await findOpenRun(unit.trx, account)
  if (open)
    throw new Failure(
      'CONFLICT',
      `${open.made_by_name} has an unsettled print run of ${open.count === 1 ? '1 check' : `${open.count} checks`} on this account. Record its result first.`,
    )
  return account
}

/**
 * The printed date: today in the time zone of the account, or a date shortly after. If today is in a closed month, as
 * after a clock correction, uses the first open day instead, so that check and journal have the same date (J9).
 */
async function dateOfChecks(unit: Unit, account: ShownAccount, given: string | undefined): Promise<string> {
  const first = await dayOfCheckEvent(unit, { ...account, bank_account_id: account.id })
  if (given === undefined) return first
  const last = addDays(datesIn(account.time_zone)(unit.now), mostDaysAhead)
  if (given >= first && given <= last) return given
  throw invalidFields({
    check_date: `Choose a check date from ${formatDate(first)} to ${formatDate(last)}.`,
  })
}

interface Numbered {
  readonly faces: readonly DrawnCheck[]
  readonly first: number
}

interface Drawn extends Numbered {
  readonly stock: StoredStock
}

function newRun(unit: Unit, caller: Caller, account: ShownAccount, run: Drawn & { readonly date: string }) {
  const { stock, faces, first, date } = run
  return {
    dealer_group_id: account.dealer_group_id,
    bank_account_id: account.id,
    first_number: first,
    count: faces.length,
    total_cents: faces.reduce((sum, { amount }) => sum + amount, 0),
    check_date: date,
    account_face: JSON.stringify(stock),
    state: 'made',
    made_by_id: caller.userId,
    made_by_name: caller.name,
    made_at: moment(unit.now),
    fetched_at: null,
    settled_by_id: null,
    settled_by_name: null,
    settled_at: null,
  } as const
}

async function takeAll(
  unit: Unit,
  caller: Caller,
  account: ShownAccount,
  { runId, faces, first }: Numbered & { readonly runId: number },
): Promise<void> {
  const last = await lastChecksOf(
    unit.trx,
    account.dealer_group_id,
    faces.map(({ requests: [{ id }] }) => id),
  )
  const checks = faces.map(({ requests, face, amount, payee }, index): NewCheck => {
    const [{ id, request_number }] = requests
    const replaced = last.get(id)
    return {
      ...blank(unit, account, first + index),
      state: 'reserved',
      print_run_id: runId,
      check_request_id: id,
      request_number,
      ...placeOfAll(requests),
      check_date: face.date,
      amount_cents: amount,
      payee_name: payee,
      searched: fold([payee, ...requests.flatMap((one) => [one.request_number, one.memo_line ?? ''])].join('\n')),
      face: JSON.stringify(face),
      replaces_id: replaced && replaced.state !== 'released' ? replaced.id : null,
    }
  })
  const idOf = await putNumbers(unit, caller, account, checks, 'reserve')
  await combine(unit, account, { faces, checkIds: checks.map(({ number }) => idOf(number)) })
  const next = first + faces.length
  if (!(await takeNumbers(unit.trx, account.id, account.next_check_number, next)))
    throw new Failure('CONFLICT', 'Another user took numbers from this account in the meantime. Try again.')
  const taken = checks.map(({ number, check_request_id }, index) => {
    const { requests = [] } = faces[index] ?? {}
    return { number, check_request_id, ...(requests.length > 1 && { combined: requests.map(({ id }) => id) }) }
  })
  const after = { bank_account_id: account.id, first_number: first, count: faces.length, checks: taken }
  noteRun(unit, caller, { verb: 'make', id: runId, dealerGroupId: account.dealer_group_id, after })
}

/** The location that all these requests share; null where they differ: then, only users who see all of them find it. */
function placeOfAll([first, ...others]: DrawnCheck['requests']) {
  const isOneStore = others.every(({ dealership_id }) => dealership_id === first.dealership_id)
  const isOneDepartment = others.every(({ department_id }) => department_id === first.department_id)
  return {
    dealership_id: isOneStore ? first.dealership_id : null,
    department_id: isOneStore && isOneDepartment ? first.department_id : null,
  }
}

/** Stores which requests the checks of several requests pay. */
async function combine(
  { trx }: Unit,
  { dealer_group_id }: ShownAccount,
  { faces, checkIds }: { readonly faces: readonly DrawnCheck[]; readonly checkIds: readonly number[] },
): Promise<void> {
  const rows = faces.flatMap(({ requests, amounts }, index) => {
    const check_id = checkIds[index] ?? 0
    return requests.length === 1
      ? []
      : requests.map(({ id, request_number }, position) => {
          const share = { check_request_id: id, request_number, amount_cents: amounts[position] ?? 0 }
          return { dealer_group_id, check_id, position, ...share }
        })
  })
  await insertCombined(trx, rows)
}

/**
 * Prints a new check for the requests of a check that was voided, stopped, or spoiled: a run of one check with the next
 * number. The old and new check are linked to each other.
 */
export async function reissueCheck(services: Services, command: Command, id: number): Promise<MadeRun> {
  const { check, account } = await requireCheck(services.database.read, command.caller, id)
  if (!canBeReissued(check.state) || check.check_request_id === null)
    throw new Failure('CONFLICT', `Check ${check.number} is still valid. Void or stop it before you reissue it.`)
  const combined = (await combinedIn(services.database.read, [id])).get(id)
  return makeRun(services, command, {
    bank_account_id: account.id,
    check_request_ids: [check.check_request_id],
    combine: combined ? [combined.map(({ check_request_id }) => check_request_id)] : [],
  })
}
