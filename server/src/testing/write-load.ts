import { type Verdict, verifyTrail } from '../trail/commands/verify.ts'
import type { TestPlace } from './databases.ts'
import type { Ids } from './organization.ts'
import { bodyAt } from './requests.ts'
import { type Attempt, tryToRaise } from './server-process.ts'

const writers = 8

/** A request that was acknowledged or stored: its id, and the key that it was raised with. */
export interface Written {
  readonly id: number
  readonly key: string | null
}

/** Writes as fast as possible, several calls at a time, until responses stop. Records the acknowledged writes. */
export class WriteLoad {
  readonly acknowledged: Written[] = []
  readonly unanswered: Attempt[] = []
  #count = 0
  readonly #ids: Ids
  readonly #name: string

  constructor(ids: Ids, name: string) {
    this.#ids = ids
    this.#name = name
  }

  /** `onFirst` is called on the first acknowledgment. */
  async run(url: string, token: string, onFirst: () => void): Promise<void> {
    const before = this.acknowledged.length
    const write = async () => {
      for (;;) {
        const attempt = this.#next()
        const id = await tryToRaise(url, token, attempt)
        if (id === undefined) return void this.unanswered.push(attempt)
        this.acknowledged.push({ id, key: attempt.key })
        if (this.acknowledged.length === before + 1) onFirst()
      }
    }
    await Promise.all(Array.from({ length: writers }, write))
  }

  /** Retries unacknowledged writes with the same keys. */
  async finish(url: string, token: string): Promise<void> {
    const again = async (attempt: Attempt) => ({ key: attempt.key, id: await tryToRaise(url, token, attempt) })
    const answers = await Promise.all(this.unanswered.splice(0).map(again))
    for (const { id, key } of answers) this.acknowledged.push({ id: id as number, key })
  }

  #next(): Attempt {
    this.#count += 1
    const key = `${this.#name}-${this.#count}`
    return { key, body: bodyAt(this.#ids, 'NWG/TOY/SVC', { memo_line: key }) }
  }
}

/** Reads the final contents of the database, and verifies its trail. */
export async function stored(place: Pick<TestPlace, 'open'>): Promise<{ written: Written[]; verdict: Verdict }> {
  const database = await place.open()
  try {
    const written = await database.read.selectFrom('check_requests').select(['id', 'memo_line as key']).execute()
    return { written, verdict: await verifyTrail(database, null) }
  } finally {
    await database.close()
  }
}
