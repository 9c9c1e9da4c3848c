import { createHash } from 'node:crypto'
import { propertyOf } from '../../../platform/errors.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { StoredFiles } from '../../../platform/files/stored-files.ts'
import type { Db } from '../../../tables.ts'
import { type AttachmentRow, documentsOf } from '../queries/attachments.ts'

/**
 * Reads every stored document and compares its hash with the one in the audit trail. Returns a sentence for each
 * document that is missing or changed.
 */
export async function verifyFiles(db: Db, files: Pick<StoredFiles, 'read'>): Promise<string[]> {
  const findings: string[] = []
  for await (const document of documentsOf(db)) {
    const finding = await findingOn(document, files)
    if (finding) findings.push(finding)
  }
  return findings
}

/** Returns the problem with a document's file, or undefined if the file matches the recorded hash. */
async function findingOn(document: AttachmentRow, files: Pick<StoredFiles, 'read'>): Promise<string | undefined> {
  const named = `The file for document ${document.id} (${document.name})`
  const hash = createHash('sha256')
  try {
    const content = await files.read({ storedAs: document.stored_as, size: document.size })
    for await (const part of content) hash.update(part)
  } catch (error) {
    return propertyOf(error, 'code') === 'ENOENT' ? `${named} is missing.` : `${named} can’t be opened.`
  }
  return hash.digest('hex') === document.sha256 ? undefined : `${named} differs from the file that was added.`
}

interface Places {
  readonly from: FileStore
  readonly to: FileStore
}

/** The file names of all documents, and a sentence for each file that couldn't be copied intact. */
interface CopiedFiles {
  readonly names: readonly string[]
  readonly findings: readonly string[]
}

/**
 * Copies the files that aren't at the target yet. Files never change, so existing ones are skipped. `verifiedBy` opens
 * each copy, and damaged copies are removed.
 */
export async function copyFiles(db: Db, { from, to }: Places, verifiedBy: StoredFiles): Promise<CopiedFiles> {
  const names: string[] = []
  const findings: string[] = []
  const there = await namesIn(to)
  for await (const document of documentsOf(db)) {
    names.push(document.stored_as)
    if (there.has(document.stored_as)) continue
    const finding = await copyFile(document, { from, to }, verifiedBy)
    if (finding) findings.push(finding)
  }
  return { names, findings }
}

async function copyFile(document: AttachmentRow, { from, to }: Places, verifiedBy: StoredFiles) {
  const { stored_as: name } = document
  if (await from.has(name)) await to.copy(name, from)
  const finding = await findingOn(document, verifiedBy)
  if (finding) await to.remove(name)
  return finding
}

async function namesIn(store: FileStore): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { name } of store.list()) names.add(name)
  return names
}
