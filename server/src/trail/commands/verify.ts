import { isDeepStrictEqual } from 'node:util'
import { statuses, transitions } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Keyring } from '../../platform/crypto/keyring.ts'
import type { SealedFile } from '../../platform/crypto/sealed-file.ts'
import type { AppDatabase, Db } from '../../tables.ts'
import { ownerlessCheckTotals, wrongCheckTotals } from '../queries/check-totals.ts'
import { groupNames, listChains, listHeads } from '../queries/read.ts'
import { isRecordKind, type RecordId } from '../queries/record-shapes.ts'
import { labelOf, ownerlessParts } from '../queries/records.ts'
import { listFirstSeals, listKeys, readTransitions } from '../queries/schema.ts'
import { ownerlessTotals } from '../queries/totals.ts'
import { systemChain } from './append.ts'
import { type Difference, differences, wrongTotals } from './compare.ts'
import { ChainWalk, type Gap } from './read-chain.ts'
import { Comparison, readSignedHeads, type SignedHead, type SignedHeads } from './signed-heads.ts'

/**
 * The state of a chain: intact, broken at the first inconsistent link, or different from its checkpoints. The chain
 * covers its records from its first link sealed with a key. That time is null if there is none.
 */
export interface ChainState {
  readonly chain: number
  readonly name: string
  readonly entries: number
  readonly head: string
  readonly intact: boolean
  readonly broken_at: number | null
  readonly vouched_since: string | null
}

/**
 * The result of a verification. `mismatches` are sentences about live records that differ from the trail, and about
 * chains that differ from signed checkpoints. `checkpoints` is null if there is no checkpoint file.
 */
export interface Verdict {
  readonly intact: boolean
  readonly chains: ChainState[]
  readonly mismatches: string[]
  readonly checkpoints: { count: number; newest: string | null } | null
}

const entriesAPart = 10_000

/** Receives the name of each chain to be verified, its progress, and the comparison of its records. */
type OnProgress = (part: string) => void

/**
 * Recomputes every link in the chains, checks them against the checkpoints if any, and compares them with the live
 * records, yielding to other work in between. A `chain` of null means all chains.
 */
export async function verifyTrail(
  database: Pick<AppDatabase, 'read' | 'keyring'>,
  chain: number | null,
  checkpoints?: SealedFile,
  onProgress: OnProgress = () => {},
): Promise<Verdict> {
  // Read before the chains, because later checkpoints can be newer than the chains read below.
  const signed = checkpoints && (await readSignedHeads(checkpoints))
  const names = await groupNames(database.read)
  const chains: ChainState[] = []
  const mismatches = [...(signed?.errors ?? [])]
  for (const one of chain === null ? await allChains(database, names, signed) : [chain]) {
    const name = names.get(one) ?? 'System'
    onProgress(name)
    const verified = await verifyChain(database, one, { name, signed: signed?.byChain.get(one) ?? [], onProgress })
    if (verified.state) chains.push(verified.state)
    mismatches.push(...verified.mismatches)
  }
  const intact = mismatches.length === 0 && chains.every((state) => state.intact)
  return { intact, chains, mismatches, checkpoints: signed ? { count: signed.count, newest: signed.newest } : null }
}

// All chains with a head, entries, records, or a signature, so that removing only one of these is detected.
async function allChains(
  { read }: Pick<AppDatabase, 'read'>,
  names: ReadonlyMap<number, string>,
  signed: SignedHeads | undefined,
): Promise<number[]> {
  const heads = (await listHeads(read, null)).map(({ chain }) => chain)
  const all = [systemChain, ...names.keys(), ...heads, ...(await listChains(read)), ...(signed?.byChain.keys() ?? [])]
  return [...new Set(all)].sort((one, other) => one - other)
}

