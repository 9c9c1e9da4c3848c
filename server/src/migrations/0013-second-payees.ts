import { type Kysely, sql } from 'kysely'

const rowsAtOnce = 1000

/** Lists are searched by the second payee too, on a line of its own below the first (E5). */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  let last = 0
  for (;;) {
    const { rows } = await sql<{ id: number; payee_name_1: string; payee_name_2: string }>`
      select id, payee_name_1, payee_name_2 from check_requests
      where id > ${last} and payee_name_2 is not null order by id limit ${rowsAtOnce}`.execute(db)
    if (rows.length === 0) return
    const values = rows.map((row) => sql`(${row.id}, ${`${row.payee_name_1}\n${row.payee_name_2}`.toLowerCase()})`)
    await sql`with source (id, payee) as (values ${sql.join(values)})
      update check_request_search set payee = source.payee from source
      where check_request_search.id = cast(source.id as bigint)`.execute(db)
    last = rows.at(-1)?.id as number
  }
}
