import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Runs a module in a thread of its own, which answers each message with one message. The thread begins with the first
 * question and stays, since beginning takes longer than most answers; it does not keep the process alive.
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
   * The answer to a question; the next one comes after it. Rejects with what the module throws, or when the thread has
   * ended without an answer; the next question then begins another thread.
   */
  async ask(question: Question): Promise<Answer> {
    this.#running ??= this.#begin()
    const thread = this.#running
    const answered = new AbortController()
    const ended = once(thread, 'exit', { signal: answered.signal }).then(() => {
      throw new Error(`The thread ${this.#module.pathname} has ended without an answer.`)
    })
    thread.postMessage(question)
    try {
      const [answer] = await Promise.race([once(thread, 'message', { signal: answered.signal }), ended])
      return answer
    } finally {
      answered.abort()
    }
  }

  /** The answer, if it comes within so many milliseconds; otherwise ends the thread, and is undefined. */
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

  /** Ends the thread in the middle of whatever it does; whoever waits for an answer gets none. */
  async end(): Promise<void> {
    await this.#running?.terminate()
  }

  #begin(): Worker {
    const thread = new Worker(this.#module, { workerData: this.#workerData })
    thread.unref()
    const forget = () => {
      if (this.#running === thread) this.#running = undefined
    }
    // An error reaches whoever waits for an answer; while nobody does, it must not end the process.
    return thread.on('error', forget).on('exit', forget)
  }
}
