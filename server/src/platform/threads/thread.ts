import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Runs a module in a separate thread that answers each message with one message. The thread starts with the first
 * question and stays, because starting takes longer than most answers. It doesn't keep the process alive.
 */
export class Thread<Question, Answer> {
  readonly #module: URL
  readonly #workerData: unknown
  #running: Worker | undefined

  constructor(module: URL, workerData?: unknown) {
    this.#module = module
    this.#workerData = workerData
  }

  /**
   * Returns the answer to a question. Later questions wait for it. Rejects with the module's error, or if the thread
   * exits without an answer. The next question then starts another thread.
   */
  async ask(question: Question): Promise<Answer> {
    this.#running ??= this.#begin()
    const thread = this.#running
    const answered = new AbortController()
    const ended = once(thread, 'exit', { signal: answered.signal }).then(() => {
      throw new Error(`The thread ${this.#module.pathname} ended without an answer.`)
    })
    thread.postMessage(question)
    try {
      const [answer] = await Promise.race([once(thread, 'message', { signal: answered.signal }), ended])
      return answer
    } finally {
      answered.abort()
    }
  }

  /** Returns the answer if it comes within this many milliseconds. Otherwise ends the thread and returns undefined. */
  async askWithin(milliseconds: number, question: Question): Promise<Answer | undefined> {
    let isLate = false
    const clock = setTimeout(() => {
      isLate = true
      void this.end()
    }, milliseconds)
    try {
      return await this.ask(question)
    } catch (error) {
      if (isLate) return undefined
      throw error
    } finally {
      clearTimeout(clock)
    }
  }

  /** Ends the thread immediately. Callers waiting for an answer get none. */
  async end(): Promise<void> {
    await this.#running?.terminate()
  }

  #begin(): Worker {
    const thread = new Worker(this.#module, { workerData: this.#workerData })
    thread.unref()
    const forget = () => {
      if (this.#running === thread) this.#running = undefined
    }
    // An error reaches the caller waiting for an answer. If no caller is waiting, the error must not end the process.
    return thread.on('error', forget).on('exit', forget)
  }
}
