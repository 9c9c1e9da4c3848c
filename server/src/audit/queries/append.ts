import { compiled, compiledChange, hole } from '../../platform/compiled.ts'
import type { Tables, Tx } from '../../tables.ts'
import type { AuditEntryTable } from '../tables.ts'

const advance = compiled<Tables, 'advance', { seq: number; hash: string }>((db) =>
  db
    .insertInto('audit_heads')
    .values({ chain: hole('chain'), seq: 1, hash: '' })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet((row) => ({ seq: row('audit_heads.seq', '+', 1) })))
    .returning(['seq', 'hash']),
)

/** Takes the next place in a chain; others that write to the chain wait until this transaction ends. */
export async function advanceChain(trx: Tx, chain: number): Promise<{ seq: number; previousHash: string }> {
  const [head] = await advance(trx, 'advance', { chain })
  return { seq: head?.seq as number, previousHash: head?.hash as string }
}

const insert = compiledChange<Tables, 'insert'>((db) =>
  db.insertInto('audit_entries').values({
    chain: hole('chain'),
    seq: hole('seq'),
    previous_hash: hole('previous_hash'),
    hash: hole('hash'),
    at: hole('at'),
    actor_id: hole('actor_id'),
    actor_name: hole('actor_name'),
    role_id: hole('role_id'),
    session_id: hole('session_id'),
    action: hole('action'),
    entity: hole('entity'),
    entity_id: hole('entity_id'),
    payload: hole('payload'),
  }),
)

const setHead = compiledChange<Tables, 'set'>((db) =>
  db
    .updateTable('audit_heads')
    .set({ hash: hole('hash') })
    .where('chain', '=', hole('chain')),
)

/** Adds a link and makes it the head of its chain. */
export async function appendEntry(trx: Tx, entry: AuditEntryTable): Promise<void> {
  await insert(trx, 'insert', { ...entry })
  await setHead(trx, 'set', { chain: entry.chain, hash: entry.hash })
}
