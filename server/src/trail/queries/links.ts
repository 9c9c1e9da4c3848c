import { sql } from 'kysely'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import { portions } from '../../platform/database/sql-helpers.ts'
import { together } from '../../platform/threads/promises.ts'
import type { Db, Tx } from '../../tables.ts'
import type { AuditEntryTable, AuditHeadTable } from '../tables.ts'

const advance = prepare((db: Db, param: Params<{ chain: number; by: number }>) =>
  db
    .insertInto('audit_heads')
    .values({ chain: param('chain'), seq: param('by'), hash: '' })
    .onConflict((conflict) =>
      conflict.column('chain').doUpdateSet((row) => ({ seq: row('audit_heads.seq', '+', param('by')) })),
    )
    .returning(['seq', 'hash', sql<string | null>`(select id from audit_keys where until is null)`.as('key_id')]),
)

/** The next positions in a chain, beginning with `first`, and the key that seals them. */
interface Positions {
  readonly first: number
  readonly previousHash: string
  readonly keyId: string | null
}

/** Takes the next positions in a chain. Other writers to the chain wait until this transaction ends. */
export async function advanceChain(trx: Tx, chain: number, by: number): Promise<Positions> {
  const { seq, hash, key_id } = await advance(trx, { chain, by }).one()
  return { first: seq - by + 1, previousHash: hash, keyId: key_id }
}

const insert = prepare((db: Db, param: Params<Record<string, AuditEntryTable>>, count: number) =>
  db.insertInto('audit_entries').values(Array.from({ length: count }, (_, index) => param.row(String(index)))),
)

const setHead = prepare((db: Db, param: Params<Omit<AuditHeadTable, 'seq'>>) =>
  db
    .updateTable('audit_heads')
    .set({ hash: param('hash') })
    .where('chain', '=', param('chain')),
)

// A statement for each count of entries is kept.
const mostAtOnce = 20

/** Adds links to their chain. The last one becomes its head. */
export async function appendEntries(trx: Tx, entries: readonly AuditEntryTable[]): Promise<void> {
  const heads = entries.slice(-1).map(({ chain, hash }) => setHead(trx, { chain, hash }))
  const some = portions(entries, mostAtOnce).map((part) => insert(trx, Object.fromEntries(part.entries()), part.length))
  await together(...[...some, ...heads].map((statement) => statement.write()))
}

/** The fields that a link's hash is computed from. */
export type LinkContents = Omit<AuditEntryTable, 'hash' | 'mac'>

const contents = [
  'chain',
  'seq',
  'previous_hash',
  'at',
  'actor_id',
  'actor_name',
  'role_id',
  'session_id',
  'action',
  'entity',
  'entity_id',
  'payload',
] as const satisfies readonly (keyof LinkContents)[]
const sealedContents = [...contents, 'states', 'key_id'] as const

/** The contents of a link as one text. Different links always give different texts. */
export function linkText(link: LinkContents): string {
  const isSealed = link.key_id !== null || link.states !== null
  return isSealed
    ? `check-requests audit v2\n${listOf(link, sealedContents)}`
    : `check-requests audit v1\n${listOf(link, contents)}`
}

const charactersAtOnce = 200_000

/** True for a link whose text should be built in parts. */
export function isLong({ states }: LinkContents): boolean {
  return states !== null && states.length > charactersAtOnce
}

/** The text of a sealed link in parts. */
export function* linkTextParts(link: LinkContents): Generator<string> {
  const text = linkText({ ...link, states: '' })
  const place = text.length - JSON.stringify(link.key_id).length - '",]'.length
  yield text.slice(0, place)
  // A part never ends within a character.
  for (const [part] of (link.states ?? '').matchAll(new RegExp(`[^]{1,${charactersAtOnce}}`, 'gu')))
    yield JSON.stringify(part).slice(1, -1)
  yield text.slice(place)
}

function listOf(link: LinkContents, columns: readonly (keyof LinkContents)[]): string {
  return JSON.stringify(columns.map((column) => link[column]))
}

// The database returns one string instead of fourteen values, which cuts the time to read a link and build its text
// almost in half. SQLite escapes the same characters in the same way.
export const linkTextOnSqlite = sql<string>`iif(key_id is null and states is null,
    'check-requests audit v1' || char(10) || ${listOnSqlite(contents)},
    'check-requests audit v2' || char(10) || ${listOnSqlite(sealedContents)})`

function listOnSqlite(columns: readonly string[]) {
  return sql`json_array(${sql.join(columns.map((column) => sql.ref(column)))})`
}
