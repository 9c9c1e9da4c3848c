import { sql } from 'kysely'
import { type Params, prepare } from '../../platform/prepared.ts'
import type { Db, Tx } from '../../tables.ts'
import type { AuditEntryTable, AuditHeadTable } from '../tables.ts'

const advance = prepare((db: Db, param: Params<{ chain: number }>) =>
  db
    .insertInto('audit_heads')
    .values({ chain: param('chain'), seq: 1, hash: '' })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet((row) => ({ seq: row('audit_heads.seq', '+', 1) })))
    .returning(['seq', 'hash', sql<string | null>`(select id from audit_keys where until is null)`.as('key_id')]),
)

/** The next position in a chain, and the key that seals it. */
interface Position {
  readonly seq: number
  readonly previousHash: string
  readonly keyId: string | null
}

/** Takes the next position in a chain; other writers to the chain wait until this transaction ends. */
export async function advanceChain(trx: Tx, chain: number): Promise<Position> {
  const { seq, hash, key_id } = await advance(trx, { chain }).one()
  return { seq, previousHash: hash, keyId: key_id }
}

const insert = prepare((db: Db, param: Params<{ entry: AuditEntryTable }>) =>
  db.insertInto('audit_entries').values(param.row('entry')),
)

const setHead = prepare((db: Db, param: Params<Omit<AuditHeadTable, 'seq'>>) =>
  db
    .updateTable('audit_heads')
    .set({ hash: param('hash') })
    .where('chain', '=', param('chain')),
)

/** Adds a link and makes it the head of its chain. */
export async function appendEntry(trx: Tx, entry: AuditEntryTable): Promise<void> {
  await insert(trx, { entry }).affectedRows()
  await setHead(trx, { chain: entry.chain, hash: entry.hash }).affectedRows()
}
