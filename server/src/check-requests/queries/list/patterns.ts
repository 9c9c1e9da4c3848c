import type { SearchField } from '@check-requests/domain/check-requests/list-views.ts'
import { meaningOf, type SearchMeaning } from '@check-requests/domain/check-requests/search-words.ts'
import { fold } from '@check-requests/domain/values/searched-text.ts'
import { type RawBuilder, sql } from 'kysely'
import { speaksPostgres } from '../../../platform/json-sql.ts'
import type { Params } from '../../../platform/prepared.ts'
import type { Db } from '../../../tables.ts'

/** Words that a row's texts must contain, and which texts are searched; none when nothing is searched. */
export interface Search {
  readonly words: string
  readonly fields: readonly SearchField[]
  /** What else the words can mean. */
  readonly meaning: SearchMeaning
}

/** Nothing is searched. */
export const noSearch: Search = { words: '', fields: [], meaning: meaningOf('') }

/** The table of texts that are searched. */
export function texts(db: Db): RawBuilder<unknown> {
  return sql.table(speaksPostgres(db) ? 'visible_request_search' : 'check_request_search')
}

/** The table of notes that are searched, which has no row for a request without any. */
export function notes(db: Db): RawBuilder<unknown> {
  return sql.table(speaksPostgres(db) ? 'visible_request_notes' : 'check_request_notes')
}

/** Which texts are searched, and what else the words can mean. */
export interface WordsShape {
  readonly fields: readonly SearchField[]
  readonly amounts: boolean
  readonly number: boolean
  readonly vin: boolean
}

/** Search words as parameters of a query. */
export interface WordsValues {
  readonly pattern: string
  readonly amountsFrom: number | null
  readonly amountsTo: number | null
  readonly numberPattern: string
  readonly vin: string | null
}

export function wordsShape({ fields, meaning }: Search): WordsShape {
  return { fields, amounts: meaning.amounts !== null, number: meaning.number !== null, vin: meaning.vin !== null }
}

export function wordsValues({ words, meaning: { amounts, number, vin } }: Search): WordsValues {
  return {
    pattern: likePattern(words),
    amountsFrom: amounts?.from ?? null,
    amountsTo: amounts?.to ?? null,
    numberPattern: likePattern(number ?? ''),
    vin,
  }
}

/** True when any of the texts `s` contains the words; notes are texts of their own. */
export function holdsPattern(param: Params<WordsValues>, { fields, number }: WordsShape): RawBuilder<boolean> {
  const columns = fields.filter((field) => field !== 'notes' && field !== 'numbers')
  const tests = columns.map((field) => sql`${sql.ref(`s.${field}`)} like ${param('pattern')} escape '\\'`)
  const ofNumbers = sql`s.numbers like ${param('numberPattern')} escape '\\'`
  return sql<boolean>`(${sql.join(number ? [...tests, ofNumbers] : tests, sql` or `)})`
}

/** True when the notes `n` contain the words. */
export function notesHold(param: Params<WordsValues>): RawBuilder<boolean> {
  return sql<boolean>`n.notes like ${param('pattern')} escape '\\'`
}

/** The ids of the purposes whose names contain the words: no request has a copy of the name. */
export function purposesNamed(param: Params<WordsValues>): RawBuilder<unknown> {
  return sql`select id from purposes where searched_name like ${param('pattern')} escape '\\'`
}

/** True for a request `r`, with the texts `s`, that the words find. */
export function holdsWords(db: Db, param: Params<WordsValues>, shape: WordsShape): RawBuilder<boolean> {
  const tests = [
    holdsPattern(param, shape),
    ...(shape.amounts ? [sql`r.amount_cents between ${param('amountsFrom')} and ${param('amountsTo')}`] : []),
    ...(shape.vin ? [sql`exists (select 1 from match_keys k where k.id = r.id and k.vin = ${param('vin')})`] : []),
    ...(shape.fields.includes('purpose') ? [sql`r.purpose_id in (${purposesNamed(param)})`] : []),
    ...(shape.fields.includes('notes')
      ? [sql`exists (select 1 from ${notes(db)} n where n.id = r.id and ${notesHold(param)})`]
      : []),
  ]
  return sql<boolean>`(${sql.join(tests, sql` or `)})`
}

/** Words as a LIKE pattern that finds them anywhere, taken literally. */
export function likePattern(words: string): string {
  return `%${fold(words).replace(/[\\%_]/g, '\\$&')}%`
}

/** How many letters of the words are looked for. */
export function lettersOf(words: string): number {
  return [...fold(words)].length
}
