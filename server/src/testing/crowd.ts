import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One connection of many that send calls without waiting for responses. */
export interface Connection {
  /** The statuses of all responses so far, in order. */
  statuses(): number[]
  /** Resolves to all statuses once this many have arrived, or when the server closes the connection. */
  answered(times: number): Promise<number[]>
  /** Sends these calls. */
  send(calls: string): void
  close(): void
}

/** A raw HTTP call. */
export function callOf(method: string, path: string, { token = '', body = '' } = {}): string {
  const headers = ['Host: localhost', `Content-Length: ${body.length}`, 'Content-Type: application/json']
  if (token) headers.push(`x-auth-token: ${token}`)
  return `${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`
}

export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname).on('error', () => {})
  let text = ''
  socket.setEncoding('latin1').on('data', (part) => {
    text += part
  })
  await once(socket, 'connect')
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
  const answered = (times: number) =>
    new Promise<number[]>((resolve) => {
      const look = () => {
        if (statuses().length >= times || socket.closed) resolve(statuses())
      }
      socket.on('data', look).on('close', look)
      look()
    })
  return { statuses, answered, send: (calls) => void socket.write(calls), close: () => socket.destroy() }
}

/** Opens this many connections, sends the same calls over each, and returns them. */
export async function openCrowd(url: string, size: number, calls: string): Promise<Connection[]> {
  const crowd = await Promise.all(Array.from({ length: size }, () => openConnection(url)))
  for (const connection of crowd) connection.send(calls)
  return crowd
}

/** Waits until this many connections have received the given response. */
export async function untilAnswered(crowd: readonly Connection[], status: number, times: number): Promise<void> {
  let found = 0
  await new Promise<void>((resolve) => {
    for (const connection of crowd)
      void connection.answered(1).then(([first]) => {
        if (first === status) found += 1
        if (found === times) resolve()
      })
  })
}
