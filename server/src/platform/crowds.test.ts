import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseKind, databases, type TestPlace } from '../testing/databases.ts'
import { emailOf } from '../testing/organisation.ts'
import { type ServerProcess, startServer, tokenAt } from '../testing/server-process.ts'
import { fillWorld } from '../testing/world.ts'

const [sqlite] = databases as [DatabaseKind]
// Generous, since other processes share the machine. Without the limits, logins and API descriptions kept others waiting
// for 1,100 ms at a median of 4, and the other crowds for less than this: `shares.test.ts` and `shared-work.test.ts` hold
// the limits for those.
const longest = (median: number) => Math.max(400, 80 * median)

/** The calls of somebody who waits for each response, as a page does, while a crowd does its worst. */
interface Bystander {
  readonly statuses: Set<number>
  readonly waits: number[]
}

describe('while a crowd does its worst', () => {
  let place: TestPlace
  let server: ServerProcess
  let bystander: string
  let admin: string
  const sockets: Socket[] = []
  beforeAll(async () => {
    place = await sqlite.create('empty')
    const database = await place.open()
    await fillWorld(database)
    await database.close()
    server = await startServer({ DATA_DIR: place.where, LOG_LEVEL: 'error' })
    bystander = await tokenAt(server.url, emailOf('requester-eastside'))
    admin = await tokenAt(server.url, emailOf('admin-group'))
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await server.end('SIGKILL')
    await place.drop()
  })

  /** Opens a connection and sends these calls at once, without reading what comes back. */
  async function send(call: string, times = 1): Promise<Socket> {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname).on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    socket.pause().write(call.repeat(times))
    return socket
  }

  function callOf(method: string, path: string, token?: string, body = ''): string {
    const headers = ['Host: localhost', `Content-Length: ${body.length}`, 'Content-Type: application/json']
    const all = token ? [...headers, `x-auth-token: ${token}`] : headers
    return `${method} ${path} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n${body}`
  }

  async function watch(during: Promise<unknown>): Promise<Bystander> {
    const seen: Bystander = { statuses: new Set(), waits: [] }
    let isOver = false
    const over = during.finally(() => {
      isOver = true
    })
    do {
      const begun = performance.now()
      const headers = { 'x-auth-token': bystander }
      const reply = await fetch(new URL('/api/v1/check-requests', server.url), { headers })
      await reply.arrayBuffer()
      seen.statuses.add(reply.status)
      seen.waits.push(performance.now() - begun)
      await wait(10)
    } while (!isOver || seen.waits.length < 30)
    await over
    return seen
  }

  const many = (count: number, one: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, one))
  const fetched = (path: string, token?: string) =>
    fetch(new URL(path, server.url), token ? { headers: { 'x-auth-token': token } } : {})
  const login = JSON.stringify({ email: 'nobody@test.example', password: 'not this one' })

  const crowds: readonly (readonly [name: string, begin: () => Promise<unknown>])[] = [
    ['one connection with 3,000 logins', () => send(callOf('POST', '/api/v1/auth/login', undefined, login), 3000)],
    ['100 verifications', () => many(100, () => send(callOf('GET', '/api/v1/audit/verify', admin)))],
    ['400 exports that nobody reads', () => many(400, () => send(callOf('GET', '/api/v1/audit/export', admin)))],
    ['50 API descriptions', () => many(50, () => send(callOf('GET', '/docs/yaml')))],
    ['400 public lists', () => many(400, () => send(callOf('GET', '/api/v1/auth/demo-accounts')))],
  ]

  test.each(crowds)('of %s, others are served without a failure and without a long wait', async (_, begin) => {
    const quiet = await watch(wait(300))
    const median = quiet.waits.toSorted((one, other) => one - other)[quiet.waits.length >> 1] ?? 0
    const { statuses, waits } = await watch(Promise.all([begin(), wait(1500)]))
    expect([...statuses]).toEqual([200])
    expect(Math.max(...waits)).toBeLessThan(longest(median))
  })

  test('a connection that sends calls without waiting for responses is closed', async () => {
    const socket = await send(callOf('GET', '/healthz'), 500)
    socket.resume()
    await once(socket, 'close')
    expect((await fetched('/healthz')).status).toBe(200)
  })
})
