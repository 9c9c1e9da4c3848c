import { mayDo } from '@check-requests/domain/access/permissions.ts'
import { roleOf } from '@check-requests/domain/access/roles.ts'
import { changesInWords, type NamesById } from '@check-requests/domain/check-requests/changes-in-words.ts'
import { withNames } from '@check-requests/domain/check-requests/comments/text-parts.ts'
import { eventInWords } from '@check-requests/domain/check-requests/events.ts'
import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { labelOfKind } from '@check-requests/domain/documents/attachments/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { momentInWords } from '@check-requests/domain/values/time-zones.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { listExceptionsOf, listPaidOf, listReportsOf, listUndoneOf } from '../../../bank/queries/touched-checks.ts'
import { type CommentRow, listComments, mentionsOf } from '../../../check-requests/comments/queries/comments.ts'
import { findVisibleNamed, type NamedRequest } from '../../../check-requests/queries/detail/find.ts'
import { type HistoryRow, listHistory } from '../../../check-requests/queries/detail/history.ts'
import { copyOf } from '../../../checks/commands/run-files.ts'
import { type CheckOfRequest, listOfRequest } from '../../../checks/queries/of-request.ts'
import { findZone } from '../../../organization/queries/calendars.ts'
import {
  listDealerships,
  listDeliveryMethods,
  listDepartments,
  listPurposes,
} from '../../../organization/queries/lists.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { findHead } from '../../../trail/queries/read.ts'
import { type AttachmentRow, listAttachments, ofRequest } from '../../attachments/queries/attachments.ts'
import { compareDocuments } from '../../readings/commands/compare-documents.ts'
import type { Contents, Entry, ListedDocument } from '../documents/make.ts'
import { type AtBank, checksInWords, sectionsOf } from './facts-in-words.ts'

/** Makes the case file for a request that the caller can see. Returns the PDF and its file name. */
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
      `Couldn’t make the case file for ${request.request_number} in time. Try again when the server is less busy.`,
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
    title: `Case File ${request.request_number}`,
    subtitle: `Made by ${caller.name}, ${made}`,
    foot: `${request.request_number} · made ${made}`,
    sections: sectionsOf(request, await comparedInWords(db, request, documents), zone),
    history: history.map((row) => historyInWords(row, names, zone)),
    comments: comments.map((row) => commentInWords(row, zone)),
    checks: checksInWords(checks, await atBank(db, request.dealer_group_id, checks), zone),
    documents: [...faces.map(({ listed }) => listed), ...documentsInWords(documents, zone)],
    closing: await trailSection(db, caller, request),
  }
}

/** What a document surely says about the amount and the payee; null if none does. */
async function comparedInWords(db: Db, request: NamedRequest, documents: readonly AttachmentRow[]) {
  const compared = await compareDocuments(db, { check_request_id: request.id }, request)
  if (!compared) return null
  const { attachment_id, page } = compared.shown
  const name = documents.find(({ id }) => id === attachment_id)?.name ?? ''
  return `${compared.text} (${name}, page ${page}).`
}

async function atBank(db: Db, dealerGroupId: number, checks: readonly CheckOfRequest[]): Promise<AtBank> {
  const ids = checks.map(({ check }) => check.id)
  if (ids.length === 0) return { reported: [], paid: [], undone: [], exceptions: [] }
  return {
    reported: await listReportsOf(db, dealerGroupId, ids),
    paid: await listPaidOf(db, dealerGroupId, ids),
    undone: await listUndoneOf(db, dealerGroupId, ids),
    exceptions: await listExceptionsOf(db, dealerGroupId, ids),
  }
}

// The hash covers all audit trail entries up to this case file, so anyone with access to the audit trail can compare
// it.
async function trailSection(db: Db, caller: Caller, request: NamedRequest): Promise<Contents['closing']> {
  const isReader = mayDo({ role: caller.role, level: caller.scope.level, audits: caller.isAuditor }, 'audit.read')
  const head = isReader ? await findHead(db, request.dealer_group_id) : undefined
  if (!head) return []
  const facts = [
    { label: 'Newest Entry', value: String(head.seq) },
    { label: 'Entry Hash', value: head.hash },
  ]
  return [{ heading: 'Audit Trail', facts }]
}

