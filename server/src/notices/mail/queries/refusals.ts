import { sql } from 'kysely'
import type { Db } from '../../../tables.ts'

/** What the mail server said when it refused somebody's address, by id; nobody whose address it has taken since. */
export async function findRefusals(db: Db, among?: readonly number[]): Promise<Map<number, string>> {
  if (among?.length === 0) return new Map()
  const people = db
    .selectFrom('users')
    .innerJoin('mails', (join) =>
      join.on(
        'mails.id',
        '=',
        sql<number>`(select m.id from mails m where m.user_id = users.id and m.address = users.email
          and m.outcome in ('sent', 'refused') order by m.ended_at desc, m.id desc limit 1)`,
      ),
    )
    .select(['users.id', 'mails.answer'])
    .where('mails.outcome', '=', 'refused')
  const rows = await (among ? people.where('users.id', 'in', among) : people).execute()
  return new Map(rows.map(({ id, answer }) => [id, answer ?? '']))
}
