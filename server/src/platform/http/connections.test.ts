import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { callOf } from '../../testing/crowd.ts'
import { Connections, UnchangedPolls } from './connections.ts'

const callsSent = 30_000
const oneRead = 65_536

test('stops reading a connection with too many calls, drops the remaining calls, and closes the connection', async () => {
  const connections = new Connections()
  let reached = 0
  const answers: (() => void)[] = []
  const server = createServer((request, response) => {
    reached += 1
    if (connections.admit(request.socket, response)) answers.push(() => response.end('answered'))
    if (reached === 21) for (const answer of answers) answer()
  })
  connections.guard(server, new UnchangedPolls(() => {}))
  const calls = callOf('GET', '/')
  const seen = new Promise<Socket>((resolve) => server.once('connection', resolve))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const client = connect(port, '127.0.0.1').on('error', () => {})
  const closed = new Promise((resolve) => client.once('close', resolve))
  client.resume().write(calls.repeat(callsSent))
  const socket = await seen
  await closed
  expect(reached).toBe(21)
  expect(socket.bytesRead).toBeLessThanOrEqual(4 * oneRead)
  await new Promise((resolve) => server.close(resolve))
})