/** Display names for the ids in this dealer group's request history. */
async function namesFor(db: Db, groupId: number): Promise<NamesById> {
  return {
    dealerships: byId(await listDealerships(db, groupId)),
    departments: byId(await listDepartments(db, groupId)),
    purposes: byId(await listPurposes(db)),
    deliveryMethods: byId(await listDeliveryMethods(db)),
  }
}

function byId(rows: readonly { readonly id: number; readonly name: string }[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}

/** A PDF drawn by this server rather than uploaded, and its bytes. */
interface DrawnDocument {
  readonly listed: ListedDocument
  readonly bytes: Buffer
}

/**
 * Draws the fronts of checks as copies that can't be cashed. Omits handwritten checks, whose fronts this server didn't
 * draw.
 */
async function facesOf(
  { checkPapers }: Pick<Services, 'checkPapers'>,
  checks: readonly CheckOfRequest[],
  dealerGroupId: number,
): Promise<DrawnDocument[]> {
  const faces: DrawnDocument[] = []
  for (const { check, run } of checks) {
    if (!run) continue
    const bytes = await checkPapers.checks(copyOf(run, [check]), dealerGroupId)
    const lines = ['COPY - NON-NEGOTIABLE, as printed, without the MICR line']
    const merged = { type: 'application/pdf', size: bytes.length }
    faces.push({ listed: { name: `Check ${check.number}`, lines, merged, isOurs: true }, bytes })
  }
  return faces
}

const mostBytes = 50 * 1_048_576

const elsewhere = 'Open this document from the check request.'

/** Lists a request's documents. Doesn't merge removed documents, tax forms, or files that exceed the total size. */
function documentsInWords(rows: readonly AttachmentRow[], zone: string): ListedDocument[] {
  let bytes = 0
  return rows.map((row) => {
    const not = reasonNot(row, bytes + row.size, zone)
    if (not === undefined) bytes += row.size
    const kind = row.kind ? `${labelOfKind(row.kind)}, ` : ''
    const added = `${kind}${row.size.toLocaleString('en-US')} bytes, added by ${markHidden(row.created_by_name)}`
    return {
      name: markHidden(row.name),
      lines: [`${added}, ${momentInWords(row.created_at, zone)}`, `SHA-256 ${row.sha256}`],
      merged: not === undefined ? { type: row.type, size: row.size } : { not },
    }
  })
}

function reasonNot(
  { removed_at, removed_by_name, kind }: AttachmentRow,
  bytes: number,
  zone: string,
): string | undefined {
  if (removed_at !== null) return `Removed by ${markHidden(removed_by_name ?? '')}, ${momentInWords(removed_at, zone)}`
  if (kind === 'tax-form') return `Case files don’t include tax forms. ${elsewhere}`
  return bytes > mostBytes ? `The documents together are too large for this file. ${elsewhere}` : undefined
}

/** Describes one history entry: the user and role, the status before and after, the note, and the time in `zone`. */
function historyInWords(row: HistoryRow, names: NamesById, zone: string): Entry {
  const changes = changesInWords({ changes: JSON.parse(row.changes) }, names)
  return {
    when: momentInWords(row.created_at, zone),
    who: `${markHidden(row.user_name)} (${roleOf(row.role_id).label})`,
    lines: [
      capital(eventInWords(row.action, statusOf(row.status_id).name)),
      ...(row.check_number === null ? [] : [`Check number ${row.check_number}`]),
      ...changes.map(({ field, from, to }) => `${field}: ${from === undefined ? to : `was ${from}, now ${to}`}`),
      ...(row.note === null ? [] : [`“${markHidden(row.note)}”`]),
    ],
  }
}

/** Describes a comment, or that it was deleted. */
function commentInWords(row: CommentRow, zone: string): Entry {
  const edited = row.edited_at && row.deleted_at === null ? ', edited' : ''
  const said = row.deleted_at === null ? markHidden(withNames(row.text, mentionsOf(row))) : 'Deleted.'
  return {
    when: `${momentInWords(row.created_at, zone)}${edited}`,
    who: markHidden(row.created_by_name),
    lines: [said],
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
