import { type Kysely, sql } from 'kysely'
import { execute } from './dialect.ts'

const rowsAtOnce = 5000

/**
 * The keys of the names that a field of payees joins, such as `Ada Lovelace and Charles Babbage`, so that what somebody
 * gets is counted whether they have a field for themselves or not; and an index by time of the requests that have such.
 */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await execute(db, ['alter table match_keys add column joined text'])
  await storeJoinedNames(db)
  await execute(db, [
    'create index match_keys_joined_since on match_keys (dealer_group_id, created_at, id) where joined is not null',
  ])
}

/** Stores the keys of the names that fields join. */
export async function storeJoinedNames<Tables>(db: Kysely<Tables>): Promise<void> {
  let last = 0
  for (;;) {
    const { rows } = await sql<{ id: number; payee_name_1: string; payee_name_2: string | null }>`
      select id, payee_name_1, payee_name_2 from check_requests where id > ${last} order by id
      limit ${rowsAtOnce}`.execute(db)
    const newest = rows.at(-1)
    if (!newest) return
    const joined = rows.flatMap(({ id, payee_name_1, payee_name_2 }) => {
      const keys = new Set([payee_name_1, payee_name_2 ?? ''].flatMap(joinedKeys))
      return keys.size > 0 ? [sql`(${id}, ${['', ...keys, ''].join('\n')})`] : []
    })
    if (joined.length > 0)
      await sql`with source (id, joined) as (values ${sql.join(joined)})
        update match_keys set joined = source.joined from source
        where match_keys.id = cast(source.id as bigint)`.execute(db)
    last = newest.id
  }
}

// The rule as it was when this migration was written; a later change of the rule brings its own migration.
const hidden = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]/gu
const joiners =
  /[&+/;,\uff06\uff0b\uff0f\uff0c\uff1b\u2044\u2215]|(?<![\p{L}\p{M}\p{N}])(?:and|or|c\/o|d\/?b\/?a|[afn]\/?k\/?a)(?![\p{L}\p{M}\p{N}])/giu

function joinedKeys(field: string): string[] {
  const parts = field.replace(hidden, '').normalize('NFC').split(joiners)
  const names = parts.map((part) => part.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)))
  const all = names.filter((words) => words.length > 0)
  if (parts.length < 2 || all.length === 0) return []
  const last = all.at(-1) ?? []
  const completed = last.length > 1 ? all.filter(({ length }) => length === 1) : []
  const keys = [...all, ...completed.map((words) => [...words, ...last.slice(-1)])].map((words) =>
    folded(words.join('')),
  )
  return [...new Set(keys)].filter((key) => key.length > 1 && key !== folded(field))
}

function folded(text: string): string {
  const bare = text.replace(hidden, '').normalize('NFC').replace(/\s+/gu, '')
  return (bare.replace(/^\p{P}+|\p{P}+$/gu, '') || bare).toUpperCase().toLowerCase()
}
