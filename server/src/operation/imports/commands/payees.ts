import {
  type ImportInput,
  mostImportedPayees,
  type PayeeImportColumn,
  type PayeePreview,
  payeeImportColumns,
} from '@check-requests/domain/operation/imports/fields.ts'
import { type CreatePayeeInput, createPayeeBody } from '@check-requests/domain/payees/fields.ts'
import { payeeKey } from '@check-requests/domain/payees/identity.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { requireGroup } from '../../../organization/commands/record.ts'
import { listPurposes } from '../../../organization/queries/lists.ts'
import { addPayee } from '../../../payees/commands/save-payee.ts'
import { listNamesByKey } from '../../../payees/queries/payees.ts'
import { commit } from '../../../platform/database/commit.ts'
import { type CsvRow, type LineProblem, readCsv } from '../../../platform/text/csv-reader.ts'
import { inTurns } from '../../../platform/threads/promises.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { refuseProblems, repeatedLines, rowsOf } from './problems.ts'

interface Line {
  readonly line: number
  readonly input: CreatePayeeInput
}

const columnOf: Record<string, PayeeImportColumn> = {
  name: 'Name',
  payee_type: 'Type',
  payee_sub_type: 'Sub Type',
  address: 'Address',
  email: 'Email',
  phone: 'Phone',
  note: 'Note',
}

/** Returns the payees that a file would add, and every problem in it. */
export async function previewPayees(db: Db, caller: Caller, input: ImportInput): Promise<PayeePreview> {
  await requireGroup(db, caller, input.dealer_group_id)
  const purposes = await listPurposes(db)
  const { lines, problems } = await readPayees(db, input)
  const rows = lines.map(({ line, input: { name, payee_type, payee_sub_type, address, default_purpose_id } }) => {
    const purpose_name = purposes.find(({ id }) => id === default_purpose_id)?.name ?? null
    return { line, name, payee_type, payee_sub_type, address, purpose_name }
  })
  return { rows, problems: [...problems] }
}

/** Adds all payees in a file, or none if it has any problem. Returns the number of payees. */
export function importPayees(services: Services, { caller, repeatable }: Command, input: ImportInput) {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    await requireGroup(unit.trx, caller, input.dealer_group_id)
    const { lines, problems } = await readPayees(unit.trx, input)
    refuseProblems(problems)
    await inTurns(lines, async ({ input: payee }) => {
      await addPayee(unit, caller, payee)
    })
    return { added: lines.length }
  })
}

async function readPayees(db: Db, { dealer_group_id, csv }: ImportInput) {
  const table = readCsv(csv, payeeImportColumns, mostImportedPayees)
  const purposes = new Map((await listPurposes(db)).map(({ id, name }) => [name.toLowerCase(), id]))
  const known = await listNamesByKey(db, dealer_group_id)
  const read = rowsOf(table).map((row) => readRow(row, dealer_group_id, purposes))
  const lines = read.flatMap(({ found }) => found ?? [])
  const repeated = repeatedLines(lines.map(({ line, input }) => ({ line, key: payeeKey(input.name) })))
  const doubles = lines.flatMap(({ line, input: { name } }): LineProblem[] => {
    const earlier = repeated.get(line)
    if (earlier !== undefined)
      return [{ line, message: `“${name}” is already on line ${earlier}. Keep only one of them.` }]
    const same = known.get(payeeKey(name))
    if (same === undefined) return []
    return [{ line, message: `“${name}” is already on the list as “${same}”. Leave this line out.` }]
  })
  const problems = [...table.problems, ...read.flatMap((row) => row.problems), ...doubles]
  if (table.problems.length === 0 && table.rows.length === 0) problems.push(noRows)
  return { lines, problems: problems.toSorted((one, other) => one.line - other.line) }
}

const noRows = { line: 1, message: 'This file has no rows below the column names.' }

function readRow(
  { line, values }: CsvRow<PayeeImportColumn>,
  dealer_group_id: number,
  purposes: ReadonlyMap<string, number>,
): { found?: Line; problems: LineProblem[] } {
  const purpose = values['Usual Purpose']
  const purposeId = purpose === '' ? null : purposes.get(purpose.toLowerCase())
  const parsed = createPayeeBody.safeParse({
    dealer_group_id,
    name: values.Name,
    payee_type: values.Type.toLowerCase(),
    payee_sub_type: values['Sub Type'].toLowerCase(),
    address: values.Address,
    email: values.Email,
    phone: values.Phone,
    default_purpose_id: purposeId ?? null,
    note: values.Note,
  })
  const unknown = purposeId === undefined ? [{ line, message: `There is no purpose “${purpose}”.` }] : []
  if (parsed.success)
    return unknown.length > 0 ? { problems: unknown } : { found: { line, input: parsed.data }, problems: [] }
  const wrong = parsed.error.issues.map(({ path: [part], message }) => {
    const field = String(part)
    return { line, message: `${columnOf[field] ?? field}: ${explained(field, message)}` }
  })
  return { problems: [...wrong, ...unknown] }
}

function explained(field: string, message: string): string {
  if (field === 'payee_type') return 'Enter Individual or Business.'
  if (field === 'payee_sub_type') return 'Enter Vendor or Customer.'
  return message
}
