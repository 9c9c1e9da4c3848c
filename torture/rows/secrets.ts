import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPostgres } from '../../scripts/postgres.mjs'
import { run } from '../../scripts/processes.mjs'
import { type DatabaseKind, databases, type TestPlace } from '../../server/src/testing/databases.ts'
import { emailOf } from '../../server/src/testing/organisation.ts'
import { type ServerProcess, startServer } from '../../server/src/testing/server-process.ts'
import { fillWorld, testPassword } from '../../server/src/testing/world.ts'
import { type Figures, figuresOf, type Harness } from '../harness.ts'
import { inBrowser, storedIn } from '../support/browser.ts'

const [sqlite, postgres] = databases as [DatabaseKind, DatabaseKind]
const logsPasswords = fileURLToPath(new URL('../faults/logs-passwords.ts', import.meta.url))
const json = { 'content-type': 'application/json' }

export const harness: Harness = {
  prove: ({ count }) => search(count, logsPasswords),
  run: ({ count }) => search(count),
}

/** A place where a secret could have been left, and what stands there. */
interface Trace {
  readonly where: string
  readonly text: string
}

/** Uses secrets that nobody could mistake for anything else, in every way there is, and looks for them everywhere. */
async function search(count: number, program?: string): Promise<Figures> {
  const faults: string[] = []
  for (let round = 0; round < count; round += 1)
    for (const kind of [sqlite, postgres]) {
      const place = await kind.create('empty')
      const database = await place.open()
      await fillWorld(database)
      await database.close()
      const settings = kind === sqlite ? { DATA_DIR: place.where } : { DATABASE_URL: place.where }
      const server = await startServer({ ...settings, LOG_LEVEL: 'trace' }, program)
      const { secrets, traces } = await useSecrets(server)
      await server.end('SIGTERM')
      const all = [...traces, { where: 'the log', text: server.output() }, ...(await dumpOf(kind, place))]
      faults.push(...all.flatMap((trace) => foundIn(trace, secrets)).map((fault) => `${kind.name}: ${fault}`))
      await place.drop()
    }
  return figuresOf(count, faults, 'on SQLite and PostgreSQL each')
}

function foundIn({ where, text }: Trace, secrets: Readonly<Record<string, string>>): string[] {
  return Object.entries(secrets)
    .filter(([, secret]) => text.includes(secret))
    .map(([name]) => `${name} is in ${where}`)
}

/** Calls with passwords, tokens and cookies, right and wrong, and a browser that logs in and types. */
async function useSecrets({ url }: ServerProcess) {
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
  const browser = await inBrowser(async (context) => {
    const page = await context.newPage()
    await page.goto(`${url.replace('127.0.0.1', 'localhost')}/login`)
    await page.getByLabel('Email', { exact: true }).fill(everyone.email)
    await page.getByLabel('Password', { exact: true }).fill(chosen)
    const answered = page.waitForResponse(/auth\/login/)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    const tab = ((await (await answered).json()) as { data: { token: string } }).data.token
    await page.getByRole('heading', { level: 1 }).waitFor()
    const cookies = await context.cookies()
    return { tab, cookies, stored: await storedIn(page) }
  })
  const cookie = browser.cookies.find(({ name }) => name === '__Host-crs')?.value ?? ''
  const secrets = {
    'a token': token,
    'a chosen password': chosen,
    'a mistyped password': mistyped,
    'the password of a stranger': unknown,
    'the token of a tab': browser.tab,
    'a cookie': cookie,
  }
  if (Object.values(secrets).some((secret) => secret.length < 15)) throw new Error('There were no secrets to look for.')
  return { secrets, traces: [{ where: 'the storage of the browser', text: browser.stored }] }
}

async function send(url: string, method: string, path: string, headers: Record<string, string>, body: object) {
  const reply = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  })
  return (await reply.json()) as { data?: { token?: string } }
}

/** All that the database holds: the bytes of the files of SQLite, and what `pg_dump` writes. */
async function dumpOf(kind: DatabaseKind, { where }: TestPlace): Promise<Trace[]> {
  if (kind === sqlite)
    return readdirSync(where)
      .filter((file) => file.startsWith('check-requests.db'))
      .map((file) => ({ where: file, text: readFileSync(join(where, file), 'latin1') }))
  const { code, output } = await run(join((await findPostgres()) ?? '', 'pg_dump'), [where])
  if (code !== 0) throw new Error(`pg_dump ended with ${code}: ${output}`)
  return [{ where: 'the dump', text: output }]
}
