import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const styles = /\/assets\/index-[\w-]{8}\.css/
const nextStyles = '/assets/index-NextOne0.css'

/**
 * A proxy in front of a server that can deploy the next build of the browser part. The next build differs only in the
 * name of its style sheet, and the first build's style sheet is gone.
 */
export class Deployment {
  readonly #upstream: string
  readonly #proxy: Server
  #styles = ''
  #isNext = false
  #isGone = false

  constructor(upstream: string) {
    this.#upstream = upstream
    this.#proxy = createServer((call, reply) => {
      this.#answer(call, reply).catch(() => reply.destroy())
    })
  }

  get url(): string {
    return `http://localhost:${(this.#proxy.address() as AddressInfo).port}`
  }

  /** The path of each build's styles. */
  get styles() {
    return { first: this.#styles, next: nextStyles }
  }

  async start(): Promise<void> {
    this.#styles = styles.exec(await this.#read('/index.html'))?.[0] ?? ''
    this.#proxy.listen(0)
    await once(this.#proxy, 'listening')
  }

  stop(): void {
    this.#proxy.close()
    this.#proxy.closeAllConnections()
  }

  deployNext(): void {
    this.#isNext = true
  }

  /** Responds like a proxy whose server is gone, or like the server again. */
  setGone(isGone: boolean): void {
    this.#isGone = isGone
  }

  async #answer(call: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = call.url ?? '/'
    if (this.#isGone) reply.writeHead(502).end('Bad Gateway')
    else if (this.#isNext && url === this.#styles) reply.writeHead(404).end()
    else if (this.#isNext && url === nextStyles) this.#forward(call, reply, this.#styles)
    else if (this.#isNext && url === '/sw.js')
      await this.#answerNext(reply, await this.#nextWorker(), 'text/javascript')
    else if (this.#isNext && (url === '/index.html' || call.headers['sec-fetch-mode'] === 'navigate'))
      await this.#answerNext(reply, await this.#nextPage(), 'text/html; charset=utf-8')
    else this.#forward(call, reply, url)
  }

  #forward(call: IncomingMessage, reply: ServerResponse, path: string): void {
    const { method = 'GET', headers } = call
    const upstream = request(new URL(path, this.#upstream), { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    upstream.on('error', () => reply.destroy())
    reply.on('close', () => upstream.destroy())
    call.pipe(upstream)
  }

  async #answerNext(reply: ServerResponse, body: string, type: string): Promise<void> {
    const { headers } = await fetch(new URL('/index.html', this.#upstream))
    const policy = headers.get('content-security-policy') ?? ''
    reply.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache', 'content-security-policy': policy })
    reply.end(body)
  }

  async #nextPage(): Promise<string> {
    return (await this.#read('/index.html')).replace(this.#styles, nextStyles)
  }

  async #nextWorker(): Promise<string> {
    const worker = (await this.#read('/sw.js')).replace(this.#styles, nextStyles)
    return worker.replace(hashOf(await this.#read('/index.html')), hashOf(await this.#nextPage()))
  }

  async #read(path: string): Promise<string> {
    return (await fetch(new URL(path, this.#upstream))).text()
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
