import type { PositivePayAccount } from '@check-requests/domain/bank/positive-pay/column-values.ts'
import {
  type PositivePayTemplate,
  positivePayTemplate,
  voidRuleOf,
} from '@check-requests/domain/bank/positive-pay/template.ts'
import {
  type FileKind,
  rowsByFile,
  tryRows,
  writePositivePayFile,
} from '@check-requests/domain/bank/positive-pay/write-file.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, present } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Actor } from '../../trail/commands/append.ts'
import { afterCreate, beforeChange } from '../../trail/commands/changes.ts'
import { worksWith } from '../queries/access.ts'
import { listAccounts, type ShownAccount } from '../queries/accounts.ts'
import {
  fileContext,
  insertFile,
  lastFileNumber,
  listUnsent,
  sumUnsent,
  type UnsentCheck,
  type WaitingRow,
  type WaitingRows,
} from '../queries/positive-pay.ts'
import { openNumber } from '../queries/stored-account.ts'
import { noteBankFile, refusalToReconcile, requireReconciler } from './account.ts'

/**
 * Creates a file with all of an account's checks and voids that haven't been reported to the bank and can be written,
 * or a file of issues and one of voids if the bank wants that. Returns the id of the first.
 */
export function makePositivePay(
  services: Services,
  { caller, repeatable }: Command,
  accountId: number,
  withAccountIds: readonly number[] = [],
) {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    const account = await requireReconciler(unit.trx, caller, accountId)
    await beforeChange(unit.trx, 'bank-account', accountId)
    const others = await requireCompanions(unit, caller, account, withAccountIds)
    return makeFiles(services, unit, caller, account, others)
  })
}

/** Creates the files of an account and others for a user. Returns the id of the first. */
export async function makeFiles(
  services: Services,
  unit: Unit,
  maker: Maker,
  account: ShownAccount,
  others: readonly ShownAccount[],
): Promise<number> {
  const template = templateOf(account)
  const rows: WaitingRow[] = (await listUnsent(unit.trx, account)).map((check) => rowOf(check))
  for (const other of others) {
    const numbersOfOther = numbersOf(services, other)
    rows.push(...(await listUnsent(unit.trx, other)).map((check) => rowOf(check, numbersOfOther)))
  }
  const files = rowsByFile(template, rows)
  if (files.length === 0) throw new Failure('CONFLICT', 'All checks of this account were already reported to the bank.')
  const numbers = numbersOf(services, account)
  const today = todayOf(unit.now, account)
  const written = files.flatMap(({ kind, rows: waiting }) =>
    writeAll(waiting, (some) => ({ kind, ...writePositivePayFile(template, numbers, some, today, kind) })),
  )
  if (written.every(({ text }) => text === undefined))
    throw new Failure('CONFLICT', written.flatMap(({ problems = [] }) => problems.slice(0, mostProblems)).join(' '))
  const ids: number[] = []
  for (const { kind, text, rows: fitting } of written)
    if (text !== undefined)
      ids.push(await insertWritten(services, unit, maker, account, { kind, text, rows: fitting, others }))
  return present(ids[0], 'the file')
}

/** Files for all rows: where the totals of one have no room for more, another one follows. */
function writeAll<File extends { readonly rest?: readonly WaitingRow[] }>(
  rows: readonly WaitingRow[],
  write: (rows: readonly WaitingRow[]) => File,
): File[] {
  const files: File[] = []
  for (let waiting = rows; waiting.length > 0; ) {
    const file = write(waiting)
    files.push(file)
    waiting = file.rest ?? []
  }
  return files
}

/** The user for whom files are created. */
type Maker = Actor & { readonly userId: number }

/** The sentences about single checks that an answer has room for; the others are listed on the screen. */
const mostProblems = 20

interface WrittenRows {
  readonly kind: FileKind
  readonly text: string
  readonly rows: readonly WaitingRow[]
  readonly others: readonly ShownAccount[]
}

/** The other accounts of a file, locked, if they have the same bank and template and the caller can reconcile them. */
async function requireCompanions(unit: Unit, caller: Caller, account: ShownAccount, ids: readonly number[]) {
  const others: ShownAccount[] = []
  for (const id of [...new Set(ids)].filter((one) => one !== account.id).sort((a, b) => a - b)) {
    const other = await requireReconciler(unit.trx, caller, id)
    if (!canShareFile(account, other))
      throw new Failure(
        'CONFLICT',
        `The account “${other.name}” uses another bank or file format. Create a separate file for it.`,
      )
    await beforeChange(unit.trx, 'bank-account', id)
    others.push(other)
  }
  return others
}

/** True if the checks of another account can go into the files of an account. */
export function canShareFile(account: ShownAccount, other: ShownAccount): boolean {
  const { id, dealer_group_id, routing_number, positive_pay_template } = account
  return (
    other.id !== id &&
    other.state === 'active' &&
    other.dealer_group_id === dealer_group_id &&
    other.routing_number === routing_number &&
    positive_pay_template !== null &&
    other.positive_pay_template === positive_pay_template
  )
}

