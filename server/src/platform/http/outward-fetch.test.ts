import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Call } from '../measures/current-call.ts'
import { isNetwork } from './networks.ts'
import { outwardFetch } from './outward-fetch.ts'

const get = { method: 'GET', headers: {} }
let server: Server
let port = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    else if (request.url === '/long') response.end('x'.repeat(1_000_001))
    else if (request.url === '/trace') response.end(request.headers.traceparent)
    else request.pipe(response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => void server.close(resolve)))

test.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
  '[::1]',
  '[::]',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '2130706433',
  '0x7f.1',
  '017700000001',
  'localhost',
])('never calls the internal address %s', async (host) => {
  for (const scheme of ['http', 'https'])
    await expect(outwardFetch([])(`${scheme}://${host}:${port}/`, get)).rejects.toThrow('inside a private network')
})

test('calls internet servers only over HTTPS', async () => {
  await expect(outwardFetch([])('http://8.8.8.8/', get)).rejects.toThrow('doesn’t begin with https://')
})

test('calls an allowed network by address or name but no other internal network', async () => {
  const call = outwardFetch(['127.0.0.1/32'])
  const echoed = await call(`http://127.0.0.1:${port}/`, {
    ...get,
    method: 'POST',
    body: new URLSearchParams({ a: '1' }),
  })
  expect([echoed.status, await echoed.text()]).toEqual([200, 'a=1'])
  await expect(call(`http://127.0.0.2:${port}/`, get)).rejects.toThrow('inside a private network')
  await expect(outwardFetch(['10.0.0.0/8'])(`http://localhost:${port}/`, get)).rejects.toThrow(
    'inside a private network',
  )
})

test('doesn’t follow redirects or read long responses', async () => {
  const call = outwardFetch(['127.0.0.0/8'])
  expect((await call(`http://127.0.0.1:${port}/away`, get)).status).toBe(302)
  await expect(call(`http://127.0.0.1:${port}/long`, get)).rejects.toThrow('too long')
})

test.each([
  ['10.0.0.0/8', true],
  ['127.0.0.1/32', true],
  ['fd00::/8', true],
  ['10.0.0.0', false],
  ['10.0.0.0/33', false],
  ['login.example.com', false],
  ['10.0.0.0/8/8', false],
])('recognizes %s as a network (expected: %s)', (text, is) => {
  expect(isNetwork(text)).toBe(is)
})

test('sends the trace of the current call with outgoing calls', async () => {
  const call = new Call('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01')
  const fetch = outwardFetch(['127.0.0.1/32'])
  const inside = await call.run(() => fetch(`http://127.0.0.1:${port}/trace`, get))
  expect(await inside.text()).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$/)
  const outside = await fetch(`http://127.0.0.1:${port}/trace`, get)
  expect(await outside.text()).toBe('')
})
