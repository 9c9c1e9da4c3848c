import type { SealedFile } from '../../platform/crypto/sealed-file.ts'
import { propertyOf } from '../../platform/errors.ts'
import type { AuditHead } from '../queries/read.ts'

/** The newest entry in every chain at one point in time, to be signed and stored outside the database. */
export interface Checkpoint {
  readonly at: string
  readonly heads: readonly AuditHead[]
}

/** A signed entry: its number, its hash, and when it was first signed. */
export interface SignedHead {
  readonly seq: number
  readonly hash: string
  readonly at: string
}

/** The contents of the checkpoint file. `errors` are sentences about the file itself. */
export interface SignedHeads {
  readonly count: number
  readonly newest: string | null
  readonly errors: readonly string[]
  /** The signed entries in a chain, each once, in the order they were signed. */
  readonly byChain: ReadonlyMap<number, readonly SignedHead[]>
}

/** Reads the checkpoint file. A line that wasn't signed with the key counts as an error and is otherwise ignored. */
export async function readSignedHeads(checkpoints: SealedFile): Promise<SignedHeads> {
  const heads = new DistinctHeads()
  const broken: number[] = []
  let count = 0
  let newest: string | null = null
  try {
    for await (const { number, text } of checkpoints.lines()) {
      if (text === undefined) {
        broken.push(number)
        continue
      }
      const checkpoint = JSON.parse(text) as Checkpoint
      heads.add(checkpoint)
      newest = checkpoint.at
      count += 1
    }
  } catch (error) {
    return { count, newest, errors: [unreadable(error)], byChain: heads.byChain }
  }
  return { count, newest, errors: errorsOf(count, broken), byChain: heads.byChain }
}

class DistinctHeads {
  readonly byChain = new Map<number, SignedHead[]>()
  readonly #known = new Set<string>()

  add({ at, heads }: Checkpoint): void {
    for (const { chain, seq, hash } of heads) {
      const name = `${chain} ${seq} ${hash}`
      if (this.#known.has(name)) continue
      this.#known.add(name)
      const ofChain = this.byChain.get(chain)
      if (ofChain) ofChain.push({ seq, hash, at })
      else this.byChain.set(chain, [{ seq, hash, at }])
    }
  }
}

function errorsOf(count: number, broken: readonly number[]): string[] {
  const [first] = broken
  if (first === undefined)
    return count > 0 ? [] : ['The checkpoint file is empty, so the chains couldn’t be compared with it.']
  if (count === 0) return ['No checkpoint is signed with this key, so the file or the key is the wrong one.']
  const others = broken.length > 1 ? ` More lines with this problem: ${broken.length - 1}.` : ''
  return [`Line ${first} of the checkpoint file doesn’t match its signature.${others}`]
}

function unreadable(error: unknown): string {
  const code = propertyOf(error, 'code')
  return `Couldn’t read the checkpoint file${code ? ` (${code})` : ''}, so the chains couldn’t be compared with it.`
}

/** Checks one chain, link by link, against its signed heads. */
export class Comparison {
  readonly #signed: ReadonlyMap<number, readonly SignedHead[]>
  readonly #different: SignedHead[] = []

  constructor(signed: readonly SignedHead[]) {
    this.#signed = Map.groupBy(signed, ({ seq }) => seq)
  }

  see({ seq, hash }: { seq: number; hash: string }): void {
    for (const head of this.#signed.get(seq) ?? []) if (head.hash !== hash) this.#different.push(head)
  }

  /**
   * `lastSeq` is the chain's last entry. Returns sentences about differences from the signed heads, and the first wrong
   * link.
   */
  finish(lastSeq: number): { unvouched: string[]; firstWrong: number | null } {
    const unvouched: string[] = []
    const [first] = this.#different
    if (first) {
      const others =
        this.#different.length > 1
          ? ` More entries that differ from the signed ones: ${this.#different.length - 1}.`
          : ''
      unvouched.push(`entry ${first.seq} differs from the entry signed on ${first.at}.${others}`)
    }
    const beyond = [...this.#signed.values()].flat().filter(({ seq }) => seq > lastSeq)
    const [last] = beyond.toSorted((one, other) => other.seq - one.seq)
    if (last) unvouched.push(`the chain ends at entry ${lastSeq}, but entry ${last.seq} was signed on ${last.at}.`)
    return { unvouched, firstWrong: first?.seq ?? (last ? lastSeq + 1 : null) }
  }
}
