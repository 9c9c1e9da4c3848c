import { createAccountBody } from '@check-requests/domain/books/accounting/chart-fields.ts'
import {
  type AccountImportColumn,
  type AccountPreview,
  accountImportColumns,
  type ImportInput,
  mostImportedAccounts,
} from '@check-requests/domain/operation/imports/fields.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { addAccount, alterAccount } from '../../../books/accounting/commands/save-accounts.ts'
import { type AccountRow, listAccounts } from '../../../books/accounting/queries/accounts.ts'
import { requireGroup } from '../../../organization/commands/record.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, isUniqueViolation } from '../../../platform/errors.ts'
import { type CsvRow, type LineProblem, readCsv } from '../../../platform/text/csv-reader.ts'
import { inTurns } from '../../../platform/threads/promises.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { refuseProblems, repeatedLines, rowsOf } from './problems.ts'

type Row = AccountPreview['rows'][number]

/** A line in a file, and the existing account that it changes, if any. */
interface Line extends Row {
  readonly known: AccountRow | undefined
}

/** Returns the changes that a file would make to a chart, and every problem in it. */
export async function previewAccounts(db: Db, caller: Caller, input: ImportInput): Promise<AccountPreview> {
  await requireGroup(db, caller, input.dealer_group_id)
  const { lines, problems } = await readAccounts(db, input)
  return { rows: lines.map(({ known: _known, ...row }) => row), problems: [...problems] }
}

/** Imports all accounts in a file, or none if it has any problem. Returns the numbers of added and changed accounts. */
export function importAccounts(services: Services, { caller, repeatable }: Command, input: ImportInput) {
  const change = commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    await requireGroup(unit.trx, caller, input.dealer_group_id)
    const { lines, problems } = await readAccounts(unit.trx, input)
    refuseProblems(problems)
    const changed = lines.flatMap(({ known, becomes }) => (known && becomes === 'changed' ? [known.id] : []))
    await beforeChange(unit.trx, 'ledger-account', ...changed)
    await inTurns(lines, async ({ known, number, name, is_active }) => {
      if (known) await alterAccount(unit, caller, known, { name, is_active })
      else await addAccount(unit, caller, { dealer_group_id: input.dealer_group_id, number, name, is_active })
    })
    const count = (fate: Row['becomes']) => lines.filter(({ becomes }) => becomes === fate).length
    return { added: count('added'), changed: count('changed') }
  })
  return change.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'number')) throw error
    throw new Failure('CONFLICT', 'Another user just added one of these accounts. Import the file again.')
  })
}

async function readAccounts(db: Db, { dealer_group_id, csv }: ImportInput) {
  const table = readCsv(csv, accountImportColumns, mostImportedAccounts)
  const chart = new Map((await listAccounts(db, dealer_group_id)).map((account) => [account.number, account]))
  const read = rowsOf(table).map((row) => readRow(row, dealer_group_id, chart))
  const lines = read.flatMap(({ found }) => found ?? [])
  const repeated = repeatedLines(lines.map(({ line, number }) => ({ line, key: number })))
  const doubles = [...repeated].map(([line, earlier]): LineProblem => {
    const { number } = lines.find((one) => one.line === line) ?? { number: '' }
    return { line, message: `Account ${number} is already on line ${earlier}. Keep only one of them.` }
  })
  const problems = [...table.problems, ...read.flatMap((row) => row.problems), ...doubles]
  if (table.problems.length === 0 && table.rows.length === 0)
    problems.push({ line: 1, message: 'This file has no rows below the column names.' })
  return { lines, problems: problems.toSorted((one, other) => one.line - other.line) }
}

const activeWords: Readonly<Record<string, boolean>> = { yes: true, no: false }

function readRow(
  { line, values }: CsvRow<AccountImportColumn>,
  dealer_group_id: number,
  chart: ReadonlyMap<string, AccountRow>,
): { found?: Line; problems: LineProblem[] } {
  const said = values.Active.toLowerCase()
  const parsed = createAccountBody.safeParse({ dealer_group_id, number: values.Number, name: values.Name })
  const wrong = parsed.success ? [] : parsed.error.issues.map(({ message }) => ({ line, message }))
  const unclear = said === '' || Object.hasOwn(activeWords, said) ? [] : [{ line, message: 'Active: Enter Yes or No.' }]
  if (!parsed.success || unclear.length > 0) return { problems: [...wrong, ...unclear] }
  const { number, name } = parsed.data
  const known = chart.get(number)
  const is_active = activeWords[said] ?? known?.is_active !== 0
  return { found: { line, number, name, is_active, becomes: fateOf(known, name, is_active), known }, problems: [] }
}

function fateOf(known: AccountRow | undefined, name: string, isActive: boolean): Row['becomes'] {
  if (!known) return 'added'
  return known.name === name && (known.is_active === 1) === isActive ? 'same' : 'changed'
}
