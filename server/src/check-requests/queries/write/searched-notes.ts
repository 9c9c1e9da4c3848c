import type { Tx } from '../../../tables.ts'
import type { StoredRequest } from '../detail/find.ts'
import { listHistory } from '../detail/history.ts'
import { replaceSearchedNotes } from './searched-texts.ts'

/** Makes a request searchable by its own notes, those of its history and these texts, and by no others. */
export async function searchByNotes(
  trx: Tx,
  { id, notes }: Pick<StoredRequest, 'id' | 'notes'>,
  texts: readonly string[] = [],
): Promise<void> {
  const history = await listHistory(trx, id)
  await replaceSearchedNotes(trx, id, [...given(notes, ...history.map(({ note }) => note)), ...texts])
}

/** The notes among these that are there and not blank. */
export function given(...notes: (string | null | undefined)[]): string[] {
  return notes.filter((note) => typeof note === 'string' && note !== '') as string[]
}
