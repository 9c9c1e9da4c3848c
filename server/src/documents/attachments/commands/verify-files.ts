import { createHash } from 'node:crypto'
import type { StoredFiles } from '../../../platform/files/stored-files.ts'
import { propertyOf } from '../../../platform/property.ts'
import type { Db } from '../../../tables.ts'
import { type AttachmentRow, documentsOf } from '../queries/attachments.ts'

/**
 * Reads every stored document, and compares its content with the hash that the trail vouches for. Returns a sentence
 * for each that is missing or is another one.
 */
export async function verifyFiles(db: Db, files: Pick<StoredFiles, 'read'>): Promise<string[]> {
  const findings: string[] = []
  for await (const document of documentsOf(db)) {
    const finding = await findingOn(document, files)
    if (finding) findings.push(finding)
  }
  return findings
}

/** What is wrong with the file of a document; undefined when it is the one that was added. */
export async function findingOn(
  document: AttachmentRow,
  files: Pick<StoredFiles, 'read'>,
): Promise<string | undefined> {
  const named = `The file of document ${document.id}, ${document.name},`
  const hash = createHash('sha256')
  try {
    const content = await files.read({ storedAs: document.stored_as, size: document.size })
    for await (const part of content) hash.update(part)
  } catch (error) {
    return propertyOf(error, 'code') === 'ENOENT' ? `${named} is not there.` : `${named} cannot be opened.`
  }
  return hash.digest('hex') === document.sha256 ? undefined : `${named} is not the one that was added.`
}
