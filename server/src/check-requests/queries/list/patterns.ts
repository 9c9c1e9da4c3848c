import type { SearchField } from '@check-requests/domain/check-requests/list-views.ts'
import { type RawBuilder, sql } from 'kysely'
import { speaksPostgres } from '../../../platform/json-sql.ts'
import type { Params } from '../../../platform/prepared.ts'
import type { Db } from '../../../tables.ts'
import { fold } from '../write/store.ts'

/** The table of texts that are searched. */
export function texts(db: Db): RawBuilder<unknown> {
  return sql.table(speaksPostgres(db) ? 'visible_request_search' : 'check_request_search')
}

/** True when any of these texts matches the pattern; `texts` is the alias of their table. */
export function holdsPattern(
  param: Params<{ pattern: string }>,
  fields: readonly SearchField[],
  texts: string,
): RawBuilder<boolean> {
  const tests = fields.map((field) => sql`${sql.ref(`${texts}.${field}`)} like ${param('pattern')} escape '\\'`)
  return sql<boolean>`(${sql.join(tests, sql` or `)})`
}

/** Words as a LIKE pattern that finds them anywhere, taken literally. */
export function likePattern(words: string): string {
  return `%${fold(words).replace(/[\\%_]/g, '\\$&')}%`
}
