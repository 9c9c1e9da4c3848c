import { type ChildProcess, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { host, type RunningProxy } from './proxies.ts'

// The address of the clients; the proxy uses another loopback address.
export const clientAddress = '127.0.0.7'

/** The response to a call. */
interface Answer {
  readonly status: number
  /** The HTTP version. */
  readonly version: string
  readonly body: string
}

/** A client that trusts the proxy's certificate and appears to be on another machine. */
export class Client {
  readonly url: string
  readonly #usual: readonly string[]

  constructor({ ports: { outside }, certificate }: RunningProxy) {
    this.url = `https://${host}:${outside}`
    const place = ['--interface', clientAddress, '--resolve', `${host}:${outside}:127.0.0.1`, '--cacert', certificate]
    this.#usual = ['--silent', '--show-error', ...place]
  }

  /** Makes a call with curl and additional curl arguments. */
  async call(path: string, ...args: readonly string[]): Promise<Answer> {
    const end = ['--write-out', '\n%{http_code} %{http_version}']
    const child = this.#curl([...args, ...end, `${this.url}${path}`])
    const [output, complaint] = await Promise.all([text(child.stdout as never), text(child.stderr as never)])
    const [, body = '', status, version = ''] = /^([\s\S]*)\n(\d+) (\S+)$/.exec(output) ?? []
    if (!status || status === '000') throw new Error(`curl: ${complaint}`)
    return { status: Number(status), version, body }
  }

  post(path: string, body: unknown, ...args: readonly string[]): Promise<Answer> {
    const json = ['--header', 'content-type: application/json', '--data', JSON.stringify(body)]
    return this.call(path, ...json, ...args)
  }

  /** Opens a stream; `text` returns the data received so far. */
  stream(path: string, ...args: readonly string[]) {
    const child = this.#curl(['--no-buffer', ...args, `${this.url}${path}`])
    let received = ''
    child.stdout?.on('data', (part) => (received += part))
    return { text: () => received, close: () => child.kill() }
  }

  #curl(args: readonly string[]): ChildProcess {
    return spawn('curl', [...this.#usual, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  }
}
