import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { longestList } from '../platform/database/long-lists.ts'
import { isQueryTime, queryTimes } from '../platform/measures/measures.ts'

/** Lets each test of this group fail if the text of a statement grew with a list, except for rows to insert. */
export function noLongStatements(): void {
  const long: string[] = []
  const note = (message: unknown) => {
    if (isQueryTime(message) && isLong(message.sql)) long.push(message.sql.slice(0, 1000))
  }
  beforeAll(() => queryTimes.subscribe(note))
  afterEach(() => expect(long.splice(0)).toEqual([]))
  afterAll(() => void queryTimes.unsubscribe(note))
}

const longList = new RegExp(`\\((?:\\s*(?:\\?|\\$\\d+)\\s*,){${longestList}}`)
/** SQLite merges at most 500 queries into one. */
const mostMerged = 450

function isLong(sql: string): boolean {
  return longList.test(sql) || sql.split(/\bunion\b/).length > mostMerged
}
