import { text } from 'node:stream/consumers'
import { type KeepRule, keptCopies } from '@check-requests/domain/operation/backups/keep.ts'
import type { BackupPlace } from '../../../platform/files/backup-place.ts'
import { type Copy, contentsOf, documentListOf, manifestOf } from './copies.ts'

const day = 86_400_000

/** Removes the copies that the rule does not keep, and the documents that only they had. `now` in milliseconds UTC. */
export async function forgetCopies(place: BackupPlace, rule: KeepRule, now: number): Promise<void> {
  const { copies, hasOthers } = await contentsOf(place.copies)
  const moments = keptCopies(
    copies.map(({ madeAt }) => madeAt),
    rule,
  )
  const forgotten = copies.filter(({ madeAt }) => !moments.has(madeAt))
  for (const { name } of forgotten)
    for (const part of [manifestOf(name), name, documentListOf(name)]) await place.copies.remove(part)
  // Copies that were made by hand share the documents, and nobody knows which.
  if (forgotten.length === 0 || hasOthers) return
  await forgetDocuments(
    place,
    copies.filter(({ madeAt }) => moments.has(madeAt)),
    now - day,
  )
}

/** Removes documents that none of these copies has and that were there before a moment already. */
async function forgetDocuments({ copies, files }: BackupPlace, kept: readonly Copy[], before: number): Promise<void> {
  const needed = new Set<string>()
  for (const { name } of kept) {
    const list = await text(await copies.read(documentListOf(name), 0, Number.POSITIVE_INFINITY))
    for (const document of list.split('\n')) needed.add(document)
  }
  for await (const { name, storedAt } of files.list())
    if (!needed.has(name) && storedAt < before) await files.remove(name)
}
