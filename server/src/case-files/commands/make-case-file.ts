import { mayDo } from '@check-requests/domain/access/permissions.ts'
import { momentInWords } from '@check-requests/domain/values/time-zones.ts'
import { type AttachmentRow, listAttachments, ofRequest } from '../../attachments/queries/attachments.ts'
import { findHead } from '../../audit/queries/read.ts'
import { findVisibleNamed, type NamedRequest } from '../../check-requests/queries/detail/find.ts'
import { listHistory } from '../../check-requests/queries/detail/history.ts'
import { listComments } from '../../comments/queries/comments.ts'
import { findZone } from '../../organisation/queries/calendars.ts'
import { notFound } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'
import type { Contents } from '../documents/contents.ts'
import { documentsInWords } from './documents-in-words.ts'
import { commentInWords, historyInWords } from './entries-in-words.ts'
import { sectionsOf } from './facts-in-words.ts'
import { namesFor } from './names.ts'

/** The case file of a request that the caller can see: a PDF, and its name. */
export async function makeCaseFile(
  { database, files, caseFiles, clock }: Services,
  caller: Caller,
  id: number,
): Promise<{ fileName: string; parts: Uint8Array }> {
  const { read } = database
  const request = await findVisibleNamed(read, caller, id)
  if (!request) throw notFound('check request')
  const documents = await listAttachments(read, ofRequest(id))
  const contents = await contentsOf(read, { caller, request, documents, now: new Date(clock()).toISOString() })
  const readOne = (index: number) => {
    const { stored_as: storedAs, size } = documents[index] as AttachmentRow
    return files.read({ storedAs, size })
  }
  const parts = await caseFiles.make(contents, readOne, caller.scope.dealerGroupId)
  return { fileName: `${request.request_number}-case-file.pdf`, parts }
}

interface Subject {
  readonly caller: Caller
  readonly request: NamedRequest
  readonly documents: readonly AttachmentRow[]
  readonly now: string
}

async function contentsOf(db: Db, { caller, request, documents, now }: Subject): Promise<Contents> {
  const history = await listHistory(db, request.id)
  const names = await namesFor(db, request.dealer_group_id)
  const comments = await listComments(db, request.id)
  const zone = await findZone(db, request.dealer_group_id, request.dealership_id)
  const made = momentInWords(now, zone)
  return {
    title: `Case file ${request.request_number}`,
    subtitle: `Made by ${caller.name}, ${made}`,
    foot: `${request.request_number} · made ${made}`,
    sections: [...sectionsOf(request, zone), ...(await trailSection(db, caller, request))],
    history: history.map((row) => historyInWords(row, names, zone)),
    comments: comments.map((row) => commentInWords(row, zone)),
    documents: documentsInWords(documents, zone),
  }
}

// Whoever may read the trail can compare: the hash covers everything up to the making of this file.
async function trailSection(db: Db, caller: Caller, request: NamedRequest): Promise<Contents['sections']> {
  const isReader = mayDo({ role: caller.role, level: caller.scope.level }, 'audit.read')
  const head = isReader ? await findHead(db, request.dealer_group_id) : undefined
  if (!head) return []
  const facts = [
    { label: 'Newest entry', value: String(head.seq) },
    { label: 'Its hash', value: head.hash },
  ]
  return [{ heading: 'Audit trail', facts }]
}
