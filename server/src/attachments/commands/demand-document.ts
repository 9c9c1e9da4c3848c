import { type DocumentType, documentTypes } from '@check-requests/domain/attachments/fields.ts'
import { emptyFile } from '@check-requests/domain/attachments/refusals.ts'
import { Failure } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/files/stored-files.ts'
import type { Inspections } from '../documents/inspect.ts'

/** The type of a file, by its content; refuses what is no document, or is not what its name says. */
export async function demandDocument(
  inspections: Inspections,
  file: ReceivedFile,
  fileName: string,
  tenant: number | null,
): Promise<DocumentType> {
  if (file.size === 0) throw new Failure('WRONG_TYPE', emptyFile)
  const verdict = await inspections.inspect(file.read, tenant)
  if ('refused' in verdict)
    throw new Failure(verdict.refused === 'unsafe' ? 'UNSAFE_FILE' : 'WRONG_TYPE', verdict.sentence)
  const mismatch = mismatchOf(fileName, verdict.type)
  if (mismatch) throw new Failure('WRONG_TYPE', mismatch)
  return verdict.type
}

// A name without an extension says nothing, as that of a picture that was pasted.
function mismatchOf(fileName: string, type: DocumentType): string | undefined {
  const row = documentTypes.find((one) => one.type === type)
  const [extension] = /\.[a-z0-9]{1,8}$/i.exec(fileName.trim()) ?? []
  if (!row || !extension || row.extensions.some((known) => known === extension.toLowerCase())) return undefined
  return `This file is a ${row.name}, and its name ends with ${extension}. Rename it if it is the right one.`
}
