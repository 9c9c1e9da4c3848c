import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * The plan of a crowd that repeatedly opens connections, sends the same calls over each one, and reads or ignores the
 * responses.
 */
export interface CrowdPlan {
  readonly url: string
  readonly connections: number
  /** The bytes sent over each connection, and the expected number of responses. */
  readonly calls: string
  readonly responses: number
  readonly reads: boolean
}

// A crowd that gets neither responses nor refusals is replaced by the next one after this many milliseconds.
const longest = 3000
const plan: CrowdPlan = workerData
let isOver = false
parentPort?.once('message', () => {
  isOver = true
})

while (!isOver) {
  const crowd = await Promise.all(Array.from({ length: plan.connections }, join))
  await Promise.race([Promise.all(crowd.map(({ served }) => served)), pause(longest)])
  for (const { socket } of crowd) socket.destroy()
}
parentPort?.close()

async function join(): Promise<{ socket: Socket; served: Promise<void> }> {
  const { hostname, port } = new URL(plan.url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  const closed = happens(socket, 'close')
  await Promise.race([happens(socket, 'connect'), closed])
  const served = plan.reads ? Promise.race([answered(socket), closed]) : closed
  socket.write(plan.calls)
  if (!plan.reads) socket.pause()
  return { socket, served }
}

// Unlike `once` of node:events, this doesn't reject if the server refuses or resets a connection.
function happens(socket: Socket, event: 'connect' | 'close'): Promise<void> {
  return new Promise((resolve) => socket.once(event, () => resolve()))
}

/** Resolves when all calls have received a response. */
function answered(socket: Socket): Promise<void> {
  let count = 0
  return new Promise((resolve) => {
    socket.setEncoding('latin1').on('data', (part: string) => {
      count += part.split('HTTP/1.1 ').length - 1
      // The last response might still be on its way, which doesn't delay the other connections.
      if (count >= plan.responses) resolve()
    })
  })
}
