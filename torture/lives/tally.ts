import type { Act } from './act.ts'
import type { Answer } from './life.ts'

interface Entry {
  accepted: number
  refused: number
  /** The latest refusal. */
  last: string
}

const longestRefusal = 200

/** How often each action was accepted and refused. */
export class Tally {
  readonly #entries = new Map<string, Entry>()

  constructor(acts: readonly Act[]) {
    for (const { name } of acts) this.#entries.set(name, { accepted: 0, refused: 0, last: '' })
  }

  count({ name }: Act, { status, text }: Answer): void {
    const entry = this.#entries.get(name)
    if (!entry) return
    if (status >= 200 && status < 300) entry.accepted += 1
    else Object.assign(entry, { refused: entry.refused + 1, last: text })
  }

  wasAccepted({ name }: Act): boolean {
    return (this.#entries.get(name)?.accepted ?? 0) > 0
  }

  /** Adds the counts of another tally. */
  add(other: Tally): void {
    for (const [name, { accepted, refused, last }] of other.#entries) {
      const entry = this.#entries.get(name)
      if (entry) Object.assign(entry, sumOf(entry, { accepted, refused, last }))
    }
  }

  get neverAccepted(): string[] {
    return [...this.#entries].filter(([, { accepted }]) => accepted === 0).map(([name]) => name)
  }

  /** The number of actions, and how many were accepted. */
  get total(): Pick<Entry, 'accepted' | 'refused'> {
    return [...this.#entries.values()].reduce(sumOf, { accepted: 0, refused: 0, last: '' })
  }

  /** A line for each action. */
  get lines(): string[] {
    return [...this.#entries].map(([name, { accepted, refused, last }]) => {
      const counts = `${accepted} accepted, ${refused} refused`
      return `${name.padEnd(42)}${counts.padEnd(32)}${last.slice(0, longestRefusal)}`.trimEnd()
    })
  }
}

function sumOf(one: Entry, other: Entry): Entry {
  const sum = { accepted: one.accepted + other.accepted, refused: one.refused + other.refused }
  return { ...sum, last: other.last || one.last }
}
