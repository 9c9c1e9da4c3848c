import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call as received. `id`: its message id. */
export interface Call {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly id: string
}

/** A receiver on this machine. `answer` returns a status, or undefined to break the connection. */
export class Receiver {
  readonly calls: Call[] = []
  answer: (call: Call) => number | undefined | Promise<number> = () => 204
  location = ''
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<Receiver> {
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const call = { headers: request.headers, body, id: String(request.headers['webhook-id']) }
      receiver.calls.push(call)
      const status = await receiver.answer(call)
      if (status === undefined) return request.socket.destroy()
      response.writeHead(status, receiver.location ? { location: receiver.location } : {}).end()
    })
    const receiver = new Receiver(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}/hook`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

/** Verifies a call as a receiver does that follows the Standard Webhooks specification. */
export function isSigned({ headers, body, id }: Call, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${id}.${headers['webhook-timestamp']}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
