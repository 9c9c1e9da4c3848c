import { meaningOf, type SearchMeaning } from '@check-requests/domain/check-requests/list/query.ts'
import type { SearchField } from '@check-requests/domain/check-requests/list/views.ts'
import { fold, isLongWord, searchedWords } from '@check-requests/domain/values/searched-text.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Params } from '../../../platform/database/prepared.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'

/** Words that a row's texts must contain in any order, and the searched texts; none without a search. */
export interface Search {
  readonly words: string
  readonly fields: readonly SearchField[]
  /** Other meanings of the words. */
  readonly meaning: SearchMeaning
}

/** The parameters of a query without a search. */
export const noSearch: Search = { words: '', fields: [], meaning: meaningOf('') }

/** The table of searched texts. */
export function texts(db: Db): RawBuilder<unknown> {
  return sql.table(speaksPostgres(db) ? 'visible_request_search' : 'check_request_search')
}

/** The table of searched notes, which has no row for a request without notes. */
export function notes(db: Db): RawBuilder<unknown> {
  return sql.table(speaksPostgres(db) ? 'visible_request_notes' : 'check_request_notes')
}

/** The searched texts, and the other meanings of the words. */
export interface WordsShape {
  readonly fields: readonly SearchField[]
  readonly amounts: boolean
  readonly number: boolean
  readonly vin: boolean
  /** Some words are too short for the trigram index. */
  readonly hasShort: boolean
}

/** Search words as query parameters. */
export interface WordsValues {
  readonly patterns: readonly string[]
  readonly amountsFrom: number | null
  readonly amountsTo: number | null
  readonly numberPattern: string
  readonly vin: string | null
}

export function wordsShape({ words, fields, meaning }: Search): WordsShape {
  return {
    fields,
    amounts: meaning.amounts !== null,
    number: meaning.number !== null,
    vin: meaning.vin !== null,
    hasShort: searchedWords(words).some((word) => !isLongWord(word)),
  }
}

export function wordsValues({ words, meaning: { amounts, number, vin } }: Search): WordsValues {
  return {
    patterns: patternsOf(words),
    amountsFrom: amounts?.from ?? null,
    amountsTo: amounts?.to ?? null,
    numberPattern: likePattern(number ?? ''),
    vin,
  }
}

/** True if the texts `s` contain each of the words in any text; notes are separate texts. */
export function holdsPattern(param: Params<WordsValues>, { fields, number }: WordsShape): RawBuilder<boolean> {
  const columns = columnsOf(fields)
  const holdsWord = (pattern: Expression<string>) => {
    const tests = columns.map((field) => like(sql.ref(`s.${field}`), pattern))
    return sql`(${sql.join(tests, sql` or `)})`
  }
  const holdsAll = sql`(${sql.join(param.list('patterns').map(holdsWord), sql` and `)})`
  return sql<boolean>`(${number ? sql`${holdsAll} or ${like(sql.ref('s.numbers'), param('numberPattern'))}` : holdsAll})`
}

/** The columns of the searched texts. */
export function columnsOf(fields: readonly SearchField[]): readonly SearchField[] {
  return fields.filter((field) => field !== 'notes' && field !== 'numbers')
}

/** True if the notes `n` contain the words. */
export function notesHold(param: Params<WordsValues>): RawBuilder<boolean> {
  return likeAll('n.notes', param.list('patterns'))
}

/** The ids of the purposes whose names contain the words: no request has a copy of the name. */
export function purposesNamed(param: Params<Pick<WordsValues, 'patterns'>>): RawBuilder<unknown> {
  return sql`select id from purposes where ${likeAll('searched_name', param.list('patterns'))}`
}

/** True if a column matches every pattern. */
export function likeAll(column: string, patterns: readonly Expression<string>[]): RawBuilder<boolean> {
  const tests = patterns.map((pattern) => like(sql.ref(column), pattern))
  return sql<boolean>`(${sql.join(tests, sql` and `)})`
}

function like(column: RawBuilder<unknown>, pattern: Expression<string>): RawBuilder<unknown> {
  return sql`${column} like ${pattern} escape '\\'`
}

/** True if the words find a request `r` with the texts `s`. */
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

/** A LIKE pattern for each of the words. */
export function patternsOf(words: string): string[] {
  return searchedWords(words).map(likePattern)
}

/** Words as a literal LIKE pattern that matches them anywhere. */
export function likePattern(words: string): string {
  return `%${fold(words).replace(/[\\%_]/g, '\\$&')}%`
}

/** The length of the longest word. */
export function lettersOf(words: string): number {
  return Math.max(0, ...searchedWords(words).map((word) => [...word].length))
}
