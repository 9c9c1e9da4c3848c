import { mayDo } from '@check-requests/domain/access/permissions.ts'
import { momentInWords } from '@check-requests/domain/values/time-zones.ts'
import { type AttachmentRow, listAttachments, ofRequest } from '../../attachments/queries/attachments.ts'
import { findHead } from '../../audit/queries/read.ts'
import { listExceptionsOf, listPaidOf, listToldOf } from '../../banking/queries/of-checks.ts'
import { findVisibleNamed, type NamedRequest } from '../../check-requests/queries/detail/find.ts'
import { listHistory } from '../../check-requests/queries/detail/history.ts'
import { type CheckOfRequest, listOfRequest } from '../../checks/queries/of-request.ts'
import { listComments } from '../../comments/queries/comments.ts'
import { findZone } from '../../organisation/queries/calendars.ts'
import { Failure, notFound } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'
import type { Contents } from '../documents/contents.ts'
import { type AtBank, checksInWords } from './checks-in-words.ts'
import { documentsInWords } from './documents-in-words.ts'
import { commentInWords, historyInWords } from './entries-in-words.ts'
import { type DrawnDocument, facesOf } from './faces-of-checks.ts'
import { sectionsOf } from './facts-in-words.ts'
import { namesFor } from './names.ts'

/** The case file of a request that the caller can see: a PDF, and its name. */
export async function makeCaseFile(
  services: Services,
  caller: Caller,
  id: number,
): Promise<{ fileName: string; parts: Buffer }> {
  const { database, files, caseFiles, clock } = services
  const { read } = database
  const request = await findVisibleNamed(read, caller, id)
  if (!request) throw notFound('check request')
  const checks = seesChecks(caller) ? await listOfRequest(read, request.dealer_group_id, id) : []
  const faces = await facesOf(services, checks, request.dealer_group_id)
  const documents = await listAttachments(read, ofRequest(id))
  const now = new Date(clock()).toISOString()
  const contents = await contentsOf(read, { caller, request, checks, faces, documents, now })
  const readOne = async (index: number) => {
    const face = faces[index]
    if (face) return oneByOne(face.bytes)
    const { stored_as: storedAs, size } = documents[index - faces.length] as AttachmentRow
    return files.read({ storedAs, size })
  }
  const parts = await caseFiles.make(contents, readOne, caller.scope.dealerGroupId)
  if (!parts)
    throw new Failure(
      'UNAVAILABLE',
      `The case file of ${request.request_number} takes too long to make. Try again when the server is less busy.`,
    )
  return { fileName: `${request.request_number}-case-file.pdf`, parts }
}

async function* oneByOne(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

function seesChecks({ role, scope }: Caller): boolean {
  return mayDo({ role, level: scope.level }, 'checks.read')
}

interface Subject {
  readonly caller: Caller
  readonly request: NamedRequest
  readonly checks: readonly CheckOfRequest[]
  readonly faces: readonly DrawnDocument[]
  readonly documents: readonly AttachmentRow[]
  readonly now: string
}

async function contentsOf(db: Db, subject: Subject): Promise<Contents> {
  const { caller, request, checks, faces, documents, now } = subject
  const history = await listHistory(db, request.id)
  const names = await namesFor(db, request.dealer_group_id)
  const comments = await listComments(db, request.id)
  const zone = await findZone(db, request.dealer_group_id, request.dealership_id)
  const made = momentInWords(now, zone)
  return {
    title: `Case file ${request.request_number}`,
    subtitle: `Made by ${caller.name}, ${made}`,
    foot: `${request.request_number} · made ${made}`,
    sections: sectionsOf(request, zone),
    history: history.map((row) => historyInWords(row, names, zone)),
    comments: comments.map((row) => commentInWords(row, zone)),
    checks: checksInWords(checks, await atBank(db, request.dealer_group_id, checks), zone),
    documents: [...faces.map(({ listed }) => listed), ...documentsInWords(documents, zone)],
    closing: await trailSection(db, caller, request),
  }
}

async function atBank(db: Db, dealerGroupId: number, checks: readonly CheckOfRequest[]): Promise<AtBank> {
  const ids = checks.map(({ check }) => check.id)
  if (ids.length === 0) return { told: [], paid: [], exceptions: [] }
  return {
    told: await listToldOf(db, dealerGroupId, ids),
    paid: await listPaidOf(db, dealerGroupId, ids),
    exceptions: await listExceptionsOf(db, dealerGroupId, ids),
  }
}

// Whoever may read the trail can compare: the hash covers everything up to the making of this file.
async function trailSection(db: Db, caller: Caller, request: NamedRequest): Promise<Contents['closing']> {
  const isReader = mayDo({ role: caller.role, level: caller.scope.level, audits: caller.isAuditor }, 'audit.read')
  const head = isReader ? await findHead(db, request.dealer_group_id) : undefined
  if (!head) return []
  const facts = [
    { label: 'Newest entry', value: String(head.seq) },
    { label: 'Its hash', value: head.hash },
  ]
  return [{ heading: 'Audit trail', facts }]
}
