import type { Services } from '../../../services.ts'
import { deleteWithoutDraft, namesInUse } from '../queries/attachments.ts'

const hour = 3_600_000
const atOnce = 200

/**
 * Removes stored files that belong to no document. Such files remain after a crash between storing a file and inserting
 * its row, and after a draft is discarded. Keeps recent files, because their rows might still be inserted. Returns the
 * number of removed files.
 */
export async function sweepFiles({
  files,
  database,
  clock,
}: Pick<Services, 'files' | 'database' | 'clock'>): Promise<number> {
  await database.transact(deleteWithoutDraft)
  await files.forgetArriving(clock() - hour)
  let removed = 0
  for await (const names of inGroups(files, clock() - hour)) {
    const used = await namesInUse(database.read, names)
    const unused = names.filter((name) => !used.has(name))
    for (const storedAs of unused) await files.remove({ storedAs })
    removed += unused.length
  }
  return removed
}

/** Yields the names of files stored before this moment, in batches. */
async function* inGroups(files: Services['files'], before: number): AsyncGenerator<string[]> {
  let names: string[] = []
  for await (const { name, storedAt } of files.list()) {
    if (storedAt <= before) names.push(name)
    if (names.length < atOnce) continue
    yield names
    names = []
  }
  if (names.length > 0) yield names
}
