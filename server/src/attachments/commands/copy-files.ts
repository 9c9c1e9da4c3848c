import type { FileStore } from '../../platform/files/file-store.ts'
import type { StoredFiles } from '../../platform/files/stored-files.ts'
import type { Db } from '../../tables.ts'
import { documentsOf } from '../queries/attachments.ts'
import { findingOn } from './verify-files.ts'

interface Places {
  readonly from: FileStore
  readonly to: FileStore
}

/**
 * Copies the files of all documents that are not there yet; files never change, so those that are stay. `verifiedBy`
 * opens each copy, and an error names the first that is not whole. Returns how many documents there are.
 */
export async function copyFiles(db: Db, { from, to }: Places, verifiedBy?: StoredFiles): Promise<number> {
  let documents = 0
  for await (const document of documentsOf(db)) {
    documents += 1
    if (await to.has(document.stored_as)) continue
    await to.copy(document.stored_as, from)
    const finding = verifiedBy && (await findingOn(document, verifiedBy))
    if (finding) throw new Error(finding)
  }
  return documents
}
