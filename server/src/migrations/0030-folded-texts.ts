import { type Kysely, sql } from 'kysely'

const rowsAtOnce = 1000

/** Letters are found without their accents: search texts that have any are folded anew, a thousand rows at a time. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  let last = 0
  for (;;) {
    const { rows } = await sql<Texts>`select id, request_number, payee, requester, purpose, check_number
      from check_request_search where id > ${last} order by id limit ${rowsAtOnce}`.execute(db)
    const newest = rows.at(-1)
    if (!newest) return
    for (const row of rows) await storeFolded(db, row)
    last = newest.id
  }
}

interface Texts {
  readonly id: number
  readonly request_number: string
  readonly payee: string
  readonly requester: string
  readonly purpose: string
  readonly check_number: string
}

// Most texts are as they were, and each change costs an entry in the index of the search and one in the audit trail.
async function storeFolded<Tables>(db: Kysely<Tables>, { id, ...texts }: Texts): Promise<void> {
  const changed = Object.entries(texts).filter(([, text]) => folded(text) !== text)
  if (changed.length === 0) return
  const sets = changed.map(([column, text]) => sql`${sql.ref(column)} = ${folded(text)}`)
  await sql`update check_request_search set ${sql.join(sets)} where id = ${id}`.execute(db)
}

// The rule as it was when this migration was written; a later change of the rule brings its own migration.
const accents = /[\u0300-\u036f]/g

function folded(text: string): string {
  const bare = text.normalize('NFD').replace(accents, '').toLowerCase().replace(accents, '')
  return bare.normalize('NFC') || text
}
