import { type Expression, type RawBuilder, sql } from 'kysely'
import { like, likeAll } from '../../../platform/database/list.ts'
import type { Params } from '../../../platform/database/prepared.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'
import { type Asked, columnsOf } from './selection.ts'

/** The table of searched texts. */
export function texts(db: Db): RawBuilder<unknown> {
  return sql.table(speaksPostgres(db) ? 'visible_request_search' : 'check_request_search')
}

/** The table of searched notes. It has no row for a request without notes. */
export function notes(db: Db): RawBuilder<unknown> {
  return sql.table(speaksPostgres(db) ? 'visible_request_notes' : 'check_request_notes')
}

/** True if each of the words is in one of the texts `s`. Notes aren't among these texts. */
export function holdsPattern({ param, fields, number }: Asked): RawBuilder<boolean> {
  const holdsWord = (pattern: Expression<string>) => {
    const tests = columnsOf(fields).map((field) => like(`s.${field}`, pattern))
    return sql`(${sql.join(tests, sql` or `)})`
  }
  const holdsAll = sql`(${sql.join(param.list('patterns').map(holdsWord), sql` and `)})`
  return sql<boolean>`(${number ? sql`${holdsAll} or ${like('s.numbers', param('numberPattern'))}` : holdsAll})`
}

/** True if the notes `n` contain the words. */
export function notesHold({ param }: Asked): RawBuilder<boolean> {
  return likeAll('n.notes', param.list('patterns'))
}

/**
 * The ids of the purposes whose names contain the words. Requests don't store purpose names, so these are searched
 * separately.
 */
export function purposesNamed(param: Params<{ readonly patterns: readonly string[] }>): RawBuilder<unknown> {
  return sql`select id from purposes where ${likeAll('searched_name', param.list('patterns'))}`
}

/** True if a search for the words finds a request `r` with the texts `s`. */
export function holdsWords(asked: Asked): RawBuilder<boolean> {
  const { db, param, fields, amounts, vin } = asked
  const tests = [
    holdsPattern(asked),
    ...(amounts ? [sql`r.amount_cents between ${param('amountsFrom')} and ${param('amountsTo')}`] : []),
    ...(vin ? [sql`exists (select 1 from match_keys k where k.id = r.id and k.vin = ${param('vin')})`] : []),
    ...(fields.includes('purpose') ? [sql`r.purpose_id in (${purposesNamed(param)})`] : []),
    ...(fields.includes('notes')
      ? [sql`exists (select 1 from ${notes(db)} n where n.id = r.id and ${notesHold(asked)})`]
      : []),
  ]
  return sql<boolean>`(${sql.join(tests, sql` or `)})`
}
