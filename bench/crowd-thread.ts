import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** What a crowd does, over and over: opens connections, sends the same calls over each, and reads on or does not. */
export interface CrowdPlan {
  readonly url: string
  readonly connections: number
  /** What is sent over each connection, as it goes over the wire, and how many responses should come back. */
  readonly calls: string
  readonly responses: number
  readonly reads: boolean
}

// A crowd that is neither answered nor refused makes room for the next one after this time.
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

// Unlike `once` of node:events this does not reject when the server refuses or resets a connection.
function happens(socket: Socket, event: 'connect' | 'close'): Promise<void> {
  return new Promise((resolve) => socket.once(event, () => resolve()))
}

/** Resolves when as many responses have come as calls were sent. */
function answered(socket: Socket): Promise<void> {
  let count = 0
  return new Promise((resolve) => {
    socket.setEncoding('latin1').on('data', (part: string) => {
      count += part.split('HTTP/1.1 ').length - 1
      // The last response may still be on its way, which is none of the others' business.
      if (count >= plan.responses) resolve()
    })
  })
}
