import { type CheckState, checkStates } from '@check-requests/domain/checks/lifecycle.ts'
import { fold, isLongWord } from '@check-requests/domain/values/searched-text.ts'
import { type RawBuilder, sql } from 'kysely'
import { along } from '../../check-requests/queries/list/indexes.ts'
import { likePattern } from '../../check-requests/queries/list/patterns.ts'
import { executeApart } from '../../platform/execute.ts'
import { speaksPostgres } from '../../platform/json-sql.ts'
import type { Db } from '../../tables.ts'
import { all, amountsOf, isNumber, ofAccounts, type RegisterSearch, wordsOf } from './register.ts'

/** So many checks are read one by one for what words or amounts find; where there are more, a page is soon full anyway. */
const mostMatches = 5000

/**
 * The ids of the checks that a search may find, by the index of words or of amounts; undefined where these are more than
 * `mostMatches`, or neither index knows what is asked for.
 */
export async function matchesOf(db: Db, search: RegisterSearch): Promise<number[] | undefined> {
  return (await ofWords(db, search)) ?? (await ofAmounts(db, search))
}

async function ofAmounts(db: Db, search: RegisterSearch): Promise<number[] | undefined> {
  const amounts = amountsOf(search)
  if (amounts.length === 0) return undefined
  const limit = sql`limit ${mostMatches + 1}`
  const ofState = (state: CheckState) => {
    const conditions = all([ofAccounts(search.accounts), sql`c.state = ${state}`, ...amounts])
    return sql`select * from (select c.id from checks c ${along(db, 'checks_amount')} where ${conditions} ${limit}) as s`
  }
  return found(db, sql`${sql.join(statesOf(search).map(ofState), sql` union all `)} ${limit}`)
}

/** The index of amounts has them state by state; the states of an earlier day are not those of now. */
function statesOf({ state, asOf }: RegisterSearch): readonly CheckState[] {
  return state && !asOf ? [state] : checkStates
}

async function ofWords(db: Db, search: RegisterSearch): Promise<number[] | undefined> {
  const words = wordsOf(search)
  const long = words.filter(isLongWord)
  const texts = long.filter((word) => !isNumber(word))
  const number = long.find(isNumber)
  if (texts.length > 0) return found(db, inTexts(db, search, texts))
  if (number === undefined) return undefined
  const inText = sql`select * from (${inTexts(db, search, [number])}) as t`
  if (!Number.isSafeInteger(Number(number))) return found(db, inText)
  const numbered = sql`select c.id from checks c ${along(db, 'checks_number')}
    where ${ofAccounts(search.accounts)} and c.number = ${Number(number)}`
  return found(db, sql`${inText} union ${numbered}`)
}

async function found(db: Db, ids: RawBuilder<unknown>): Promise<number[] | undefined> {
  const { rows } = await executeApart(db, sql<{ id: number }>`${ids}`.compile(db))
  return rows.length > mostMatches ? undefined : rows.map(({ id }) => id)
}

function inTexts(db: Db, { accounts }: RegisterSearch, words: readonly string[]): RawBuilder<unknown> {
  const limit = sql`limit ${mostMatches + 1}`
  if (speaksPostgres(db)) {
    const holds = words.map((word) => sql`c.searched like ${likePattern(word)} escape '\\'`)
    return sql`select c.id from visible_check_words c
      where ${ofAccounts(accounts)} and ${sql.join(holds, sql` and `)} ${limit}`
  }
  const phrases = words.map((word) => `"${fold(word).replaceAll('"', '""')}"`).join(' AND ')
  return sql`select f.rowid as id from checks_fts f where f.checks_fts match ${phrases} ${limit}`
}
