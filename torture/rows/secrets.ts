import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPostgres } from '../../scripts/postgres.mjs'
import { run } from '../../scripts/processes.mjs'
import { type DatabaseKind, databases, type TestPlace } from '../../server/src/testing/databases.ts'
import { emailOf, type Ids } from '../../server/src/testing/organization.ts'
import { type ServerProcess, startServer } from '../../server/src/testing/server-process.ts'
import { testPassword } from '../../server/src/testing/templates.ts'
import { idsOf } from '../../server/src/testing/world.ts'
import { type Attempt, type Figures, figuresOf, type Harness } from '../harness.ts'
import { readable, useBankAccount } from '../support/bank-account.ts'
import { inBrowser, storedIn } from '../support/browser.ts'
import { finderOfDigits } from '../support/digits.ts'
import { heldAfter, logIn, proposeOn } from '../support/pages-of-accounts.ts'

const [sqlite, postgres] = databases as [DatabaseKind, DatabaseKind]
const logsSecrets = fileURLToPath(new URL('../faults/logs-secrets.ts', import.meta.url))
const bankAccount = 'a bank account number'
const json = { 'content-type': 'application/json' }

export const harness: Harness = {
  prove,
  run: ({ count }) => search(count),
}

/** Proves that the search finds secrets of each kind in the output of a server that logs them. */
async function prove({ count }: Attempt): Promise<Figures> {
  const figures = await search(count, { program: logsSecrets, kinds: [sqlite] })
  for (const secret of ['password', bankAccount])
    if (!figures.faults?.some((fault) => fault.includes(secret))) throw new Error(`The search didn’t find ${secret}.`)
  return figures
}

/** A place where a secret could have leaked, and its content. */
interface Trace {
  readonly where: string
  readonly text: string
  /** True if tokens and entered text are expected here, so that only the account number is searched for. */
  readonly isOfNumbers?: true
}

interface Searched {
  /** Undefined for the real server. */
  readonly program?: string
  readonly kinds?: readonly DatabaseKind[]
}

/** Uses unique secrets in every feature and searches for them in every output. */
async function search(count: number, { program, kinds = [sqlite, postgres] }: Searched = {}): Promise<Figures> {
  const faults: string[] = []
  for (let round = 0; round < count; round += 1)
    for (const kind of kinds) {
      const place = await kind.create('world')
      const database = await place.open()
      const ids = await idsOf(database)
      await database.close()
      const settings = kind === sqlite ? { DATA_DIR: place.where } : { DATABASE_URL: place.where }
      const server = await startServer({ ...settings, LOG_LEVEL: 'trace' }, program)
      const { secrets, traces, hasNumber } = await useSecrets(server, ids)
      await server.end('SIGTERM')
      const all = [...traces, { where: 'the log', text: server.output() }, ...(await dumpOf(kind, place))]
      const numbers = all.filter(({ text }) => hasNumber(text)).map(({ where }) => `${bankAccount} is in ${where}`)
      const words = all.flatMap((trace) => foundIn(trace, secrets))
      faults.push(...[...numbers, ...words].map((fault) => `${kind.name}: ${fault}`))
      await place.drop()
    }
  return figuresOf(count, faults, 'on SQLite and PostgreSQL each')
}

function foundIn({ where, text, isOfNumbers }: Trace, secrets: Readonly<Record<string, string>>): string[] {
  if (isOfNumbers) return []
  return Object.entries(secrets)
    .filter(([, secret]) => text.includes(secret))
    .map(([name]) => `${name} is in ${where}`)
}

/**
 * Correct and wrong calls with passwords, tokens, cookies, and a bank account, and a browser that logs in and types.
 */
async function useSecrets({ url }: ServerProcess, ids: Ids) {
  const accountNumber = `7${randomBytes(8).readBigUInt64BE().toString().padStart(12, '0').slice(-12)}`
  const marked = () => `marked ${randomBytes(9).toString('hex')}`
  const [chosen, mistyped, unknown] = [marked(), marked(), marked()]
  const everyone = { email: emailOf('everyone'), password: testPassword }
  const { data } = await send(url, 'POST', '/auth/login', {}, everyone)
  const token = String(data?.token)
  await send(url, 'POST', '/auth/login', {}, { ...everyone, password: mistyped })
  await send(url, 'POST', '/auth/login', {}, { email: mistyped, password: unknown, extra: unknown })
  await send(
    url,
    'PATCH',
    '/users/change-password',
    { 'x-auth-token': token },
    { oldPass: testPassword, newPass: chosen },
  )
  const origin = url.replace('127.0.0.1', 'localhost')
  const browser = await inBrowser(async (context) => {
    const page = await context.newPage()
    await page.goto(`${origin}/login`)
    await page.getByLabel('Email', { exact: true }).fill(everyone.email)
    await page.getByLabel('Password', { exact: true }).fill(chosen)
    const answered = page.waitForResponse(/auth\/login/)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    const tab = ((await (await answered).json()) as { data: { token: string } }).data.token
    await page.getByRole('heading', { level: 1 }).waitFor()
    const cookies = await context.cookies()
    const stored = await storedIn(page)
    return { tab, cookies, stored }
  })
  const ofAccounts = await inBrowser(async (context) => {
    const admin = await logIn(context, origin, { email: emailOf('admin-group'), password: testPassword })
    const proposed = await proposeOn(admin, origin, accountNumber)
    const { heard, screens } = await useBankAccount(url, ids, accountNumber)
    const held = [...proposed, ...(await heldAfter(admin, origin, screens)), ...(await readable(heard))]
    return [...held, { where: 'the browser storage', text: await storedIn(admin) }]
  })
  const cookie = browser.cookies.find(({ name }) => name === '__Host-crs')?.value ?? ''
  const secrets = {
    'a token': token,
    'a chosen password': chosen,
    'a mistyped password': mistyped,
    'the password of an unknown user': unknown,
    'a tab token': browser.tab,
    'a cookie': cookie,
  }
  if (Object.values(secrets).some((secret) => secret.length < 15))
    throw new Error('There were no secrets to search for.')
  // The page contains its tab's token and the user's name, but must never contain the account number.
  const onlyNumbers = ofAccounts.map((trace) => ({ ...trace, isOfNumbers: true as const }))
  const traces = [{ where: 'the browser storage', text: browser.stored }, ...onlyNumbers]
  return { secrets, traces, hasNumber: finderOfDigits(accountNumber) }
}

async function send(url: string, method: string, path: string, headers: Record<string, string>, body: object) {
  const reply = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  })
  return (await reply.json()) as { data?: { token?: string } }
}

/** The whole content of the database: the bytes of SQLite's files, or the output of `pg_dump`. */
async function dumpOf(kind: DatabaseKind, { where }: TestPlace): Promise<Trace[]> {
  if (kind === sqlite)
    return readdirSync(where)
      .filter((file) => file.startsWith('check-requests.db'))
      .map((file) => ({ where: file, text: readFileSync(join(where, file), 'latin1') }))
  const { code, output } = await run(join((await findPostgres()) ?? '', 'pg_dump'), [where])
  if (code !== 0) throw new Error(`pg_dump ended with ${code}: ${output}`)
  return [{ where: 'the dump', text: output }]
}
