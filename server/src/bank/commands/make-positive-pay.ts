import {
  type PositivePayTemplate,
  positivePayTemplate,
  voidRuleOf,
} from '@check-requests/domain/bank/positive-pay/template.ts'
import {
  type FileKind,
  type PositivePayAccount,
  rowsByFile,
  tryRows,
  writePositivePayFile,
} from '@check-requests/domain/bank/positive-pay/write-file.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { requireInForce } from '../../access/pending-accounts/commands/role-in-force.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, present } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import { afterCreate, beforeChange } from '../../trail/commands/changes.ts'
import type { ShownAccount } from '../queries/accounts.ts'
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
import { noteBankFile } from './account.ts'
import { requireReconciler } from './positive-pay.ts'

/**
 * Creates a file with all of an account's checks and voids that haven't been reported to the bank and can be written,
 * or a file of issues and one of voids if the bank wants that. Returns the id of the first.
 */
export function makePositivePay(services: Services, { caller, repeatable }: Command, accountId: number) {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    const account = await requireReconciler(unit.trx, caller, accountId)
    await beforeChange(unit.trx, 'bank-account', accountId)
    const template = templateOf(account)
    const files = rowsByFile(template, (await listUnsent(unit.trx, account)).map(rowOf))
    if (files.length === 0)
      throw new Failure('CONFLICT', 'All checks of this account have already been reported to the bank.')
    const numbers = numbersOf(services, account)
    const today = todayOf(unit.now, account)
    const written = files.map(({ kind, rows }) => {
      const file = writePositivePayFile(template, numbers, rows, today, kind)
      return { kind, text: file.text, rows: file.rows ?? [], problems: file.problems ?? [] }
    })
    if (written.every(({ text }) => text === undefined))
      throw new Failure('CONFLICT', written.flatMap(({ problems }) => problems.slice(0, mostProblems)).join(' '))
    const ids: number[] = []
    for (const { kind, text, rows } of written)
      if (text !== undefined) ids.push(await insertWritten(services, unit, caller, account, { kind, text, rows }))
    return present(ids[0], 'the file')
  })
}

/** The sentences about single checks that an answer has room for; the others are listed on the screen. */
const mostProblems = 20

interface WrittenRows {
  readonly kind: FileKind
  readonly text: string
  readonly rows: readonly WaitingRow[]
}

async function insertWritten(
  services: Services,
  unit: Unit,
  caller: Caller,
  account: ShownAccount,
  { kind, text, rows }: WrittenRows,
) {
  const { id: bank_account_id, dealer_group_id } = account
  const number = (await lastFileNumber(unit.trx, account)) + 1
  const total_cents = rows
    .filter(({ voidDate }) => voidDate === null)
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const after = { bank_account_id, number, kind, count: rows.length, total_cents }
  const file = {
    dealer_group_id,
    bank_account_id,
    number,
    kind,
    count: rows.length,
    total_cents,
    sealed_content: services.secrets.seal(text, fileContext({ dealer_group_id, bank_account_id, number })),
    made_by_id: caller.userId,
    made_by_name: caller.name,
    made_at: moment(unit.now),
    fetched_at: null,
    answer: null,
    answered_by_id: null,
    answered_by_name: null,
    answered_at: null,
    reason: null,
  } as const
  const notified = rows.map(
    ({ id, voidDate }) => ({ check_id: id, kind: voidDate === null ? 'issue' : 'void' }) as const,
  )
  const id = await insertFile(unit.trx, file, notified)
  afterCreate(unit.trx, 'positive-pay-file', id)
  noteBankFile(unit, caller, { entity: 'positive-pay-file', verb: 'make', id, dealerGroupId: dealer_group_id, after })
  return id
}

/** The checks of an account that aren't reported to the bank, and the first that can't be written to a file. */
export async function listWaitingRows(services: Services, account: ShownAccount): Promise<WaitingRows> {
  const { read } = services.database
  const unsent = await sumUnsent(read, account)
  if (account.positive_pay_template === null) return { unsent, rule: 'in the file', held: [], problems: [] }
  const template = templateOf(account)
  const rows = (await listUnsent(read, account, mostTried)).map(rowOf)
  const today = todayOf(services.clock(), account)
  const tried = rowsByFile(template, rows).map((file) =>
    tryRows(template, numbersOf(services, account), file.rows, today, file.kind),
  )
  return {
    unsent,
    rule: voidRuleOf(template),
    held: tried.flatMap(({ held }) => held).slice(0, mostHeld),
    problems: [...new Set(tried.flatMap(({ ofTheFile }) => ofTheFile))],
  }
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

function rowOf({ id, number, amount_cents, check_date, payee_name, ended_on }: UnsentCheck): WaitingRow {
  return {
    id,
    number,
    amountCents: amount_cents,
    issueDate: check_date,
    voidDate: ended_on,
    payee: payee_name,
    secondPayeeLine: null,
  }
}

function todayOf(now: number, account: ShownAccount) {
  return datesIn(account.time_zone)(now)
}
