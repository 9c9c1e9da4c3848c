import { createHash } from 'node:crypto'
import { propertyOf } from '../../../platform/errors.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { StoredFiles } from '../../../platform/files/stored-files.ts'
import type { Db } from '../../../tables.ts'
import { listKeptFiles } from '../../incoming-mail/queries/mails.ts'
import { type AttachmentRow, documentsOf } from '../queries/attachments.ts'

type Stored = Pick<AttachmentRow, 'stored_as' | 'size' | 'sha256'> & { readonly named: string }

/** Yields the files of all documents and kept emails. */
async function* filesOf(db: Db): AsyncGenerator<Stored> {
  for await (const row of documentsOf(db)) yield { ...row, named: `document ${row.id} (${row.name})` }
  for (const { id, stored_as, size } of await listKeptFiles(db))
    yield { named: `kept email ${id}`, stored_as, size, sha256: stored_as.split('-')[0] ?? '' }
}

/** Returns true if the file of any document or kept email is stored. */
export async function hasFiles(db: Db): Promise<boolean> {
  return (await filesOf(db).next()).done === false
}

/**
 * Reads every stored file and compares its hash with the one in the audit trail or, for a kept email, in the file’s
 * name. Returns a sentence for each file that is missing or changed. `most` limits how many files are read.
 */
export async function verifyFiles(
  db: Db,
  files: Pick<StoredFiles, 'read'>,
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const findings: string[] = []
  let left = most
  for await (const file of filesOf(db)) {
    const finding = await findingOn(file, files)
    if (finding) findings.push(finding)
    left -= 1
    if (left === 0) break
  }
  return findings
}

/** Returns the problem with a file, or undefined if it matches the recorded hash. */
async function findingOn(file: Stored, files: Pick<StoredFiles, 'read'>): Promise<string | undefined> {
  const named = `The file for ${file.named}`
  const hash = createHash('sha256')
  try {
    const content = await files.read({ storedAs: file.stored_as, size: file.size })
    for await (const part of content) hash.update(part)
  } catch (error) {
    return propertyOf(error, 'code') === 'ENOENT' ? `${named} is missing.` : `${named} can’t be opened.`
  }
  return hash.digest('hex') === file.sha256 ? undefined : `${named} differs from the file that was added.`
}

interface Places {
  readonly from: FileStore
  readonly to: FileStore
}

/** The names of all files, and a sentence for each file that couldn't be copied intact. */
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
  for await (const file of filesOf(db)) {
    names.push(file.stored_as)
    if (there.has(file.stored_as)) continue
    const finding = await copyFile(file, { from, to }, verifiedBy)
    if (finding) findings.push(finding)
  }
  return { names, findings }
}

async function copyFile(file: Stored, { from, to }: Places, verifiedBy: StoredFiles) {
  const { stored_as: name } = file
  if (await from.has(name)) await to.copy(name, from)
  const finding = await findingOn(file, verifiedBy)
  if (finding) await to.remove(name)
  return finding
}

async function namesIn(store: FileStore): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { name } of store.list()) names.add(name)
  return names
}
