import { type Kysely, sql } from 'kysely'
import { execute } from './dialect.ts'

const rowsAtOnce = 1000

/**
 * The key of the second payee of a check, so that what somebody gets is counted whether a check names them first or
 * second; and indexes by time, so that a sum since a week ago reads the requests of that week alone.
 */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await execute(db, ['alter table match_keys add column second_payee text'])
  await storeKeys(db)
  await execute(
    db,
    ['payee', 'second_payee'].map(
      (place) => `create index match_keys_${place}_since on match_keys (dealer_group_id, ${place}, created_at, id)
        where ${place} is not null`,
    ),
  )
}

async function storeKeys<Tables>(db: Kysely<Tables>): Promise<void> {
  let last = 0
  for (;;) {
    const { rows } = await sql<{ id: number; payee_name_2: string }>`select id, payee_name_2 from check_requests
      where id > ${last} and payee_name_2 is not null order by id limit ${rowsAtOnce}`.execute(db)
    const newest = rows.at(-1)
    if (!newest) return
    const values = rows.map((row) => sql`(${row.id}, ${folded(row.payee_name_2)})`)
    await sql`with source (id, payee) as (values ${sql.join(values)})
      update match_keys set second_payee = nullif(source.payee, '') from source
      where match_keys.id = cast(source.id as bigint)`.execute(db)
    last = newest.id
  }
}

// The rule as it was when this migration was written; a later change of the rule brings its own migration.
function folded(text: string): string {
  const hidden = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]/gu
  const bare = text.replace(hidden, '').normalize('NFC').replace(/\s+/gu, '')
  return (bare.replace(/^\p{P}+|\p{P}+$/gu, '') || bare).toUpperCase().toLowerCase()
}
