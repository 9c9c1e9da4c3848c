import type { SearchField } from '@check-requests/domain/check-requests/list-views.ts'
import { meaningOf, type SearchMeaning } from '@check-requests/domain/check-requests/search-words.ts'
import { type RawBuilder, sql } from 'kysely'
import { speaksPostgres } from '../../../platform/json-sql.ts'
import type { Params } from '../../../platform/prepared.ts'
import type { Db } from '../../../tables.ts'
import { fold } from '../write/store.ts'

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

/** Which texts are searched, and what else the words can mean. */
export interface WordsShape {
  readonly fields: readonly SearchField[]
  readonly amounts: boolean
  readonly number: boolean
}

/** Search words as parameters of a query. */
export interface WordsValues {
  readonly pattern: string
  readonly amountsFrom: number | null
  readonly amountsTo: number | null
  readonly number: string | null
}

export function wordsShape({ fields, meaning }: Search): WordsShape {
  return { fields, amounts: meaning.amounts !== null, number: meaning.number !== null }
}

export function wordsValues({ words, meaning: { amounts, number } }: Search): WordsValues {
  return { pattern: likePattern(words), amountsFrom: amounts?.from ?? null, amountsTo: amounts?.to ?? null, number }
}

/** True when any of the texts `s` contains the words. */
export function holdsPattern(param: Params<WordsValues>, fields: readonly SearchField[]): RawBuilder<boolean> {
  const tests = fields.map((field) => sql`${sql.ref(`s.${field}`)} like ${param('pattern')} escape '\\'`)
  return sql<boolean>`(${sql.join(tests, sql` or `)})`
}

/** True for a request `r`, with the texts `s`, that the words find. */
export function holdsWords(param: Params<WordsValues>, shape: WordsShape): RawBuilder<boolean> {
  const tests = [
    holdsPattern(param, shape.fields),
    ...(shape.amounts ? [sql`r.amount_cents between ${param('amountsFrom')} and ${param('amountsTo')}`] : []),
    ...(shape.number ? [hasNumber(param)] : []),
  ]
  return sql<boolean>`(${sql.join(tests, sql` or `)})`
}

function hasNumber(param: Params<WordsValues>): RawBuilder<unknown> {
  return sql`exists (select 1 from match_keys k where k.id = r.id and (k.vin = ${param('number')} or k.po = ${param('number')}))`
}

/** Words as a LIKE pattern that finds them anywhere, taken literally. */
export function likePattern(words: string): string {
  return `%${fold(words).replace(/[\\%_]/g, '\\$&')}%`
}

/** How many letters of the words are looked for. */
export function lettersOf(words: string): number {
  return [...fold(words)].length
}
