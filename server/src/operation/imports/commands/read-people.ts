import { findRole, roles } from '@check-requests/domain/access/roles.ts'
import {
  importedAccess,
  mostImportedPeople,
  type PeopleImportColumn,
  peopleImportColumns,
} from '@check-requests/domain/operation/imports/fields.ts'
import { createUserBody } from '@check-requests/domain/people/users/fields.ts'
import { listWithOr } from '@check-requests/domain/values/lists.ts'
import { requireGrantable } from '../../../access/accounts/commands/authority.ts'
import { listPeople } from '../../../access/accounts/queries/people.ts'
import type { Assignments } from '../../../access/accounts/queries/store.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { listTitles } from '../../../approvals/queries/titles.ts'
import { listDealerships, listDepartments } from '../../../organization/queries/lists.ts'
import { findGroup } from '../../../organization/queries/places.ts'
import { type Account, settleAccount } from '../../../people/users/commands/create.ts'
import { type CsvRow, type LineProblem, readCsv } from '../../../platform/text/csv-reader.ts'
import type { Db } from '../../../tables.ts'
import { repeatedLines, rowsOf, sentencesOf } from './problems.ts'

/** A user that a file would add. */
export interface PersonLine extends Pick<Account, 'values' | 'assignments'> {
  readonly line: number
  readonly titles: readonly { readonly approval_title_id: number; readonly dealership_id: number }[]
  readonly shown: { readonly roles: string[]; readonly places: string[]; readonly titles: string[] }
}

interface Read {
  readonly found?: PersonLine
  readonly problems: readonly LineProblem[]
}

/** The users in a file, and every problem that prevents its import. */
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
      return [{ line, message: `${email} is already on line ${earlier}. Keep only one of them.` }]
    return known.has(email)
      ? [{ line, message: `There is already a user with the email ${email}. Leave this line out.` }]
      : []
  })
  const problems = [...table.problems, ...read.flatMap((row) => row.problems), ...doubles]
  if (table.problems.length === 0 && table.rows.length === 0)
    problems.push({ line: 1, message: 'This file has no rows below the column names.' })
  return { people, problems: problems.toSorted((one, other) => one.line - other.line) }
}

function readRow({ line, values }: CsvRow<PeopleImportColumn>, caller: Caller, places: Places): Read {
  const messages: string[] = []
  const roleIds = listed(values.Roles).flatMap((name) => roleNamed(name, messages))
  const primary = values['Primary Role'] === '' ? [] : roleNamed(values['Primary Role'], messages)
  const access = importedAccess.find(({ text }) => text.toLowerCase() === values.Access.toLowerCase())
  if (!access) messages.push('Access: Enter Dealer group, Dealership, or Department.')
  const dealershipIds = listed(values.Dealerships).flatMap((name) => places.dealership(name, messages))
  const departmentIds = listed(values.Departments).flatMap((name) => places.department(name, dealershipIds, messages))
  const titles = unique(listed(values['Approval Titles']).flatMap((name) => places.title(name, messages)))
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
  if (!parsed.success) messages.push(...parsed.error.issues.map(({ message }) => message))
  const { account, refusals } = parsed.success && messages.length === 0 ? settled(parsed.data, caller) : nobody
  const problems = [...new Set([...messages, ...refusals])].map((message) => ({ line, message }))
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
    requireGrantable(caller, account.assignments.roleIds, account.scope)
  })
  return account ? { account, refusals } : { refusals }
}

function roleNamed(text: string, messages: string[]): number[] {
  const role = roles.find(({ label }) => label.toLowerCase() === text.toLowerCase())
  if (!role) messages.push(`“${text}” isn’t a role. Enter ${listWithOr(roles.map(({ label }) => label))}.`)
  return role ? [role.id] : []
}

function unique(titles: PersonLine['titles']): PersonLine['titles'] {
  return [...new Map(titles.map((held) => [`${held.approval_title_id} ${held.dealership_id}`, held])).values()]
}

/** Splits a cell that lists several values. */
function listed(cell: string): string[] {
  return cell
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** A title and the dealership where a user has that title. 0 means every dealership where the user approves. */
interface Held {
  readonly approval_title_id: number
  readonly dealership_id: number
}

/**
 * Finds a dealer group's locations and titles by the names in a file. Adds a problem sentence to `told` for each name
 * that isn't found.
 */
interface Places {
  readonly dealerGroupId: number
  dealership(text: string, messages: string[]): number[]
  department(text: string, dealershipIds: readonly number[], messages: string[]): number[]
  title(text: string, messages: string[]): Held[]
  titleInWords(held: Held): string
  namesOf(assignments: Assignments): string[]
}

async function placesOf(db: Db, dealerGroupId: number): Promise<Places> {
  const group = await findGroup(db, dealerGroupId)
  const dealerships = await listDealerships(db, dealerGroupId)
  const departments = await listDepartments(db, dealerGroupId)
  const titles = (await listTitles(db, dealerGroupId)).filter(({ is_active }) => is_active === 1)

  function dealership(text: string, messages: string[]): number[] {
    const found = dealerships.find(isCalled(text))
    if (!found)
      messages.push(`There is no dealership “${text}” in this dealer group. Enter the code or name of a dealership.`)
    return found ? [found.id] : []
  }

  function department(text: string, dealershipIds: readonly number[], messages: string[]): number[] {
    const [first = '', second] = text.split('/').map((part) => part.trim())
    const name = second ?? first
    const within = second === undefined ? dealershipIds : dealerships.filter(isCalled(first)).map(({ id }) => id)
    const found = departments.filter((one) => within.includes(one.dealership_id) && isCalled(name)(one))
    const [one, other] = found
    if (!one)
      messages.push(`There is no department “${text}” in these dealerships. Enter a department in the form TOY/SVC.`)
    if (other)
      messages.push(`Several dealerships have a department “${text}”. Enter the department in the form TOY/SVC.`)
    return one && !other ? [one.id] : []
  }

  function title(text: string, messages: string[]): Held[] {
    const [name = '', where] = text.split('@').map((part) => part.trim())
    const found = titles.find((one) => same(one.name, name))
    if (!found) messages.push(`There is no approval title “${name}” in this dealer group.`)
    const [dealershipId] = where === undefined ? [0] : dealership(where, messages)
    return found && dealershipId !== undefined ? [{ approval_title_id: found.id, dealership_id: dealershipId }] : []
  }

  const nameOf = (rows: readonly { id: number; name: string }[], id: number) =>
    rows.find((row) => row.id === id)?.name ?? ''
  return {
    dealerGroupId,
    dealership,
    department,
    title,
    titleInWords({ approval_title_id, dealership_id }) {
      const name = nameOf(titles, approval_title_id)
      return dealership_id === 0 ? name : `${name}, ${nameOf(dealerships, dealership_id)}`
    },
    namesOf({ dealershipIds, departmentIds }) {
      if (departmentIds.length > 0)
        return departments
          .filter(({ id }) => departmentIds.includes(id))
          .map(({ dealership_name, name }) => `${dealership_name} / ${name}`)
      if (dealershipIds.length > 0) return dealershipIds.map((id) => nameOf(dealerships, id))
      return [group?.name ?? '']
    },
  }
}

/** Returns a function that checks whether a place has this code or name. */
function isCalled(text: string) {
  return ({ code, name }: { readonly code: string; readonly name: string }) => same(code, text) || same(name, text)
}

function same(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
