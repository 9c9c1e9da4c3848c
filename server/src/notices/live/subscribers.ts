import type { Change, ChangeFeed } from '../../platform/database/change-feed.ts'
import { inTurns } from '../../platform/threads/promises.ts'

/**
 * An open stream: the scopes whose changes its owner is notified of, and functions that check access, send, and end the
 * stream.
 */
export interface Subscriber {
  readonly scopes: ReadonlySet<string>
  readonly stillAllowed: () => Promise<boolean>
  readonly send: (text: string) => void
  readonly end: () => void
}

const pingEvery = 25_000

/**
 * The open event streams. A change notifies every stream in its scope, and closes streams whose owner can no longer
 * listen.
 */
export class Subscribers {
  readonly #topics: readonly string[]
  readonly #open = new Set<Subscriber>()
  readonly #unsubscribe: () => void
  readonly #timer: NodeJS.Timeout

  /** `topics` lists all topics a subscriber can be notified of. */
  constructor(feed: ChangeFeed, topics: readonly string[]) {
    this.#topics = topics
    this.#unsubscribe = feed.subscribe({ onChange: (change) => this.#notify(change), onGap: () => this.#notifyAll() })
    this.#timer = setInterval(() => this.#ping(), pingEvery).unref()
  }

  get count(): number {
    return this.#open.size
  }

  add(subscriber: Subscriber): () => void {
    this.#open.add(subscriber)
    return () => this.#open.delete(subscriber)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#unsubscribe()
    for (const subscriber of this.#open) subscriber.end()
    this.#open.clear()
  }

  #notify(change: Change): void {
    const touched = [...this.#open].filter(({ scopes }) => change.scopes.some((scope) => scopes.has(scope)))
    if (change.topic === 'sessions') return void this.#sendAwayEnded(touched)
    void this.#sendAll(touched, hint(change))
  }

  /** Makes all subscribers reload everything. */
  #notifyAll(): void {
    const hints = this.#topics.map((topic) => hint({ topic, id: null })).join('')
    void this.#sendAll([...this.#open], hints)
    void this.#sendAwayEnded([...this.#open])
  }

  #ping(): void {
    void this.#sendAll([...this.#open], ': ping\n\n')
    void this.#sendAwayEnded([...this.#open])
  }

  #sendAll(subscribers: readonly Subscriber[], text: string): Promise<void> {
    return inTurns(subscribers, (subscriber) => {
      if (this.#open.has(subscriber)) subscriber.send(text)
      return undefined
    })
  }

  #sendAwayEnded(subscribers: readonly Subscriber[]): Promise<void> {
    return inTurns(subscribers, async (subscriber) => {
      if (await subscriber.stillAllowed().catch(() => true)) return
      this.#open.delete(subscriber)
      subscriber.end()
    })
  }
}

function hint({ topic, id }: Pick<Change, 'topic' | 'id'>): string {
  return `event: change\ndata: ${JSON.stringify({ topic, id })}\n\n`
}
