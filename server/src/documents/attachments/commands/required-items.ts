import { readLines } from '@check-requests/domain/books/accounting/lines.ts'
import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import {
  type CheckedItem,
  checkRequirements,
  type Requirement,
  type Supplied,
  takenAway,
  takenAwayInWords,
  taxFormItem,
} from '@check-requests/domain/check-requests/required/rules.ts'
import type { Comparison } from '@check-requests/domain/documents/readings/in-requests.ts'
import { type Content, requirementsIn } from '../../../check-requests/required/queries/requirements.ts'
import { findPayeeOf } from '../../../payees/queries/of-requests.ts'
import type { PayeeRow } from '../../../payees/queries/payees.ts'
import type { Db } from '../../../tables.ts'
import { type ComparedRequest, compareDocuments } from '../../readings/commands/compare-documents.ts'
import {
  type AttachmentRow,
  isCurrent,
  listAttachments,
  type Owner,
  ofPayee,
  ofRequest,
} from '../queries/attachments.ts'

export type CheckedRequest = Content & {
  readonly id: number
  readonly purpose_id: number
  readonly purpose_demands: string
  readonly dealer_group_id: number
  /** 1 if the request's dealer group uses the payee list. */
  readonly payee_list: number
}

/** What a request has of what its purpose requires. */
export interface CheckedContent {
  /** The required items, and whether each is provided. Empty if the purpose requires nothing. */
  readonly demands: readonly CheckedItem[]
  /** The number of the request's documents; 0 if they weren't read. */
  readonly documents: number
  /** How the request compares with what its documents surely say. Undefined if they weren't read. */
  readonly compared: Comparison | undefined
  /** Why the request can't be approved after a required document was removed. */
  readonly removed: string | undefined
}

/**
 * Checks what a request has of what its purpose requires. Reads the documents of a purpose that requires nothing only
 * if `counts` is set.
 */
export async function checkContent(
  db: Db,
  request: CheckedRequest & ComparedRequest & { readonly purpose_name: string },
  { counts }: { readonly counts: boolean },
): Promise<CheckedContent> {
  const demands = requirementsIn(request.purpose_demands, request.purpose_id)
  if (demands.length === 0 && !counts) return { demands: [], documents: 0, compared: undefined, removed: undefined }
  const { has, taken } = await askContent(db, request, demands)
  return {
    demands: checkRequirements(demands, supplied(request, has)),
    documents: has.documents.length,
    compared:
      counts && has.documents.length > 0
        ? await compareDocuments(db, { check_request_id: request.id }, request)
        : undefined,
    removed: taken.length > 0 ? takenAwayInWords(capitalized(request.purpose_name), taken) : undefined,
  }
}

/** What a request has, and the required documents that were removed from it or from its payee. */
export async function askContent(db: Db, request: CheckedRequest, demands: readonly Requirement[]) {
  const { documents, removed } = await documentsOf(db, ofRequest(request.id))
  const fromPayee = await taxFormsOf(db, demands, () => payeeOf(db, request))
  const has = { documents, hasTaxFormOfPayee: fromPayee.documents.length > 0 }
  return { has, taken: takenAway(demands, supplied(request, has), [...removed, ...fromPayee.removed]) }
}

type Documents = Pick<Supplied, 'documents' | 'hasTaxFormOfPayee'>

export function supplied({ accounting, ...content }: Content, documents: Documents): Supplied {
  return { ...content, ...documents, accounting: { lines: readLines(accounting), amount: content.amount_cents } }
}

/** The payee's W-9 forms. Runs no query if no tax form is required. */
export async function taxFormsOf(
  db: Db,
  demands: readonly Requirement[],
  findPayee: () => Promise<PayeeRow | undefined>,
): Promise<DocumentKinds> {
  const payee = demands.some(({ item }) => item === taxFormItem) ? await findPayee() : undefined
  return payee ? documentsOf(db, ofPayee(payee.id)) : { documents: [], removed: [] }
}

/** The payee of a request; undefined if the payee list is off. */
async function payeeOf(db: Db, request: CheckedRequest): Promise<PayeeRow | undefined> {
  return request.payee_list === 1 ? findPayeeOf(db, request) : undefined
}

/** The kinds of a request's current documents, and of those that were removed. */
interface DocumentKinds extends Pick<Supplied, 'documents'> {
  readonly removed: Supplied['documents']
}

export async function documentsOf(db: Db, owner: Owner): Promise<DocumentKinds> {
  const rows = await listAttachments(db, owner)
  const kindsOf = (chosen: readonly AttachmentRow[]) => chosen.map(({ kind }) => kind)
  return {
    documents: kindsOf(rows.filter(isCurrent)),
    removed: kindsOf(rows.filter(({ removed_at }) => removed_at !== null)),
  }
}
