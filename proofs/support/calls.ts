import { setTimeout as wait } from 'node:timers/promises'

const pause = 20

interface Answer {
  readonly data: { readonly id: number; readonly request_number: string; readonly version: number }
}

type Work = (calls: Calls) => Promise<void>

/** Calls of clients that take the servers by turns, with none between them that would try again. */
export class Calls {
  readonly failures: string[] = []
  made = 0
  /** The longest that anybody waited for an answer, in milliseconds. */
  longest = 0
  #urls: readonly string[]

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  /** From now on these servers are called. */
  take(urls: readonly string[]): void {
    this.#urls = urls
  }

  /** Does each work over and over, all of them side by side, for as long as something else lasts. */
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

  /** The text of an answer. */
  get(token: string, path: string): Promise<string> {
    return this.#call(path, { headers: { 'x-auth-token': token } })
  }

  /** What an answer holds. */
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