async function verifyChain(
  { read, keyring }: Pick<AppDatabase, 'read' | 'keyring'>,
  chain: number,
  { name, signed, onProgress }: { name: string; signed: readonly SignedHead[]; onProgress: OnProgress },
): Promise<{ state?: ChainState; mismatches: string[] }> {
  const comparison = new Comparison(signed)
  let seen = 0
  const walk = new ChainWalk(read, keyring, chain, (link) => {
    comparison.see(link)
    seen += 1
    if (seen % entriesAPart === 0) onProgress(`${name}: ${seen} entries`)
  })
  const head = await walk.advanceToHead()
  const { unvouched, firstWrong } = comparison.finish(walk.length)
  onProgress(`${name}: records`)
  const differing: Difference[] = []
  for await (const difference of differences(read, chain, walk)) differing.push(difference)
  const mismatches = [
    ...unvouched.map((finding) => `${name}: ${finding}`),
    ...(walk.length > 0 && !walk.isSealed ? [`${name}: no entry is sealed with the newest key.`] : []),
    ...(await inSentences(walk.replay.gaps, (gap) => gapInWords(read, gap))),
    ...(await inSentences(differing, (difference) => differenceInWords(read, difference))),
    ...(await wrongTotals(read, chain)).map((table) => `${name}: the totals in ${table} don’t match its requests.`),
    ...(await wrongCheckTotals(read, chain)).map((table) => `${name}: the totals in ${table} don’t match its checks.`),
    ...(chain === systemChain ? await systemFindings({ read, keyring }) : []),
  ]
  if (head.seq === 0 && walk.length === 0 && signed.length === 0) return { mismatches }
  const brokenAt = walk.brokenAt ?? firstWrong
  const state = {
    chain,
    name,
    entries: head.seq,
    head: head.hash,
    intact: brokenAt === null,
    broken_at: brokenAt,
    vouched_since: walk.vouchedSince,
  }
  return { state, mismatches }
}

async function systemFindings({ read, keyring }: Pick<AppDatabase, 'read' | 'keyring'>): Promise<string[]> {
  const ownerless = [
    ...(await ownerlessParts(read)),
    ...(await ownerlessTotals(read)),
    ...(await ownerlessCheckTotals(read)),
  ]
  const findings = ownerless.map((table) => `Rows in ${table} belong to records that don’t exist.`)
  return [...findings, ...(await keyFindings(read, keyring)), ...(await transitionFindings(read))]
}

async function keyFindings(read: AppDatabase['read'], { ids }: Keyring): Promise<string[]> {
  const seals = await listFirstSeals(read)
  const wanted = seals.map(({ id, since }, index) => ({ id, since, until: seals[index + 1]?.since ?? null }))
  const listed = (await listKeys(read)) ?? []
  return isDeepStrictEqual(listed, wanted) && listed.every(({ id }) => ids.includes(id))
    ? []
    : ['The keys listed in the database don’t match the keys that sealed the audit trail.']
}

async function transitionFindings(read: AppDatabase['read']): Promise<string[]> {
  const idOf = new Map<string, number>(statuses.map(({ id, name }) => [name, id]))
  const ours = new Set(transitions.map(({ from, to }) => `${idOf.get(from)} ${idOf.get(to)}`))
  const theirs = await readTransitions(read)
  if (theirs.length === ours.size && theirs.every((pair) => ours.has(pair))) return []
  return ['The status transitions in the database don’t match the request life cycle.']
}

/** The number of findings of one kind listed for a chain. */
const spelledOut = 100

/**
 * Turns findings into sentences. If there are more than `spelledOut`, lists the first ones and the number of other
 * findings.
 */
async function inSentences<Finding>(
  findings: readonly Finding[],
  sentenceOf: (finding: Finding) => Promise<string>,
): Promise<string[]> {
  const sentences: string[] = []
  for (const finding of findings.slice(0, spelledOut)) sentences.push(await sentenceOf(finding))
  const others = findings.length - spelledOut
  return others > 0 ? [...sentences, `More records that don’t match the trail: ${others}.`] : sentences
}

async function differenceInWords(db: Db, { kind, id, known, live }: Difference): Promise<string> {
  const name = await nameOf(db, kind, id)
  if (live === null) return `${name} was deleted without an entry in the trail.`
  if (known === null) return `${name} was added without an entry in the trail.`
  return `${name} was changed without an entry in the trail.`
}

async function gapInWords(db: Db, { kind, id, seq }: Gap): Promise<string> {
  return `${await nameOf(db, kind, id)} was changed without an entry in the trail before entry ${seq}.`
}

async function nameOf(db: Db, kind: string, id: RecordId): Promise<string> {
  if (!isRecordKind(kind)) return `In the database, ${id}`
  return `${inWords(kind)} ${await labelOf(db, kind, id)}`
}

function inWords(kind: string): string {
  const words = kind.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
