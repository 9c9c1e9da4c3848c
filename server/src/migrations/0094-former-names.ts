import { type Kysely, sql } from 'kysely'
import { execute } from './dialect.ts'

/** The names that payees had, by what the trail says of their changes: what is paid under them counts for the payee. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await execute(db, ['alter table payees add column former_keys text'])
  await storeFormerNames(db)
  await execute(db, ['create index payees_renamed on payees (dealer_group_id) where former_keys is not null'])
}

/** Stores what the trail says of the names that payees had. */
export async function storeFormerNames<Tables>(db: Kysely<Tables>): Promise<void> {
  const current = await sql<{ id: number; name_key: string }>`select id, name_key from payees`.execute(db)
  const keys = new Map(current.rows.map(({ id, name_key }) => [id, name_key]))
  for (const [id, names] of await namesBefore(db)) {
    const former = [...new Set(names.map(folded))].filter((key) => key !== keys.get(id))
    if (former.length > 0)
      await sql`update payees set former_keys = ${JSON.stringify(former)} where id = ${id}`.execute(db)
  }
}

/** The names that each payee had, by its id, oldest first. */
export async function namesBefore<Tables>(db: Kysely<Tables>): Promise<Map<number, string[]>> {
  const changes = await sql<{ id: number; payload: string }>`select p.id, e.payload
    from audit_entries e join payees p on p.id = e.entity_id and p.dealer_group_id = e.chain
    where e.entity = 'payee' and e.action = 'payee.update' order by p.id, e.seq`.execute(db)
  const byPayee = Map.groupBy(changes.rows, ({ id }) => id)
  return new Map([...byPayee].map(([id, rows]) => [id, rows.flatMap(({ payload }) => nameBefore(JSON.parse(payload)))]))
}

function nameBefore({ before, after }: { before: { name?: string } | null; after: { name?: string } | null }) {
  return before?.name !== undefined && after?.name !== undefined ? [before.name] : []
}

// The rule as it was when this migration was written; a later change of the rule brings its own migration.
function folded(text: string): string {
  const hidden = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]/gu
  const bare = text.replace(hidden, '').normalize('NFC').replace(/\s+/gu, '')
  return (bare.replace(/^\p{P}+|\p{P}+$/gu, '') || bare).toUpperCase().toLowerCase()
}
