import { placeOf } from '@check-requests/domain/access/scope.ts'
import { documentsWaiting, type ReadingReply } from '@check-requests/domain/documents/readings/fields.ts'
import { scopeNamesOfRequest } from '../../../access/sessions/queries/accounts.ts'
import type { Command } from '../../../access/sessions/queries/caller.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { AttachmentRow } from '../../attachments/queries/attachments.ts'
import type { Reading } from '../documents/read-document.ts'
import { presentReading, presentWords } from '../presenter.ts'
import {
  claimReading,
  deleteUnwanted,
  findDocumentToRead,
  findReading,
  namesKnownTo,
  putBack,
  queueReading,
  type ReadingRow,
  storeReading,
} from '../queries/readings.ts'
import { keepPhrases } from './suggest-coding.ts'

const claimedFor = 180_000
/** A document whose reading stopped the server this often isn't read again. */
const mostTries = 3

type DocumentToRead = NonNullable<Awaited<ReturnType<typeof findDocumentToRead>>>

/** Puts a new document in the queue, unless it is a tax form: those show numbers that nothing else may hold. */
export async function readSoon({ trx, now, changed }: Unit, document: AttachmentRow): Promise<void> {
  if (document.kind === 'tax-form') return
  const isQueued = await queueReading(trx, document, moment(now))
  if (isQueued) changed({ topic: 'documents', id: document.id, scopes: [documentsWaiting] })
}

/** Reads documents until none waits, one at a time. A call while another runs only makes that one look again. */
export function readDocuments(services: Services): Promise<void> {
  return services.readings.untilNone(() => readNext(services))
}

/** Reads the next document. Returns false if there is none. */
async function readNext(services: Services): Promise<boolean> {
  const { database, clock } = services
  const begun = clock()
  const claim = { now: moment(begun), until: moment(begun + claimedFor) }
  const row = await database.transact(async (trx) => {
    await deleteUnwanted(trx)
    return claimReading(trx, claim)
  })
  if (!row) return false
  const document = await findDocumentToRead(database.read, row.attachment_id)
  if (!document || row.tries > mostTries) return settle(services, row, document, undefined)
  const reading = await readOne(services, document).catch(() => undefined)
  if (!reading && services.readings.isStopped) return database.transact((trx) => putBack(trx, row))
  return settle(services, row, document, reading)
}

async function readOne(
  { database, files, readings }: Services,
  document: DocumentToRead,
): Promise<Reading | undefined> {
  const known = await namesKnownTo(database.read, document.dealer_group_id)
  const stored = { storedAs: document.stored_as, size: document.size }
  const content = await files.read(stored)
  return readings.read(content, { type: document.type, known })
}

/** Stores what was read and announces it. A document that can't be read leaves the form empty; that is no error. */
async function settle(
  services: Services,
  row: ReadingRow,
  document: DocumentToRead | undefined,
  reading: Reading | undefined,
): Promise<true> {
  await commit(services, undefined, async ({ trx, now, changed }) => {
    const content = reading && reading.reader !== 'none' ? JSON.stringify(withoutPrivateWords(reading)) : null
    const missing = reading?.reader === 'none' ? 'missing' : 'failed'
    const state = content === null ? missing : 'read'
    const isStored = await storeReading(trx, row, { state, content, changed_at: moment(now) })
    if (!isStored || !document) return
    const { id, check_request_id: request, dealer_group_id } = document
    const read = { ...row, content }
    if (request !== null && dealer_group_id !== null)
      await keepPhrases(trx, dealer_group_id, { ...presentReading(id, read), words: presentWords(read) })
    changed({ topic: 'documents', id, scopes: scopesOf(document) })
    // What speaks for or against the request depends on what its documents say.
    if (request !== null) changed({ topic: 'check-requests', id: request, scopes: scopesOf(document) })
  })
  return true
}

/** A taxpayer form's words would show its number. */
function withoutPrivateWords(reading: Reading): Reading {
  const isTaxForm = reading.documents.some(({ kind }) => kind === 'w9')
  return isTaxForm ? { reader: reading.reader, documents: reading.documents, words: [] } : reading
}

function scopesOf({ requester_id, dealer_group_id, dealership_id, department_id, user_id }: DocumentToRead): string[] {
  if (user_id !== null) return [`documents:${user_id}`]
  if (requester_id === null || dealer_group_id === null) return []
  return scopeNamesOfRequest(placeOf({ dealer_group_id, dealership_id, department_id }), requester_id)
}

/** Puts a document in the queue again. */
export function readAgain(services: Services, { repeatable }: Command, document: AttachmentRow): Promise<ReadingReply> {
  return commit(services, repeatable, async (unit) => {
    await readSoon(unit, document)
    const row = await findReading(unit.trx, document.id)
    if (!row) throw notFound('document')
    return presentReading(document.id, row)
  })
}
