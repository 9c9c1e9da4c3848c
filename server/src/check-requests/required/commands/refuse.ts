import { readLines } from '@check-requests/domain/books/accounting/lines.ts'
import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import { isApproved } from '@check-requests/domain/check-requests/lifecycle.ts'
import {
  accountingItem,
  type CheckedDemand,
  checkDemands,
  type Demand,
  demandableNamed,
  missing,
  missingInWords,
  type Supplied,
  takenAway,
  takenAwayInWords,
  taxFormItem,
} from '@check-requests/domain/check-requests/required/rules.ts'
import type { ReferenceField } from '@check-requests/domain/check-requests/text-fields.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import {
  type AttachmentRow,
  isCurrent,
  listAttachments,
  type Owner,
  ofPayee,
  ofRequest,
} from '../../../documents/attachments/queries/attachments.ts'
import { findPurpose } from '../../../organization/queries/lists.ts'
import { findPayeeOf, findPayeeSettings } from '../../../payees/queries/of-requests.ts'
import { findPayeeNamed, type PayeeRow } from '../../../payees/queries/payees.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Db, Tx } from '../../../tables.ts'
import { demandsIn } from '../queries/demands.ts'

type Content = Readonly<Record<ReferenceField, string | null>> & {
  readonly amount_cents: Cents
  readonly payee_name_1: string
  /** JSON: accounting lines; null for none. */
  readonly accounting: string | null
}

interface Submitted {
  readonly demands: readonly Demand[]
  readonly purpose: string
  readonly dealerGroupId: number
  /** The request values in stored form. */
  readonly content: Content
  /** The current or future owner of the request's documents; undefined if there are none. */
  readonly owner: Owner | undefined
}

/** Refuses a request that lacks items that its purpose requires, with a sentence for each. */
export async function refuseIncomplete(trx: Tx, submitted: Submitted): Promise<void> {
  const { demands, purpose, content, owner } = submitted
  if (!demands.some(({ level }) => level === 'must')) return
  const { documents } = owner ? await documentsOf(trx, owner) : { documents: [] }
  const fromPayee = await taxFormsOf(trx, demands, () => payeeNamed(trx, submitted))
  const has = { documents, hasTaxFormOfPayee: fromPayee.documents.length > 0 }
  const lacking = missing(demands, supplied(content, has)).filter(({ level }) => level === 'must')
  if (lacking.length === 0) return
  const sentences = lacking.map(({ item }) => missingInWords(capitalized(purpose), item))
  const fields = lacking.map(({ item }, index) => [fieldOf(item), sentences[index] ?? ''] as const)
  throw new Failure('INVALID_FIELDS', sentences.join(' '), { fields: joined(fields) })
}

/** Refuses to approve a request if a required document was removed from it or from its payee. */
export async function refuseTakenAway(trx: Tx, request: DemandedRequest, to: StatusName): Promise<void> {
  if (!isApproved(to)) return
  const demands = demandsIn(request.purpose_demands, request.purpose_id)
  if (demands.length === 0) return
  const { documents, removed } = await documentsOf(trx, ofRequest(request.id))
  const fromPayee = await taxFormsOf(trx, demands, () => payeeOf(trx, request))
  const has = { documents, hasTaxFormOfPayee: fromPayee.documents.length > 0 }
  const taken = takenAway(demands, supplied(request, has), [...removed, ...fromPayee.removed])
  if (taken.length === 0) return
  const purpose = await findPurpose(trx, request.purpose_id)
  throw new Failure('CONFLICT', takenAwayInWords(capitalized(purpose?.name ?? 'Its purpose'), taken))
}

type DemandedRequest = Content & {
  readonly id: number
  readonly purpose_id: number
  readonly purpose_demands: string
  readonly dealer_group_id: number
  /** 1 if its dealer group uses the list of payees. */
  readonly payee_list: number
}

/** The required items of a request, with whether each is met; empty if its purpose requires nothing. */
export async function checkedDemandsOf(db: Db, request: DemandedRequest): Promise<CheckedDemand[]> {
  const demands = demandsIn(request.purpose_demands, request.purpose_id)
  if (demands.length === 0) return []
  const { documents } = await documentsOf(db, ofRequest(request.id))
  const fromPayee = await taxFormsOf(db, demands, () => payeeOf(db, request))
  const has = { documents, hasTaxFormOfPayee: fromPayee.documents.length > 0 }
  return checkDemands(demands, supplied(request, has))
}

type Documents = Pick<Supplied, 'documents' | 'hasTaxFormOfPayee'>

function supplied({ accounting, ...content }: Content, documents: Documents): Supplied {
  return { ...content, ...documents, accounting: { lines: readLines(accounting), amount: content.amount_cents } }
}

/** The payee's W-9 forms. Runs no query if no tax form is required. */
async function taxFormsOf(
  db: Db,
  demands: readonly Demand[],
  findPayee: () => Promise<PayeeRow | undefined>,
): Promise<DocumentKinds> {
  const payee = demands.some(({ item }) => item === taxFormItem) ? await findPayee() : undefined
  return payee ? documentsOf(db, ofPayee(payee.id)) : { documents: [], removed: [] }
}

/** The listed payee of a request that is about to be submitted; undefined while the list is off. */
async function payeeNamed(db: Db, { dealerGroupId, content }: Submitted): Promise<PayeeRow | undefined> {
  const settings = await findPayeeSettings(db, dealerGroupId)
  return settings?.payee_list === 1 ? findPayeeNamed(db, dealerGroupId, content.payee_name_1) : undefined
}

/** The payee of a request; undefined while the list is off. */
async function payeeOf(db: Db, request: DemandedRequest): Promise<PayeeRow | undefined> {
  return request.payee_list === 1 ? findPayeeOf(db, request) : undefined
}

/** The kinds of existing documents, and of removed ones. */
interface DocumentKinds extends Pick<Supplied, 'documents'> {
  readonly removed: Supplied['documents']
}

async function documentsOf(db: Db, owner: Owner): Promise<DocumentKinds> {
  const rows = await listAttachments(db, owner)
  const kindsOf = (chosen: readonly AttachmentRow[]) => chosen.map(({ kind }) => kind)
  return {
    documents: kindsOf(rows.filter(isCurrent)),
    removed: kindsOf(rows.filter(({ removed_at }) => removed_at !== null)),
  }
}

function fieldOf(item: CheckedDemand['item']): string {
  if (item === accountingItem) return 'accounting'
  return demandableNamed(item).fields[0] ?? 'documents'
}

/** One text for each field, joining the sentences about the same field. */
function joined(fields: readonly (readonly [string, string])[]): Record<string, string> {
  const byField = Map.groupBy(fields, ([field]) => field)
  return Object.fromEntries([...byField].map(([field, all]) => [field, all.map(([, text]) => text).join(' ')]))
}
