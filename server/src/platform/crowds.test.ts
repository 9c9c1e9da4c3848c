import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppDatabase } from '../tables.ts'
import { callOf, openConnection, openCrowd, untilAnswered } from '../testing/crowd.ts'
import { type DatabaseKind, databases, type TestPlace } from '../testing/databases.ts'
import { emailOf } from '../testing/organization.ts'
import { type ServerProcess, startServer, tokenAt } from '../testing/server-process.ts'
import { startApp } from '../testing/start-app.ts'
import { idsOf } from '../testing/world.ts'

const [sqlite, postgres] = databases as [DatabaseKind, DatabaseKind]
const login = JSON.stringify({ email: 'nobody@test.example', password: 'not this one' })

// Refused calls show that each limit works, and other users' calls show that they are protected. Nothing here depends
// on the speed of the machine. `npm run bench` measures response times.
describe('under heavy load from one source', () => {
  const places: TestPlace[] = []
  const servers: ServerProcess[] = []
  afterAll(async () => {
    for (const server of servers) await server.end('SIGKILL')
    for (const place of places) await place.drop()
  })

  async function start(kind: DatabaseKind) {
    const place = await kind.create('world')
    places.push(place)
    const database = await place.open()
    await idsOf(database)
    await database.close()
    const settings = kind === sqlite ? { DATA_DIR: place.where } : { DATABASE_URL: place.where }
    const server = await startServer({ ...settings, LOG_LEVEL: 'silent' })
    servers.push(server)
    const { url } = server
    const bystander = await tokenAt(url, emailOf('requester-eastside'))
    const admin = await tokenAt(url, emailOf('admin-group'))
    /** A user in another dealer group opens the request list again and again. */
    async function othersAreServed(): Promise<void> {
      for (let times = 0; times < 5; times += 1) {
        const reply = await fetch(`${url}/api/v1/check-requests`, { headers: { 'x-auth-token': bystander } })
        expect([reply.status, await reply.json()]).toMatchObject([200, { success: true }])
      }
    }
    return { place, url, admin, othersAreServed }
  }

  describe('on SQLite', () => {
    let world: Awaited<ReturnType<typeof start>>
    beforeAll(async () => {
      world = await start(sqlite)
    })

    test('closes a connection that sends 3,000 logins without waiting for responses', async () => {
      const connection = await openConnection(world.url)
      connection.send(callOf('POST', '/api/v1/auth/login', { body: login }).repeat(3000))
      await world.othersAreServed()
      expect((await connection.answered(21)).length).toBeLessThanOrEqual(20)
    })
  })

  describe('on PostgreSQL, with a lock that keeps calls in progress', () => {
    let world: Awaited<ReturnType<typeof start>>
    let operator: AppDatabase
    beforeAll(async () => {
      world = await start(postgres)
      operator = await world.place.open()
    })
    afterAll(() => operator.close())

    const whileLocked = <Result>(table: string, work: () => Promise<Result>) =>
      operator.transact(async (trx) => {
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
        return work()
      })

    async function waitingForTheLock(): Promise<number> {
      const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      const { rows } = await waiting.execute(operator.read)
      return Number(rows[0]?.count)
    }

    test('runs only one verification per dealer group, and refuses a user’s calls beyond 100', async () => {
      const verify = callOf('GET', '/api/v1/audit/verify', { token: world.admin })
      await whileLocked('audit_entries', async () => {
        const crowd = await openCrowd(world.url, 120, verify)
        await untilAnswered(crowd, 429, 20)
        await expect.poll(waitingForTheLock, { timeout: 60_000 }).toBe(1)
        await world.othersAreServed()
        expect(await waitingForTheLock()).toBe(1)
        for (const connection of crowd) connection.close()
      })
    })

    test('starts only 100 of 400 exports that no client reads, and leaves connections for other calls', async () => {
      const read = callOf('GET', '/api/v1/audit/export', { token: world.admin })
      await whileLocked('audit_entries', async () => {
        const crowd = await openCrowd(world.url, 400, read)
        await untilAnswered(crowd, 429, 300)
        expect(await waitingForTheLock()).toBeLessThanOrEqual(2)
        await world.othersAreServed()
        for (const connection of crowd) connection.close()
      })
    })

    test('skips the password check for logins whose connections closed before their turn', async () => {
      const failed = async () => {
        const { rows } = await sql<{ tries: number }>`select coalesce(sum(attempts), 0) as tries
          from failed_logins`.execute(operator.read)
        return Number(rows[0]?.tries)
      }
      const call = callOf('POST', '/api/v1/auth/login', { body: login })
      const before = await failed()
      const last = await whileLocked('login_throttles', async () => {
        const crowd = await openCrowd(world.url, 25, call)
        await world.othersAreServed()
        for (const connection of crowd) connection.close()
        await world.othersAreServed()
        const [one] = await openCrowd(world.url, 1, call)
        return one
      })
      // Networks take turns, and each network's logins are checked in order, so all earlier ones are done by now.
      expect(await last?.answered(1)).toEqual([401])
      expect((await failed()) - before).toBeLessThanOrEqual(1 + 2)
    })

    test('processes at most 250 of 400 public list calls from one network at a time', async () => {
      const path = '/api/v1/auth/demo-accounts'
      const one = async () => (await fetch(world.url + path)).status
      const crowd = await whileLocked('login_throttles', async () => {
        const connections = await openCrowd(world.url, 20, callOf('POST', '/api/v1/auth/login', { body: login }))
        await world.othersAreServed()
        // A connection's responses are sent in the order of its calls, so these wait for the login before them.
        for (const connection of connections) connection.send(callOf('GET', path).repeat(19))
        await world.othersAreServed()
        expect(await one()).toBe(429)
        return connections
      })
      const answers = await Promise.all(crowd.map((connection) => connection.answered(20)))
      const lists = answers.flatMap(([_login, ...rest]) => rest)
      expect(lists).toHaveLength(20 * 19)
      expect(lists.filter((status) => status === 429)).toHaveLength(20 * 20 - 250)
      expect(await one()).toBe(200)
    })
  })
})

test('builds the API description only once for all callers, in a thread', async () => {
  const { app, close } = await startApp(sqlite, { content: 'empty' })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const [before, beforeHere] = [process.cpuUsage(), process.threadCpuUsage()]
  const forms = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'json' : 'yaml'))
  const texts = await Promise.all(forms.map(async (form) => (await fetch(`${url}/docs/${form}`)).text()))
  const [all, here] = [process.cpuUsage(before), process.threadCpuUsage(beforeHere)]
  expect(new Set(texts).size).toBe(2)
  expect(here.user).toBeLessThan(all.user / 2)
  const afterwards = process.cpuUsage()
  expect((await fetch(`${url}/docs/json`)).status).toBe(200)
  expect(process.cpuUsage(afterwards).user).toBeLessThan(all.user / 5)
  await close()
})
