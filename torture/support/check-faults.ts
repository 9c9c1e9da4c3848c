import type { CheckState } from '@check-requests/domain/checks/lifecycle.ts'
import type { CheckRow } from '../../server/src/checks/queries/checks.ts'
import type { AppDatabase } from '../../server/src/tables.ts'
import type { TestPlace } from '../../server/src/testing/databases.ts'
import { verifyTrail } from '../../server/src/trail/commands/verify.ts'
import type { Acknowledged, Staff } from './check-work.ts'

/** The possible states of a check when it is verified, by its last acknowledged act. */
const later: Partial<Record<CheckState, readonly CheckState[]>> = {
  printed: ['printed', 'signed', 'voided', 'stopped'],
  signed: ['signed', 'voided', 'stopped'],
}

const statusesAt: Partial<Record<CheckState, readonly number[]>> = { reserved: [3], printed: [4], signed: [5] }

/** The faults in an account's checks after the server was killed. Empty if there are none. */
export async function checkFaults(
  place: Pick<TestPlace, 'open'>,
  { account, paid }: Pick<Staff, 'account' | 'paid'>,
  acknowledged: Acknowledged,
): Promise<string[]> {
  const database = await place.open()
  try {
    const checks = await database.read.selectFrom('checks').selectAll().where('bank_account_id', '=', account).execute()
    const { chains, mismatches } = await verifyTrail(database, null)
    return [
      ...(await wrongNumbers(database, account, checks)),
      ...(await wrongRuns(database, account, checks, acknowledged)),
      ...(await wrongRequests(database, checks)),
      ...(await halfRead(database, checks, paid)),
      ...(await wrongFiles(database, account, acknowledged)),
      ...lost(checks, acknowledged),
      ...chains.filter(({ intact }) => !intact).map(({ name }) => `the chain of ${name} is broken`),
      ...mismatches,
    ]
  } finally {
    await database.close()
  }
}

/** Returns a fault unless every number from the first up to the next has exactly one row. */
async function wrongNumbers({ read }: AppDatabase, account: number, checks: readonly CheckRow[]): Promise<string[]> {
  const { next_check_number: next } = await read
    .selectFrom('bank_accounts')
    .select('next_check_number')
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  const numbers = checks.map(({ number }) => number).sort((one, other) => one - other)
  const first = numbers[0] ?? next
  const isWhole = numbers.length === next - first && numbers.every((number, index) => number === first + index)
  return isWhole ? [] : [`${numbers.length} rows for the numbers from ${first} up to ${next}`]
}

/** Returns faults of runs. An open run must have all its numbers reserved, and a settled run none. */
async function wrongRuns(
  { read }: AppDatabase,
  account: number,
  checks: readonly CheckRow[],
  acknowledged: Acknowledged,
): Promise<string[]> {
  const runs = await read.selectFrom('print_runs').selectAll().where('bank_account_id', '=', account).execute()
  const halves = runs.flatMap(({ id, first_number, count, state }) => {
    const own = checks.filter(({ print_run_id }) => print_run_id === id)
    const isOwn = own.every(({ number }) => number >= first_number && number < first_number + count)
    const isSettled = own.every((check) => (check.state === 'reserved') === (state === 'made'))
    return own.length === count && isOwn && isSettled ? [] : [`print run ${id} is only partly ${state}`]
  })
  const gone = [...acknowledged.runs].filter(([id, count]) => !runs.some((run) => run.id === id && run.count === count))
  return [...halves, ...gone.map(([id]) => `print run ${id} was acknowledged but is lost`)]
}

async function wrongRequests({ read }: AppDatabase, checks: readonly CheckRow[]): Promise<string[]> {
  const requests = await read.selectFrom('check_requests').select(['id', 'status_id']).execute()
  const statusOf = new Map(requests.map(({ id, status_id }) => [id, status_id]))
  return checks.flatMap(({ number, state, check_request_id }) => {
    const status = statusOf.get(check_request_id ?? 0) ?? 0
    return statusesAt[state]?.includes(status) === false
      ? [`check ${number} is ${state}, but its request has status ${status}`]
      : []
  })
}

/** Finds checks, and ends of checks, that weren't reported to the bank exactly once. */
async function wrongFiles({ read }: AppDatabase, account: number, { files }: Acknowledged): Promise<string[]> {
  const rows = await read
    .selectFrom('positive_pay_rows as r')
    .innerJoin('positive_pay_files as f', 'f.id', 'r.positive_pay_file_id')
    .select(['f.id', 'f.count', 'r.check_id', 'r.kind'])
    .where('f.bank_account_id', '=', account)
    .execute()
  const reported = rows.map(({ check_id, kind }) => `${kind} of check ${check_id}`)
  const byFile = Map.groupBy(rows, ({ id }) => id)
  return [
    ...reported
      .filter((one, at) => reported.indexOf(one) !== at)
      .map((one) => `the ${one} is reported to the bank twice`),
    ...[...byFile]
      .filter(([, own]) => own.length !== own[0]?.count)
      .map(([id]) => `file ${id} has fewer rows than recorded`),
    ...[...files]
      .filter(([id, count]) => byFile.get(id)?.length !== count)
      .map(([id]) => `file ${id} was acknowledged but is lost`),
  ]
}

/**
 * A bank file clears all its checks or none, and so does undoing it. A check whose clearing was undone by hand is
 * outstanding, with an open exception and without its payment; a cleared check has exactly one payment.
 */
async function halfRead(
  { read }: AppDatabase,
  checks: readonly CheckRow[],
  paid: readonly number[],
): Promise<string[]> {
  const open = await read
    .selectFrom('check_exceptions')
    .select('check_id')
    .where('kind', '=', 'clearing undone')
    .where('resolved_at', 'is', null)
    .execute()
  const payments = await read.selectFrom('clearing_lines').select('check_id').where('check_id', 'in', paid).execute()
  const ofFile = checks.filter(({ id }) => paid.includes(id))
  const byHand = ofFile.filter(({ id }) => open.some(({ check_id }) => check_id === id))
  const states = new Set(ofFile.filter((check) => !byHand.includes(check)).map(({ state }) => state))
  const wrong = ofFile.filter(({ id, state }) => {
    const count = payments.filter(({ check_id }) => check_id === id).length
    return count !== (state === 'cleared' ? 1 : 0)
  })
  return [
    ...(states.size <= 1 ? [] : [`the checks of one bank file are ${[...states].join(' and ')}`]),
    ...byHand
      .filter(({ state }) => state !== 'issued')
      .map(({ number }) => `check ${number} is only partly un-cleared`),
    ...wrong.map(({ number, state }) => `check ${number} is ${state}, but its payment says otherwise`),
  ]
}

/** The acknowledged acts that the check's state or number contradicts. */
function lost(checks: readonly CheckRow[], { states, numbers }: Acknowledged): string[] {
  const byId = new Map(checks.map((check) => [check.id, check]))
  const undone = [...states].filter(([id, state]) => {
    const now = byId.get(id)?.state
    return now === undefined || !(later[state] ?? [state]).includes(now)
  })
  const moved = [...numbers].filter(([number, id]) => byId.get(id)?.number !== number)
  return [
    ...undone.map(([id, state]) => `check ${id} was acknowledged as ${state} but is ${byId.get(id)?.state ?? 'lost'}`),
    ...moved.map(([number, id]) => `number ${number} was acknowledged for check ${id} but belongs to another check`),
  ]
}