async function insertWritten(
  services: Services,
  unit: Unit,
  maker: Maker,
  account: ShownAccount,
  { kind, text, rows, others }: WrittenRows,
) {
  const { id: bank_account_id, dealer_group_id } = account
  const number = (await lastFileNumber(unit.trx, account)) + 1
  const total_cents = rows
    .filter(({ voidDate }) => voidDate === null)
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  // An account without a check in the file isn't named by it.
  const reportedOf = new Set(rows.map(({ accountId }) => accountId))
  const named = others.filter(({ id }) => reportedOf.has(id)).map(({ id }) => id)
  const other_account_ids = named.length > 0 ? `,${named.join(',')},` : null
  const after = { bank_account_id, number, kind, other_account_ids, count: rows.length, total_cents }
  const file = {
    dealer_group_id,
    bank_account_id,
    number,
    kind,
    other_account_ids,
    count: rows.length,
    total_cents,
    sealed_content: services.secrets.seal(text, fileContext({ dealer_group_id, bank_account_id, number })),
    made_by_id: maker.userId,
    made_by_name: maker.name,
    made_at: moment(unit.now),
    fetched_at: null,
    answer: null,
    answered_by_id: null,
    answered_by_name: null,
    answered_at: null,
    reason: null,
    transmission: account.sealed_destination === null ? null : 'waiting',
    transmission_tries: 0,
    transmission_problem: null,
    transmission_at: moment(unit.now),
  } as const
  const reported = rows.map(
    ({ id, voidDate }) => ({ check_id: id, kind: voidDate === null ? 'issue' : 'void' }) as const,
  )
  const id = await insertFile(unit.trx, file, reported)
  afterCreate(unit.trx, 'positive-pay-file', id)
  noteBankFile(unit, maker, { entity: 'positive-pay-file', verb: 'make', id, dealerGroupId: dealer_group_id, after })
  return id
}

/** The checks of an account that aren't reported to the bank, and the first that can't be written to a file. */
export async function listWaitingRows(services: Services, caller: Caller, account: ShownAccount): Promise<WaitingRows> {
  const { read } = services.database
  const unsent = await sumUnsent(read, account)
  if (account.positive_pay_template === null)
    return { unsent, rule: 'in the file', held: [], problems: [], companions: [] }
  const template = templateOf(account)
  const rows = (await listUnsent(read, account, mostTried)).map((check) => rowOf(check))
  const today = todayOf(services.clock(), account)
  const tried = rowsByFile(template, rows).map((file) =>
    tryRows(template, numbersOf(services, account), file.rows, today, file.kind),
  )
  return {
    unsent,
    rule: voidRuleOf(template),
    held: tried.flatMap(({ held }) => held).slice(0, mostHeld),
    problems: [...new Set(tried.flatMap(({ ofTheFile }) => ofTheFile))],
    companions: await companionsOf(services, caller, account),
  }
}

/** The accounts with unreported checks that the caller can put into the same file. */
async function companionsOf({ database: { read } }: Services, caller: Caller, account: ShownAccount) {
  const others = (await listAccounts(read, account.dealer_group_id)).filter(
    (other) => canShareFile(account, other) && worksWith(caller, other) && !refusalToReconcile(caller, other),
  )
  const companions: WaitingRows['companions'][number][] = []
  for (const other of others) {
    const unsent = await sumUnsent(read, other)
    if (unsent.issues.count + unsent.voids.count > 0) companions.push({ id: other.id, name: other.name, unsent })
  }
  return companions
}

/** The rows tried before a file is created. Rows held back earlier come first, because later checks have higher numbers. */
const mostTried = 2000
const mostHeld = 50

function templateOf({ name, positive_pay_template }: ShownAccount): PositivePayTemplate {
  if (positive_pay_template === null)
    throw new Failure(
      'CONFLICT',
      `The account “${name}” has no template for its positive-pay file. Have an admin choose one.`,
    )
  return positivePayTemplate.parse(JSON.parse(positive_pay_template))
}

function numbersOf({ secrets }: Services, account: ShownAccount): PositivePayAccount {
  return { accountNumber: openNumber(secrets, account), routingNumber: account.routing_number }
}

function rowOf(check: UnsentCheck, account?: PositivePayAccount): WaitingRow {
  const { id, bank_account_id, number, amount_cents, check_date, payee_name, ended_on } = check
  return {
    id,
    number,
    amountCents: amount_cents,
    issueDate: check_date,
    voidDate: ended_on,
    payee: payee_name,
    secondPayeeLine: null,
    accountId: bank_account_id,
    account,
  }
}

function todayOf(now: number, account: ShownAccount) {
  return datesIn(account.time_zone)(now)
}
