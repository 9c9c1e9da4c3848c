import { withNames } from '@check-requests/domain/check-requests/comments/text-parts.ts'
import type { Db } from '../../../tables.ts'

const longestQuote = 300

/** The key of the news about a comment. */
export function keyOfComment(id: number): string {
  return `comment/${id}`
}

/**
 * What the comments say that notices are about, by the keys of the news. It is read whenever it is shown or mailed, so
 * that nobody is told what was deleted or said otherwise since (T9).
 */
export async function findQuotes(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = keys.flatMap((key) => /^comment\/(\d+)$/.exec(key)?.[1] ?? []).map(Number)
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'text', 'mentions'])
    .where('id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(
    rows.map(({ id, text, mentions }) => [keyOfComment(id), shortened(withNames(text, JSON.parse(mentions)))]),
  )
}

function shortened(text: string): string {
  const letters = [...text]
  return letters.length > longestQuote ? `${letters.slice(0, longestQuote - 1).join('')}…` : text
}
