import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SealedFile } from '../../platform/sealed-file.ts'
import type { Db } from '../../tables.ts'
import {
  type AuditHead,
  type AuditRow,
  findLiveRequest,
  groupNames,
  linksOf,
  listHeads,
  readLinks,
  readLiveRequests,
  type Vouched,
  vouchedColumns,
} from '../queries/read.ts'
import { hashLink } from './append.ts'
import { Comparison, readSignedHeads, type SignedHead, type SignedHeads } from './signed-heads.ts'

const linksAtOnce = 500

/** The state of a chain: intact, or broken at the first link that does not fit or differs from what was signed. */
export interface ChainState {
  readonly chain: number
  readonly name: string
  readonly entries: number
  readonly head: string
  readonly intact: boolean
  readonly broken_at: number | null
}

/**
 * The result of verifying. `mismatches` are sentences about live records that the trail does not vouch for, and about
 * chains that signed checkpoints do not vouch for. `checkpoints` is null when there is no checkpoint file.
 */
export interface Verdict {
  readonly intact: boolean
  readonly chains: ChainState[]
  readonly mismatches: string[]
  readonly checkpoints: { count: number; newest: string | null } | null
}

type State = Map<number, Record<string, unknown>>

/**
 * Recomputes every link of the chains, checks them against the checkpoints if any, and replays them against the live
 * requests, yielding to other work in between. `chain` null means all chains.
 */
export async function verifyTrail(db: Db, chain: number | null, checkpoints?: SealedFile): Promise<Verdict> {
  // Read before the chains: anything signed from now on may be newer than what is read below.
  const signed = checkpoints && (await readSignedHeads(checkpoints))
  const names = await groupNames(db)
  const chains: ChainState[] = []
  const mismatches = [...(signed?.errors ?? [])]
  for (const head of await headsToVerify(db, chain, signed)) {
    const name = names.get(head.chain) ?? 'System'
    const requests: State = new Map()
    const { brokenAt, unvouched } = await walk(db, head, signed?.byChain.get(head.chain) ?? [], requests)
    const { chain, seq: entries, hash } = head
    chains.push({ chain, name, entries, head: hash, intact: brokenAt === null, broken_at: brokenAt })
    mismatches.push(...unvouched.map((finding) => `${name}: ${finding}`))
    if (chain !== 0) mismatches.push(...(await compare(db, chain, requests)))
  }
  const intact = mismatches.length === 0 && chains.every((state) => state.intact)
  return { intact, chains, mismatches, checkpoints: signed ? { count: signed.count, newest: signed.newest } : null }
}

// A signed chain that no longer has a head is treated as a chain without entries.
async function headsToVerify(db: Db, chain: number | null, signed: SignedHeads | undefined): Promise<AuditHead[]> {
  const heads = await listHeads(db, chain)
  const gone = [...(signed?.byChain.keys() ?? [])].filter((one) => !heads.some((head) => head.chain === one))
  const asked = chain === null ? gone : gone.filter((one) => one === chain)
  return [...heads, ...asked.map((chain) => ({ chain, seq: 0, hash: '' }))]
}

interface Walked {
  /** The first link that does not fit or differs from what was signed. */
  readonly brokenAt: number | null
  /** Sentences about what differs from what was signed. */
  readonly unvouched: string[]
}

async function walk(db: Db, head: AuditHead, signed: readonly SignedHead[], requests: State): Promise<Walked> {
  const comparison = new Comparison(signed)
  let previous = ''
  let seq = 0
  let brokenAt: number | null = null
  while (seq < head.seq) {
    const links = await readLinks(db, head.chain, seq, linksAtOnce)
    if (links.length === 0) break
    for (const link of links) {
      if (link.seq > head.seq) break
      if (!fits(link, seq + 1, previous)) brokenAt ??= seq + 1
      comparison.see(link)
      replay(link, requests)
      previous = link.hash
      seq = link.seq
    }
    await nextTurn()
  }
  if (seq !== head.seq || previous !== head.hash) brokenAt ??= Math.min(seq, head.seq) + 1
  const { unvouched, firstWrong } = comparison.finish(seq)
  return { brokenAt: brokenAt ?? firstWrong, unvouched }
}

function fits(link: AuditRow, seq: number, previous: string): boolean {
  const { hash, ...content } = link
  return link.seq === seq && link.previous_hash === previous && hashLink(content) === hash
}

function replay(link: AuditRow, requests: State): void {
  if (link.entity !== 'check-request' || link.entity_id === null) return
  if (link.action === 'check-request.delete') return void requests.delete(link.entity_id)
  const { after } = JSON.parse(link.payload) as { after: Record<string, unknown> | null }
  const known = requests.get(link.entity_id) ?? {}
  for (const column of vouchedColumns) if (after && column in after) known[column] = after[column]
  requests.set(link.entity_id, known)
}

async function compare(db: Db, chain: number, requests: State): Promise<string[]> {
  const mismatches: string[] = []
  let last = 0
  for (;;) {
    const rows = await readLiveRequests(db, chain, last, linksAtOnce)
    for (const row of rows) {
      if (!agrees(row, requests.get(row.id))) mismatches.push(...(await lookAgain(db, row.id)))
      requests.delete(row.id)
    }
    last = rows.at(-1)?.id ?? last
    if (rows.length < linksAtOnce) break
    await nextTurn()
  }
  for (const id of requests.keys()) mismatches.push(...(await lookAgain(db, id)))
  return mismatches
}

function agrees(row: Vouched, known: Record<string, unknown> | undefined): boolean {
  return known !== undefined && vouchedColumns.every((column) => (row[column] ?? null) === (known[column] ?? null))
}

// The request may have changed while the chain was read: report only what still disagrees now.
async function lookAgain(db: Db, id: number): Promise<string[]> {
  const requests: State = new Map()
  const row = await findLiveRequest(db, id)
  for (const link of await linksOf(db, 'check-request', id)) replay(link, requests)
  const known = requests.get(id)
  if (!row) return known ? [`Check request ${id} is gone without an entry that deletes it.`] : []
  return agrees(row, known) ? [] : [`Check request ${row.request_number} was changed without an entry in the trail.`]
}
