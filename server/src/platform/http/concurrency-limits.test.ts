import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { LongReads } from '../threads/long-reads.ts'
import { Shares } from './concurrency-limits.ts'
import { handleErrors } from './error-handler.ts'

const longReads = new LongReads()
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Starts a server that streams endlessly at `/stream` and answers immediately at `/short`. */
async function start(patience?: number): Promise<URL> {
  const app = Fastify()
  handleErrors(app)
  const shares = new Shares()
  const caller = ({ person, tenant }: Record<string, string>) => ({ userId: Number(person), tenant: Number(tenant) })
  app.get<{ Params: Record<string, string> }>('/stream/:tenant/:person', async ({ params }, reply) => {
    shares.take(reply, caller(params))
    return reply.type('text/plain').send(longReads.stream(endless(), patience === undefined ? {} : { patience }))
  })
  app.get<{ Params: Record<string, string> }>('/short/:tenant/:person', async ({ params }, reply) => {
    shares.take(reply, caller(params))
    return 'done'
  })
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  ends.push(() => app.close())
  return url
}

async function* endless() {
  for (;;) yield 'x'.repeat(100_000)
}

/** Makes a call and never reads the response. */
async function callAndLeave(url: URL, path: string): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname).on('error', () => {})
  ends.push(() => socket.destroy())
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

const callAndLeaveOften = (url: URL, path: string, times: number) =>
  Promise.all(Array.from({ length: times }, () => callAndLeave(url, path)))

const statusOf = async (url: URL, path: string) => (await fetch(new URL(path, url))).status

test('includes a call among those in progress until the response is read or the client disconnects', async () => {
  const url = await start()
  const sockets = await callAndLeaveOften(url, '/stream/1/7', 100)
  expect(await statusOf(url, '/short/1/7')).toBe(429)
  expect(await statusOf(url, '/short/1/8')).toBe(200)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => statusOf(url, '/short/1/7')).toBe(200)
})

test('limits all users of one tenant together and still serves other tenants', async () => {
  const url = await start()
  for (const person of [1, 2]) await callAndLeaveOften(url, `/stream/1/${person}`, 100)
  expect(await statusOf(url, '/short/1/3')).toBe(429)
  expect(await statusOf(url, '/short/2/4')).toBe(200)
})

test('cuts off a stream that the client doesn’t read and ends the call', async () => {
  const url = await start(50)
  await callAndLeaveOften(url, '/stream/1/7', 100)
  await expect.poll(() => statusOf(url, '/short/1/7')).toBe(200)
})
