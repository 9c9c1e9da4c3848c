import type { ReadingReply } from '@check-requests/domain/documents/readings/fields.ts'
import { filledValue } from '@check-requests/domain/documents/readings/filling.ts'
import { type ReadingField, readingFields } from '@check-requests/domain/documents/readings/understand.ts'
import type { ReadingRow } from './queries/readings.ts'

type Stored = Pick<ReadingReply, 'documents'> & {
  readonly reader: 'text' | 'picture'
  readonly words: readonly (readonly [page: number, text: string, ...polygon: number[]])[]
}
type Fields = ReadingReply['fields']

/** What a document says. Which values fill fields is decided by the current rules, not by those of then. */
export function presentReading(attachmentId: number, row: ReadingRow | undefined): ReadingReply {
  const { reader, documents } = storedIn(row)
  const shown = documents.map((one) => {
    const { pages, kind, flags, fields } = one
    return { pages, kind, flags, fields: withFills(fields) }
  })
  const [first] = shown
  const flags = shown.length > 1 ? [...(first?.flags ?? []), 'several_documents' as const] : (first?.flags ?? [])
  return {
    attachment_id: attachmentId,
    state: row?.state ?? 'none',
    kind: first?.kind ?? null,
    reader,
    flags,
    fields: shown.length > 1 ? {} : (first?.fields ?? {}),
    documents: shown,
  }
}

export function presentWords(row: ReadingRow | undefined) {
  return storedIn(row).words.map(([page, text, ...polygon]) => ({ page, text, polygon }))
}

function storedIn(row: ReadingRow | undefined): Omit<Stored, 'reader'> & { readonly reader: Stored['reader'] | null } {
  if (!row?.content) return { reader: null, documents: [], words: [] }
  const stored: Stored = JSON.parse(row.content)
  return stored
}

function withFills(fields: Fields): Fields {
  const shown: Fields = {}
  for (const field of readingFields) {
    const candidates = fields[field]
    if (candidates?.length) shown[field] = marked(field, candidates)
  }
  return shown
}

function marked(field: ReadingField, candidates: NonNullable<Fields[ReadingField]>) {
  const filled = filledValue(field, candidates)
  return candidates.map((candidate) => ({ ...candidate, fills: candidate === filled }))
}
