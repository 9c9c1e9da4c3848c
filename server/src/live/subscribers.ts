import type { Change, ChangeFeed } from '../platform/change-feed.ts'

/** Whoever has an open stream: what they may hear of, and how to reach them. */
export interface Subscriber {
  readonly scopes: ReadonlySet<string>
  readonly stillAllowed: () => Promise<boolean>
  readonly send: (text: string) => void
  readonly end: () => void
}

const pingEvery = 25_000

/** Open event streams. A change is told to all whose scope it touches; who may not listen any more is sent away. */
export class Subscribers {
  readonly #open = new Set<Subscriber>()
  readonly #unsubscribe: () => void
  readonly #timer: NodeJS.Timeout

  constructor(feed: ChangeFeed) {
    this.#unsubscribe = feed.subscribe((change) => this.#tell(change))
    this.#timer = setInterval(() => this.#ping(), pingEvery).unref()
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

  #tell(change: Change): void {
    const touched = [...this.#open].filter(({ scopes }) => change.scopes.some((scope) => scopes.has(scope)))
    if (change.topic === 'sessions') return void this.#sendAwayEnded(touched)
    const text = `event: change\ndata: ${JSON.stringify({ topic: change.topic, id: change.id })}\n\n`
    for (const subscriber of touched) subscriber.send(text)
  }

  #ping(): void {
    for (const subscriber of this.#open) subscriber.send(': ping\n\n')
    void this.#sendAwayEnded([...this.#open])
  }

  async #sendAwayEnded(subscribers: readonly Subscriber[]): Promise<void> {
    for (const subscriber of subscribers) {
      if (await subscriber.stillAllowed().catch(() => true)) continue
      this.#open.delete(subscriber)
      subscriber.end()
    }
  }
}
