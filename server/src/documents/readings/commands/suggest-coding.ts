import { seesRequest } from '@check-requests/domain/access/permissions.ts'
import { leadsInto } from '@check-requests/domain/access/scope.ts'
import {
  type CodingChoices,
  type DocumentCoding,
  type DocumentCodingQuery,
  namedInDocument,
  phrasesOf,
  usualOfPhrases,
} from '@check-requests/domain/documents/readings/coding.ts'
import type { ReadingReply, ReadWord } from '@check-requests/domain/documents/readings/fields.ts'
import { payeeKey } from '@check-requests/domain/payees/identity.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { codedOf } from '../../../check-requests/commands/find-payees.ts'
import { findDraft, ownerOf } from '../../../check-requests/drafts/queries/drafts.ts'
import { findVisible } from '../../../check-requests/queries/detail/find.ts'
import {
  listDealerships,
  listDeliveryMethods,
  listDepartments,
  listPurposes,
} from '../../../organization/queries/lists.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Db, Tx } from '../../../tables.ts'
import { findWithPhrases, storePhrases } from '../queries/readings.ts'
import { readingsOf } from './compare-documents.ts'

/** A request or form for which documents suggest values. `id` is 0 for a form. */
interface Suggested {
  readonly id: number
  readonly dealer_group_id: number
  readonly dealership_id: number | null
  readonly payee: string
}

type Read = Pick<ReadingReply, 'documents'> & { readonly words: readonly ReadWord[] }

/** What the documents of a caller's draft or of a request suggest for it. */
export async function findDocumentCoding(
  db: Db,
  caller: Caller,
  { draft_id, check_request_id, ...query }: DocumentCodingQuery,
): Promise<DocumentCoding[]> {
  const dealership_id = query.dealership_id ?? null
  const place = { dealerGroupId: query.dealer_group_id, dealershipId: dealership_id, departmentId: null }
  if (!leadsInto(caller.scope, place)) throw notFound('dealer group or dealership')
  const owner = await documentsFor(db, caller, { draft_id, check_request_id })
  const readings = await readingsOf(db, owner)
  return suggestCoding(db, caller, { ...query, dealership_id, id: check_request_id ?? 0 }, readings)
}

async function documentsFor(
  db: Db,
  caller: Caller,
  { draft_id, check_request_id = 0 }: Pick<DocumentCodingQuery, 'draft_id' | 'check_request_id'>,
) {
  if (draft_id === undefined) {
    if (!(await findVisible(db, caller, check_request_id))) throw notFound('check request')
    return { check_request_id }
  }
  if (!(await findDraft(db, ownerOf(caller), draft_id))) throw notFound('draft')
  return { draft_id }
}

/**
 * What the words of documents suggest, by what they name and by earlier requests that the caller can see. A file with
 * several documents is left out, because the request is about only one of them.
 */
export async function suggestCoding(
  db: Db,
  caller: Caller,
  request: Suggested,
  readings: readonly Read[],
): Promise<DocumentCoding[]> {
  const single = readings.filter(({ documents }) => documents.length === 1)
  if (single.length === 0) return []
  const choices = await choicesFor(db, caller, request)
  const named = single.flatMap(({ words }) => namedInDocument(words, choices))
  const usual = usualOfPhrases(await earlierOf(db, caller, request, single), {
    payee: payeeKey(request.payee),
    dealership_id: request.dealership_id,
  })
  const byValue = new Map([...usual, ...named].map((one) => [`${one.field} ${one.value}`, one]))
  return [...byValue.values()]
}

/** Keeps the phrases of a request's document, so that later ones are compared with it. */
export async function keepPhrases(
  trx: Tx,
  dealer_group_id: number,
  { attachment_id, documents, words }: Read & { readonly attachment_id: number },
): Promise<void> {
  if (documents.length === 1) await storePhrases(trx, { attachment_id, dealer_group_id }, phrasesOf(words))
}

async function earlierOf(db: Db, caller: Caller, request: Suggested, readings: readonly Read[]) {
  const phrases = [...new Set(readings.flatMap(({ words }) => phrasesOf(words)))]
  const of = { dealerGroupId: request.dealer_group_id, phrases, except: request.id }
  const found = await findWithPhrases(db, of)
  return found
    .filter((row) => seesRequest(caller, row))
    .map((row) => ({
      phrase: row.phrase,
      request: row.id,
      payee: payeeKey(row.payee_name_1),
      dealership_id: row.dealership_id,
      coded: codedOf(row),
    }))
}

/** What the caller can choose for a request. */
async function choicesFor(db: Db, { scope }: Caller, request: Suggested): Promise<CodingChoices> {
  const dealerGroupId = request.dealer_group_id
  const dealerships = (await listDealerships(db, dealerGroupId)).filter(
    ({ id, is_active }) => is_active === 1 && leadsInto(scope, { dealerGroupId, dealershipId: id, departmentId: null }),
  )
  const departments = (await listDepartments(db, dealerGroupId)).filter(
    ({ id, dealership_id, is_active }) =>
      is_active === 1 &&
      dealership_id === request.dealership_id &&
      leadsInto(scope, { dealerGroupId, dealershipId: dealership_id, departmentId: id }),
  )
  const [purposes, deliveryMethods] = [await listPurposes(db), await listDeliveryMethods(db)]
  return { purposes, dealerships, departments, deliveryMethods }
}
