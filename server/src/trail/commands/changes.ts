import { digest } from '../../platform/crypto/hashes.ts'
import { portions } from '../../platform/database/sql-helpers.ts'
import { Failure } from '../../platform/errors.ts'
import { inTurns, together } from '../../platform/threads/promises.ts'
import type { Tx } from '../../tables.ts'
import { type AuditRow, latestLink, lockVersion, type VersionedEntity } from '../queries/read.ts'
import { grows, type LiveRecord, type RecordId, type RecordKind } from '../queries/record-shapes.ts'
import { type GrowingRecord, lockRecords, readGrowing, readOneOfEach, readRecords } from '../queries/records.ts'

/** The state of a record: its chain and the digest of its contents. */
export interface RecordState {
  readonly chain: number
  readonly digest: string
}

/** A record change in an audit entry: the digests before and after, or null if the record didn't exist. */
export type StateChange = readonly [kind: string, id: RecordId, before: string | null, after: string | null]

/** A record before its change. Includes its contents if only its new rows have to be read afterward. */
type StateBefore = RecordState & { readonly record?: GrowingRecord }
type Before = Map<RecordId, StateBefore | undefined>
type ChainChange = { readonly chain: number; readonly change: StateChange }

/** The changes that a command has announced. */
interface Changing {
  readonly kinds: Map<RecordKind, Before>
  /** Records whose state before the change is being read, by name. */
  readonly reading: Map<string, Promise<void>>
  readonly known: ChainChange[]
}

// A transaction can contain several commands, one after another: see `GroupCommit`.
const changing = new WeakMap<Tx, Changing>()

/** Starts a command, and forgets changes from an earlier command in this transaction. */
export function beginChanges(trx: Tx): void {
  changing.delete(trx)
}

/**
 * Stores the state of records before a change, for the command's audit entry. The trail can then show whether the
 * records still matched their last entries. A second call for the same record does nothing.
 */
export async function beforeChange(trx: Tx, kind: RecordKind, ...ids: readonly RecordId[]): Promise<void> {
  const { reading } = changesIn(trx)
  const known = changesOf(trx, kind)
  const nameOf = (id: RecordId) => `${kind} ${id}`
  const fresh = ids.filter((id) => !known.has(id) && !reading.has(nameOf(id)))
  const read = fresh.length > 0 ? readBefore(trx, kind, fresh) : undefined
  for (const id of read ? fresh : []) reading.set(nameOf(id), read as Promise<void>)
  await together(...new Set(ids.map((id) => reading.get(nameOf(id)))))
}

async function readBefore(trx: Tx, kind: RecordKind, ids: readonly RecordId[]): Promise<void> {
  const known = changesOf(trx, kind)
  await lockRecords(trx, kind, ids)
  const [id, ...others] = ids
  if (id !== undefined && others.length === 0 && grows(kind)) {
    const record = await readGrowing(trx, kind, id)
    known.set(id, record && { ...stateOf(record), record })
    return
  }
  const states = await statesOf(trx, kind, ids)
  for (const id of ids) known.set(id, states.get(id))
}

/** Records that a record was created. */
export function afterCreate(trx: Tx, kind: RecordKind, id: RecordId): void {
  changesOf(trx, kind).set(id, undefined)
}

/** Records a dealer group's next request number, which is known without reading anything. */
export function afterNumber(trx: Tx, group: { readonly id: number; readonly code: string }, number: number): void {
  const change = ['request-numbers', group.code, digest(String(number - 1)), digest(String(number))] as const
  changesIn(trx).known.push({ chain: group.id, change })
}

/** The kinds of records whose changes the command has announced so far. */
export function recordedKinds(trx: Tx): ReadonlySet<string> {
  const { kinds, known } = changesIn(trx)
  return new Set([...kinds.keys(), ...known.map(({ change: [kind] }) => kind)])
}

/** Returns the changes to records, by chain. Leaves out records that ended up unchanged. */
export async function settleChanges(trx: Tx): Promise<Map<number, StateChange[]>> {
  const { kinds, known: changes } = changesIn(trx)
  const single = new Map([...kinds].flatMap(([kind, known]) => singleIn(known).map((id) => [kind, id] as const)))
  const ofSingle = readOneOfEach(trx, single)
  const settling = [...kinds].map(async ([kind, known]) => ({
    kind,
    known,
    now: single.has(kind) ? stateOfEach(await ofSingle, kind) : await statesAfter(trx, kind, known),
  }))
  const [settled] = await together(together(...settling), ofSingle)
  changing.delete(trx)
  const byChain = new Map<number, StateChange[]>()
  const keep = ({ chain, change }: ChainChange) => {
    const ofChain = byChain.get(chain)
    if (ofChain) ofChain.push(change)
    else byChain.set(chain, [change])
  }
  for (const change of changes) keep(change)
  for (const { kind, known, now } of settled)
    await inTurns(known, ([id, before]) => {
      for (const change of changesBetween(kind, id, before, now.get(id))) keep(change)
      return undefined
    })
  return byChain
}

