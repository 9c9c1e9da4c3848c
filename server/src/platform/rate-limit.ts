import type { Clock } from './clock.ts'

interface Bucket {
  tokens: number
  filledAt: number
}

/** A token bucket per name: `burst` at once, `perSecond` in the long run. Kept in memory; idle names are forgotten. */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>()
  readonly #perSecond: number
  readonly #burst: number
  readonly #clock: Clock

  constructor(options: { perSecond: number; burst: number; clock: Clock }) {
    this.#perSecond = options.perSecond
    this.#burst = options.burst
    this.#clock = options.clock
  }

  /** Takes one token. False when there is none left. */
  take(name: string): boolean {
    const now = this.#clock()
    const bucket = this.#buckets.get(name) ?? this.#add(name, now)
    const gained = ((now - bucket.filledAt) / 1000) * this.#perSecond
    bucket.tokens = Math.min(this.#burst, bucket.tokens + Math.max(0, gained))
    bucket.filledAt = now
    if (bucket.tokens < 1) return false
    bucket.tokens -= 1
    return true
  }

  #add(name: string, now: number): Bucket {
    if (this.#buckets.size >= 10_000) this.#buckets.clear()
    const bucket = { tokens: this.#burst, filledAt: now }
    this.#buckets.set(name, bucket)
    return bucket
  }
}
