import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** A call as received. `id`: its message id. */
export interface Call {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly id: string
}

/** A receiver on this machine. `answer` returns a status, `half` to end within the answer, or undefined to hang up. */
export class Receiver {
  readonly calls: Call[] = []
  answer: (call: Call) => number | 'half' | undefined | Promise<number> = () => 204
  location = ''
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(port = 0): Promise<Receiver> {
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const call = { headers: request.headers, body, id: String(request.headers['webhook-id']) }
      receiver.calls.push(call)
      const status = await receiver.answer(call)
      if (status === undefined) return request.socket.destroy()
      if (status === 'half') {
        response.writeHead(200, { 'content-length': 9 }).write('half')
        return setTimeout(() => request.socket.destroy(), 50)
      }
      response.writeHead(status, receiver.location ? { location: receiver.location } : {}).end()
    })
    const receiver = new Receiver(server)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
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

/** Compares a call's signature with that of the receivers' own library. */
export function isSigned({ headers, body, id }: Call, secret: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(new Webhook(secret).sign(id, at, body))
}
