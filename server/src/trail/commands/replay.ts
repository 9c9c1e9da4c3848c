import type { RecordId, RecordKind } from '../queries/record-shapes.ts'
import type { StateChange } from './changes.ts'

/** A change that the trail does not explain: the record was not as the trail had left it. */
export interface Gap {
  readonly kind: string
  readonly id: RecordId
  readonly seq: number
}

/** A dealer group can take a code that it had before, and that another one has used since: its numbers go on from there. */
const takenOver: RecordKind = 'request-numbers'

/** What a chain says about its records: their newest digests. */
export class Replay {
  readonly gaps: Gap[] = []
  readonly #known = new Map<string, Map<RecordId, string>>()

  /** Takes the changes of one entry over; `states` is their JSON. */
  apply(seq: number, states: string): void {
    for (const [kind, id, before, after] of JSON.parse(states) as StateChange[]) {
      const ofKind = this.knownOf(kind)
      const isTakenOver = before === null && kind === takenOver
      if ((ofKind.get(id) ?? null) !== before && !isTakenOver) this.gaps.push({ kind, id, seq })
      if (after === null) ofKind.delete(id)
      else ofKind.set(id, after)
    }
  }

  /** The digests of the records of one kind. */
  knownOf(kind: string): Map<RecordId, string> {
    const known = this.#known.get(kind)
    if (known) return known
    const fresh = new Map<RecordId, string>()
    this.#known.set(kind, fresh)
    return fresh
  }
}
