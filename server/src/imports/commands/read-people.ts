import { findRole, roles } from '@check-requests/domain/access/roles.ts'
import {
  importedAccess,
  mostImportedPeople,
  type PeopleImportColumn,
  peopleImportColumns,
} from '@check-requests/domain/imports/columns.ts'
import { createUserBody } from '@check-requests/domain/users/fields.ts'
import { type CsvRow, type LineProblem, readCsv } from '../../platform/csv-reader.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'
import { type Account, settleAccount } from '../../users/commands/account.ts'
import { demandGrantable } from '../../users/commands/authority.ts'
import { listPeople } from '../../users/queries/people.ts'
import { type Places, placesOf } from './places.ts'
import { repeatedLines, rowsOf, sentencesOf } from './problems.ts'

/** Somebody whom a file would add. */
export interface PersonLine extends Pick<Account, 'values' | 'assignments'> {
  readonly line: number
  readonly titles: readonly { readonly approval_title_id: number; readonly dealership_id: number }[]
  readonly shown: { readonly roles: string[]; readonly places: string[]; readonly titles: string[] }
}

interface Read {
  readonly found?: PersonLine
  readonly problems: readonly LineProblem[]
}

/** The people of a file, and all that keeps it from being imported. */
export async function readPeople(db: Db, caller: Caller, dealerGroupId: number, csv: string) {
  const table = readCsv(csv, peopleImportColumns, mostImportedPeople)
  const places = await placesOf(db, dealerGroupId)
  const known = new Set((await listPeople(db, dealerGroupId)).map(({ email }) => email))
  const read = rowsOf(table).map((row) => readRow(row, caller, places))
  const people = read.flatMap(({ found }) => found ?? [])
  const repeated = repeatedLines(people.map(({ line, values }) => ({ line, key: values.email })))
  const doubles = people.flatMap(({ line, values: { email } }): LineProblem[] => {
    const earlier = repeated.get(line)
    if (earlier !== undefined)
      return [{ line, message: `${email} stands in line ${earlier} already. Keep one of them.` }]
    return known.has(email)
      ? [{ line, message: `There is already a user with the email ${email}. Leave this line out.` }]
      : []
  })
  const problems = [...table.problems, ...read.flatMap((row) => row.problems), ...doubles]
  if (table.problems.length === 0 && table.rows.length === 0)
    problems.push({ line: 1, message: 'This file has no rows below the names of the columns.' })
  return { people, problems: problems.toSorted((one, other) => one.line - other.line) }
}

function readRow({ line, values }: CsvRow<PeopleImportColumn>, caller: Caller, places: Places): Read {
  const told: string[] = []
  const roleIds = listed(values.Roles).flatMap((name) => roleNamed(name, told))
  const primary = values['Primary Role'] === '' ? [] : roleNamed(values['Primary Role'], told)
  const access = importedAccess.find(({ text }) => text.toLowerCase() === values.Access.toLowerCase())
  if (!access) told.push('Access: Write Dealer group, Dealership or Department.')
  const dealershipIds = listed(values.Dealerships).flatMap((name) => places.dealership(name, told))
  const departmentIds = listed(values.Departments).flatMap((name) => places.department(name, dealershipIds, told))
  const titles = unique(listed(values['Approval Titles']).flatMap((name) => places.title(name, told)))
  const parsed = createUserBody.safeParse({
    first_name: values['First Name'],
    last_name: values['Last Name'],
    email: values.Email,
    username: values.Username || values.Email,
    title: values.Title,
    password: 'chosen by nobody',
    role_ids: roleIds,
    primary_role: primary[0] ?? null,
    access_level: access?.level ?? 0,
    dealer_group_id: places.dealerGroupId,
    dealership_ids: dealershipIds,
    department_ids: departmentIds,
  })
  if (!parsed.success) told.push(...parsed.error.issues.map(({ message }) => message))
  const { account, refusals } = parsed.success && told.length === 0 ? settled(parsed.data, caller) : nobody
  const problems = [...new Set([...told, ...refusals])].map((message) => ({ line, message }))
  if (!account || problems.length > 0) return { problems }
  const { values: stored, assignments } = account
  const shown = {
    roles: assignments.roleIds.map((id) => findRole(id)?.label ?? ''),
    places: places.namesOf(assignments),
    titles: titles.map(places.titleInWords),
  }
  return { found: { line, values: stored, assignments, titles, shown }, problems: [] }
}

const nobody: { account?: Account; refusals: string[] } = { refusals: [] }

function settled(input: Parameters<typeof settleAccount>[0], caller: Caller): typeof nobody {
  let account: Account | undefined
  const refusals = sentencesOf(() => {
    account = settleAccount(input)
    demandGrantable(caller, account.assignments.roleIds, account.scope)
  })
  return account ? { account, refusals } : { refusals }
}

function roleNamed(text: string, told: string[]): number[] {
  const role = roles.find(({ label }) => label.toLowerCase() === text.toLowerCase())
  if (!role) told.push(`There is no role “${text}”. Write ${roles.map(({ label }) => label).join(', ')}.`)
  return role ? [role.id] : []
}

function unique(titles: PersonLine['titles']): PersonLine['titles'] {
  return [...new Map(titles.map((held) => [`${held.approval_title_id} ${held.dealership_id}`, held])).values()]
}

/** The parts of a cell that lists several. */
function listed(cell: string): string[] {
  return cell
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