// A record that moves to another group leaves one group's chain and enters the other's.
function changesBetween(
  kind: RecordKind,
  id: RecordId,
  before: RecordState | undefined,
  after: RecordState | undefined,
): ChainChange[] {
  if (before && after && before.chain === after.chain) {
    const change = [kind, id, before.digest, after.digest] as const
    return before.digest === after.digest ? [] : [{ chain: after.chain, change }]
  }
  return [
    ...(before ? [{ chain: before.chain, change: [kind, id, before.digest, null] as const }] : []),
    ...(after ? [{ chain: after.chain, change: [kind, id, null, after.digest] as const }] : []),
  ]
}

function changesOf(trx: Tx, kind: RecordKind): Before {
  const { kinds } = changesIn(trx)
  const known = kinds.get(kind) ?? new Map()
  kinds.set(kind, known)
  return known
}

function changesIn(trx: Tx): Changing {
  const changes = changing.get(trx) ?? { kinds: new Map(), reading: new Map(), known: [] }
  changing.set(trx, changes)
  return changes
}

// Rows read before the change aren't read again. A direct change to them in the database is detected later.
async function statesAfter(trx: Tx, kind: RecordKind, known: Before): Promise<Map<RecordId, RecordState>> {
  const others = [...known].flatMap(([id, before]) => (before?.record ? [] : [id]))
  const states = await statesOf(trx, kind, others)
  for (const [id, before] of known) {
    const now = before?.record && (await readGrowing(trx, kind, id, before.record))
    if (now) states.set(id, stateOf(now))
  }
  return states
}

/** The only record of a kind, unless some of its rows need not be read again. */
function singleIn(known: Before): RecordId[] {
  const [[id, before] = [], ...others] = known
  return id === undefined || others.length > 0 || before?.record ? [] : [id]
}

function stateOfEach(records: ReadonlyMap<RecordKind, LiveRecord>, kind: RecordKind): Map<RecordId, RecordState> {
  const record = records.get(kind)
  return new Map(record && [[record.id, stateOf(record)]])
}

function stateOf({ chain, content }: LiveRecord): RecordState {
  return { chain, digest: digest(content) }
}

async function statesOf(trx: Tx, kind: RecordKind, ids: readonly RecordId[]): Promise<Map<RecordId, RecordState>> {
  const states = new Map<RecordId, RecordState>()
  await inTurns(portions(ids), async (some) => {
    for (const record of await readRecords(trx, kind, some)) states.set(record.id, stateOf(record))
  })
  return states
}

/** Refuses a change unless its version is current, and says who changed what (A6). */
export async function requireVersion(
  trx: Tx,
  entity: VersionedEntity,
  id: number,
  seen: number | undefined,
): Promise<void> {
  await beforeChange(trx, entity, id)
  if (seen === undefined) return
  const version = await lockVersion(trx, entity, id)
  if (version === undefined || version === seen) return
  const link = await latestLink(trx, entity, id)
  const who = link?.actor_name ?? 'Another user'
  const what = `this ${entity.replace('-', ' ')}${fieldsOf(link)}`
  const message = `${who} changed ${what} in the meantime. Review it before you continue.`
  const current = link && { version, updated_at: link.at, updated_by: link.actor_name }
  throw new Failure('CONFLICT', message, { current })
}

type State = Record<string, unknown> | null

function fieldsOf(link: AuditRow | undefined): string {
  if (!link) return ''
  const { before, after } = JSON.parse(link.payload) as { before: State; after: State }
  const changed = Object.keys(after ?? {}).filter((field) => isOther(before?.[field], after?.[field]))
  const names = [...changed.map(inWords), ...(link.action.endsWith('set-password') ? ['password'] : [])]
  return names.length > 0 ? ` (${names.join(', ')})` : ''
}

function isOther(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other)
}

function inWords(field: string): string {
  return field.replace(/^is_|_ids?$/g, '').replaceAll('_', ' ')
}
