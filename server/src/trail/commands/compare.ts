import { setImmediate as nextTurn } from 'node:timers/promises'
import { digest } from '../../platform/random.ts'
import type { Db } from '../../tables.ts'
import { type RecordId, type RecordKind, recordKinds } from '../queries/record-shapes.ts'
import { readNext, readRecords } from '../queries/records.ts'
import { readSchema } from '../queries/schema.ts'
import { systemChain } from './append.ts'
import type { ChainWalk } from './walk.ts'

const recordsAtOnce = 500
const attempts = 5

/** Sessions also end without an entry, when they expire; numbers, when a group gets another code. */
const mayEnd: readonly string[] = ['session', 'request-numbers']

/** A record that is not as its chain says; null where it should not be, or is not. */
export interface Difference {
  readonly kind: string
  readonly id: RecordId
  readonly known: string | null
  readonly live: string | null
}

/** True of a record that is gone, if its kind also ends without an entry. */
export function hasEnded({ kind, live }: Difference): boolean {
  return live === null && mayEnd.includes(kind)
}

type DifferentRecord = Difference & { readonly kind: RecordKind }

/** What is compared. */
interface Comparing {
  /** Nobody else writes, so that a record has not changed since the links were read. */
  readonly isQuiet?: boolean
  /** False: only the schema. */
  readonly records?: boolean
}

/** Compares the records of a chain with what its links say, yielding to other work in between. */
export async function* differences(
  db: Db,
  chain: number,
  walk: ChainWalk,
  { isQuiet = false, records = true }: Comparing = {},
): AsyncGenerator<Difference> {
  for (const kind of records ? recordKinds : [])
    for await (const difference of differencesOf(db, chain, walk, kind))
      if (isQuiet) yield difference
      else yield* (await stillDifferent(db, chain, walk, [difference])).filter((sure) => !hasEnded(sure))
  if (chain === systemChain) yield* differencesOfSchema(db, walk)
}

async function* differencesOf(
  db: Db,
  chain: number,
  walk: ChainWalk,
  kind: RecordKind,
): AsyncGenerator<DifferentRecord> {
  const unseen = new Set(walk.replay.knownOf(kind).keys())
  let last: RecordId | undefined
  for (;;) {
    const records = await readNext(db, kind, { chain, after: last, limit: recordsAtOnce })
    for (const { id, content } of records) {
      unseen.delete(id)
      const [known, live] = [walk.replay.knownOf(kind).get(id) ?? null, digest(content)]
      if (known !== live) yield { kind, id, known, live }
    }
    if (records.length < recordsAtOnce) break
    last = records.at(-1)?.id
    await nextTurn()
  }
  for (const id of unseen) yield { kind, id, known: walk.replay.knownOf(kind).get(id) ?? null, live: null }
}

/**
 * Of differences, those that remain when the newest entries have been read. A record may have changed since its chain
 * was read; an entry and its record change together, so one that was the same before and after the newest entries were
 * read is what these entries should say.
 */
export async function stillDifferent(
  db: Db,
  chain: number,
  walk: ChainWalk,
  found: readonly Difference[],
): Promise<Difference[]> {
  const sure = found.filter((difference) => !isOfRecord(difference))
  let open = found.filter(isOfRecord)
  for (let attempt = 1; attempt <= attempts && open.length > 0; attempt += 1) {
    await walk.advance()
    const now = await readAgain(db, chain, walk, open)
    const different = now.filter(({ known, live, earlier }) => live !== known && earlier !== known)
    sure.push(...different.filter(({ live, earlier }) => live === earlier))
    open = different.filter(({ live, earlier }) => live !== earlier)
  }
  return sure
}

function isOfRecord(difference: Difference): difference is DifferentRecord {
  return difference.kind !== 'schema'
}

async function readAgain(db: Db, chain: number, walk: ChainWalk, found: readonly DifferentRecord[]) {
  const records: (DifferentRecord & { readonly earlier: string | null })[] = []
  for (const [kind, some] of Map.groupBy(found, (difference) => difference.kind)) {
    const ids = some.map(({ id }) => id)
    const own = (await readRecords(db, kind, ids)).filter((record) => record.chain === chain)
    const digests = new Map(own.map(({ id, content }) => [id, digest(content)]))
    for (const { id, live: earlier } of some) {
      const known = walk.replay.knownOf(kind).get(id) ?? null
      records.push({ kind, id, known, live: digests.get(id) ?? null, earlier })
    }
  }
  return records
}

async function* differencesOfSchema(db: Db, walk: ChainWalk): AsyncGenerator<Difference> {
  const known = walk.replay.knownOf('schema')
  const parts = await readSchema(db)
  for (const { name, content } of parts) {
    const live = digest(content)
    if (known.get(name) !== live) yield { kind: 'schema', id: name, known: known.get(name) ?? null, live }
  }
  const names = new Set<RecordId>(parts.map(({ name }) => name))
  for (const [id, digest] of known) if (!names.has(id)) yield { kind: 'schema', id, known: digest, live: null }
}
