import { setImmediate as nextTurn } from 'node:timers/promises'
import { sha256 } from '../../platform/crypto/hashes.ts'
import type { Keyring } from '../../platform/crypto/keyring.ts'
import type { Db } from '../../tables.ts'
import { type AuditHead, findHead, readLinks, type StoredLink } from '../queries/read.ts'
import type { RecordId, RecordKind } from '../queries/record-shapes.ts'
import type { StateChange } from './changes.ts'

/** A change without an audit entry: the record differed from its last entry. */
export interface Gap {
  readonly kind: string
  readonly id: RecordId
  readonly seq: number
}

/**
 * A dealer group can take back a code that another group has used since. Its request numbers then continue after the
 * other group's.
 */
const takenOver: RecordKind = 'request-numbers'

/** The newest digests of a chain's records. */
class Replay {
  readonly gaps: Gap[] = []
  readonly #known = new Map<string, Map<RecordId, string>>()

  /** Applies the changes in one entry. `states` is their JSON. */
  apply(seq: number, states: string): void {
    for (const [kind, id, before, after] of JSON.parse(states) as StateChange[]) {
      const ofKind = this.knownOf(kind)
      const isTakenOver = before === null && kind === takenOver
      if ((ofKind.get(id) ?? null) !== before && !isTakenOver) this.gaps.push({ kind, id, seq })
      if (after === null) ofKind.delete(id)
      else ofKind.set(id, after)
    }
  }

  /** The digests of all records of one kind. */
  knownOf(kind: string): Map<RecordId, string> {
    const known = this.#known.get(kind)
    if (known) return known
    const fresh = new Map<RecordId, string>()
    this.#known.set(kind, fresh)
    return fresh
  }
}

const linksAtOnce = 500
const beforeTheFirst = Number.MIN_SAFE_INTEGER

/** Walks one chain, link by link, and collects its records and inconsistencies. */
export class ChainWalk {
  readonly replay = new Replay()
  /** The first link that is inconsistent. */
  brokenAt: number | null = null
  /** The time of the first link sealed with a key. From then on, the chain covers its records. */
  vouchedSince: string | null = null
  readonly #db: Db
  readonly #keyring: Keyring
  readonly #chain: number
  readonly #see: (link: StoredLink) => void
  #read = beforeTheFirst
  #seq = 0
  #hash = ''
  #key = -1

  constructor(db: Db, keyring: Keyring, chain: number, see: (link: StoredLink) => void = () => {}) {
    this.#db = db
    this.#keyring = keyring
    this.#chain = chain
    this.#see = see
  }

  /** The number of links. */
  get length(): number {
    return this.#seq
  }

  /** The newest link's hash. */
  get hash(): string {
    return this.#hash
  }

  /** True if there are links and the newest one is sealed with the newest key. */
  get isSealed(): boolean {
    return this.#key === this.#keyring.positionOf(this.#keyring.current.id)
  }

  /** Reads to the current end of the chain, yielding to other work in between. */
  async advance(): Promise<void> {
    for (;;) {
      const links = await readLinks(this.#db, this.#chain, this.#read, linksAtOnce)
      for (const link of links) this.#step(link)
      if (links.length < linksAtOnce) return
      await nextTurn()
    }
  }

  /** Reads to the end of the chain, and compares the end with the chain's head. Returns the head. */
  async advanceToHead(): Promise<AuditHead> {
    for (let earlier: AuditHead | undefined; ; ) {
      const head = (await findHead(this.#db, this.#chain)) ?? { chain: this.#chain, seq: 0, hash: '' }
      await this.advance()
      if (head.seq === this.#seq && head.hash === this.#hash) return head
      // If another transaction adds a link between the two reads, the next head differs.
      if (earlier?.seq === head.seq || head.seq > this.#seq) {
        this.#breakAt(Math.min(head.seq, this.#seq) + 1)
        return head
      }
      earlier = head
    }
  }

  #step(link: StoredLink): void {
    this.#read = link.seq
    const fits = this.#fits(link)
    if (!fits) this.#breakAt(this.#seq + 1)
    this.#see(link)
    this.#seq += 1
    this.#hash = link.hash
    if (fits && link.key_id !== null && link.states !== null) this.replay.apply(link.seq, link.states)
  }

  #fits(link: StoredLink): boolean {
    const inPlace = link.seq === this.#seq + 1 && link.previous_hash === this.#hash
    return inPlace && sha256(link.text) === link.hash && this.#isAuthentic(link)
  }

  // Links from versions without keys come first. After a newer key's first link, an earlier key makes no more.
  #isAuthentic({ key_id, mac, hash, at }: StoredLink): boolean {
    if (key_id === null || mac === null) return this.#key === -1 && key_id === mac
    const key = this.#keyring.positionOf(key_id)
    if (key < this.#key || !this.#keyring.accepts(hash, key_id, mac)) return false
    this.#key = key
    this.vouchedSince ??= at
    return true
  }

  #breakAt(seq: number): void {
    this.brokenAt ??= seq
  }
}
