import { setTimeout as wait } from 'node:timers/promises'

const pause = 20

interface Answer {
  readonly data: { readonly id: number; readonly request_number: string; readonly version: number }
}

type Work = (calls: Calls) => Promise<void>

/** Calls to several servers in turn, without a load balancer that would retry them. */
export class Calls {
  readonly failures: string[] = []
  made = 0
  /** The longest wait for a response, in milliseconds. */
  longest = 0
  #urls: readonly string[]

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  /** Calls these servers from now on. */
  take(urls: readonly string[]): void {
    this.#urls = urls
  }

  /** Repeats all tasks concurrently until another task ends. */
  async keepDoing(works: readonly Work[], during: () => Promise<void>): Promise<void> {
    let isOver = false
    const keepOn = async (work: Work) => {
      while (!isOver) {
        await work(this).catch((error) => this.failures.push(String(error)))
        await wait(pause)
      }
    }
    const working = Promise.all(works.map(keepOn))
    await during()
    isOver = true
    await working
  }

  /** The text of a response. */
  get(token: string, path: string): Promise<string> {
    return this.#call(path, { headers: { 'x-auth-token': token } })
  }

  /** The parsed data of a response. */
  async post(token: string, path: string, body: unknown): Promise<Answer> {
    const headers = { 'x-auth-token': token, 'content-type': 'application/json' }
    return JSON.parse(await this.#call(path, { method: 'POST', headers, body: JSON.stringify(body) }))
  }

  async #call(path: string, init: RequestInit): Promise<string> {
    const url = this.#urls[this.made % this.#urls.length]
    this.made += 1
    const begin = performance.now()
    const reply = await fetch(`${url}/api/v1${path}`, init)
    const text = await reply.text()
    this.longest = Math.max(this.longest, performance.now() - begin)
    if (!reply.ok) throw new Error(`${path} was answered ${reply.status}: ${text.slice(0, 300)}`)
    return text
  }
}
