import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs, QueryResult, UnknownRow } from 'kysely'

/** Milliseconds between two lines. */
const toldEvery = 3000

/**
 * Tells how far long work on a database has come, after statements: a timer would never get its turn, since SQLite
 * answers at once.
 */
export class Progress implements KyselyPlugin {
  readonly #tell: (line: string) => void
  readonly #now: () => number
  #last: number
  #begun: number
  #part = ''
  #doing = ''

  constructor(tell: (line: string) => void, now: () => number = () => performance.now()) {
    this.#tell = tell
    this.#now = now
    this.#last = now()
    this.#begun = this.#last
  }

  /** A part of the work begins. */
  begin(part: string): void {
    this.#part = part
    this.#doing = ''
    this.#begun = this.#now()
  }

  /** What is done now within this part. */
  report(doing: string): void {
    this.#doing = doing
    this.#tellSometimes()
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    this.#tellSometimes()
    return result
  }

  #tellSometimes(): void {
    const now = this.#now()
    if (now - this.#last < toldEvery) return
    this.#last = now
    const seconds = Math.round((now - this.#begun) / 1000)
    const doing = this.#doing === '' ? '' : `: ${this.#doing}`
    this.#tell(`Bringing the database up to date, ${this.#part}${doing} (${seconds} s)`)
  }
}
