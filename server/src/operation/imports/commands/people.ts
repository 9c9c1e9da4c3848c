import type { ImportedPeople, ImportInput, PeoplePreview } from '@check-requests/domain/operation/imports/fields.ts'
import type { Confirmer } from '@check-requests/domain/people/confirmations/rules.ts'
import { emailTaken } from '../../../access/accounts/commands/record.ts'
import { listPeopleInForce, requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { giveTitles } from '../../../approvals/commands/titles.ts'
import { requireGroup } from '../../../organization/commands/record.ts'
import { type Account, insertAccounts, requirePlaces, tellOfAccount } from '../../../people/users/commands/create.ts'
import { type Random, shortId } from '../../../platform/crypto/hashes.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import { inTurns } from '../../../platform/threads/promises.ts'
import type { Services, Unit } from '../../../services.ts'
import { refuseProblems } from './problems.ts'
import { type PersonLine, readPeople } from './read-people.ts'

/** Returns the users that a file would add, and every problem in it. */
export async function previewPeople(services: Services, caller: Caller, input: ImportInput): Promise<PeoplePreview> {
  const { read } = services.database
  await requireGroup(read, caller, input.dealer_group_id)
  const { people, problems } = await readPeople(read, caller, input.dealer_group_id, input.csv)
  const rows = people.map(({ line, values, shown }) => ({
    line,
    name: `${values.first_name} ${values.last_name}`,
    email: values.email,
    role_names: shown.roles,
    place_names: shown.places,
    approval_titles: shown.titles,
  }))
  return { rows, problems, are_mailed: services.mailer !== undefined }
}

/**
 * Adds all users in a file, or none if it has any problem. Roles that approve, process, or administer are pending
 * confirmation as usual. If a mail server is configured, each user gets an email with a link to choose a password.
 * Otherwise the answer contains an initial password for each, which is stored nowhere else.
 */
export async function importPeople(
  services: Services,
  { caller, repeatable }: Command,
  input: ImportInput,
): Promise<ImportedPeople> {
  const passwords = await choosePasswords(services, caller, input)
  const run = shortId(services.random)
  const done = await commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    await requireGroup(unit.trx, caller, input.dealer_group_id)
    const { people, problems } = await readPeople(unit.trx, caller, input.dealer_group_id, input.csv)
    refuseProblems(problems)
    const known = await listPeopleInForce(unit.trx, input.dealer_group_id, unit.now)
    const added = await insertPeople(unit, caller, people, passwords)
    await inTurns(added, (person) => tellOfPerson(services, unit, caller, { ...person, known }))
    return { run, added: added.map(addedOf) }
  })
  // A repeated call gets the first answer without the passwords, which aren't stored.
  const isFirst = done.run === run && services.mailer === undefined
  const people = done.added.map((one) => ({
    ...one,
    password: isFirst ? (passwords.get(one.email)?.password ?? null) : null,
  }))
  return { added: people.length, people }
}

type Passwords = ReadonlyMap<string, { readonly password: string; readonly hash: string }>

/**
 * Chooses an initial password for each user. If users get an emailed link, all of them share one password that is never
 * shown.
 */
async function choosePasswords(services: Services, caller: Caller, input: ImportInput): Promise<Passwords> {
  const { database, mailer, passwords, random } = services
  await requireGroup(database.read, caller, input.dealer_group_id)
  const { people, problems } = await readPeople(database.read, caller, input.dealer_group_id, input.csv)
  // No users are added in this case: the command refuses the file or repeats the first answer.
  if (problems.length > 0) return new Map()
  const shared = mailer && (await hashed(firstPassword(random)))
  const chosen = people.map(async ({ values: { email } }) => {
    return [email, shared ?? (await hashed(firstPassword(random)))] as const
  })
  return new Map(await Promise.all(chosen))

  async function hashed(password: string) {
    return { password, hash: await passwords.hash(password) }
  }
}

type Added = Omit<ImportedPeople['people'][number], 'password'>

interface Stored extends PersonLine {
  readonly id: number
}

async function insertPeople(
  unit: Unit,
  caller: Caller,
  people: readonly PersonLine[],
  passwords: Passwords,
): Promise<Stored[]> {
  await requireAllPlaces(unit, people)
  const accounts = people.map((person) => {
    const passwordHash = passwords.get(person.values.email)?.hash
    if (!passwordHash)
      throw new Failure('CONFLICT', 'The dealer group’s data changed during the import. Import the file again.')
    return { ...person, passwordHash }
  })
  return insertAccounts(unit, caller, accounts, ({ line, values: { email } }) => atLine(line, emailTaken(email)))
}

/** Looks up each place once, since most users in a file share places. */
async function requireAllPlaces({ trx }: Unit, people: readonly PersonLine[]): Promise<void> {
  const distinct = new Map(people.map(({ assignments }) => [placesIn(assignments), assignments]))
  for (const assignments of distinct.values()) await requirePlaces(trx, assignments)
}

function placesIn({ dealerGroupId, dealershipIds, departmentIds }: Account['assignments']): string {
  return JSON.stringify([dealerGroupId, dealershipIds, departmentIds])
}

async function tellOfPerson(
  services: Services,
  unit: Unit,
  caller: Caller,
  { id, values, assignments, titles, known }: Stored & { readonly known: readonly Confirmer[] },
): Promise<void> {
  await tellOfAccount(services, unit, caller, { id, values, assignments, known })
  const { dealerGroupId } = assignments
  if (titles.length > 0 && dealerGroupId !== null)
    await giveTitles(unit, caller, { userId: id, dealerGroupId, titles, known })
}

function addedOf({ id, values: { first_name, last_name, email } }: Stored): Added {
  return { id, name: `${first_name} ${last_name}`, email }
}

function atLine(line: number, { code, message }: Failure): Failure {
  return new Failure(code, `Line ${line}: ${message}`)
}

// Omits characters that are easily confused.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const lettersInGroup = 4

/** An initial password such as `kelp-9rwm-t4hz-pd7c`, with about 79 bits of entropy. */
function firstPassword(random: Random): string {
  return Array.from({ length: groups }, () =>
    Array.from({ length: lettersInGroup }, () => letters[randomBelow(random, letters.length)]).join(''),
  ).join('-')
}

// Bytes that would make some letters more likely than others are discarded.
function randomBelow(random: Random, limit: number): number {
  const fair = 256 - (256 % limit)
  for (;;) {
    const [byte = 0] = random(1)
    if (byte < fair) return byte % limit
  }
}
