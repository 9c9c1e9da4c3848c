import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request as a test server received it. */
export interface SeenRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: unknown
}

type Answer = (request: SeenRequest, response: ServerResponse) => void

/** A real HTTP server on a free port until the test ends. Returns its URL and the requests it has received. */
export async function startServer(answer: Answer) {
  const seen: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    const text = (await request.toArray()).join('')
    const { method = '', url = '', headers } = request
    const isJson = headers['content-type']?.includes('json')
    const entry = { method, url, headers, body: text && isJson ? JSON.parse(text) : undefined }
    seen.push(entry)
    answer(entry, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, server }
}

/** Responds with an envelope, as the product's server does. */
export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
