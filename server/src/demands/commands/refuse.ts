import { readLines } from '@check-requests/domain/accounting/stored-lines.ts'
import { capitalized } from '@check-requests/domain/check-requests/field-values.ts'
import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import { isApproved } from '@check-requests/domain/check-requests/lifecycle.ts'
import { accountingItem, demandableNamed, type ReferenceField } from '@check-requests/domain/demands/items.ts'
import {
  type CheckedDemand,
  checkDemands,
  type Demand,
  missing,
  missingInWords,
  type Supplied,
  takenAway,
  takenAwayInWords,
} from '@check-requests/domain/demands/rules.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { listAttachments, type Owner, ofRequest } from '../../attachments/queries/attachments.ts'
import { findPurpose } from '../../organisation/queries/choices.ts'
import { Failure } from '../../platform/errors.ts'
import type { Db, Tx } from '../../tables.ts'
import { demandsIn } from '../queries/demands.ts'

type Content = Readonly<Record<ReferenceField, string | null>> & {
  readonly amount_cents: Cents
  /** JSON: accounting lines; null for none. */
  readonly accounting: string | null
}

interface Submitted {
  readonly demands: readonly Demand[]
  readonly purpose: string
  /** What the request says, as it is stored. */
  readonly content: Content
  /** Whose documents become or are those of the request; undefined where there are none. */
  readonly owner: Owner | undefined
}

/** Refuses a request that lacks what its purpose demands, with a sentence for each. */
export async function refuseIncomplete(trx: Tx, { demands, purpose, content, owner }: Submitted): Promise<void> {
  if (!demands.some(({ level }) => level === 'must')) return
  const { documents } = owner ? await documentsOf(trx, owner) : { documents: [] }
  const lacking = missing(demands, supplied(content, documents)).filter(({ level }) => level === 'must')
  if (lacking.length === 0) return
  const sentences = lacking.map(({ item }) => missingInWords(capitalized(purpose), item))
  const fields = lacking.map(({ item }, index) => [fieldOf(item), sentences[index] ?? ''] as const)
  throw new Failure('INVALID_FIELDS', sentences.join(' '), { fields: joined(fields) })
}

/** Refuses to approve a request from which a document was taken away that its purpose demands. */
export async function refuseTakenAway(trx: Tx, request: DemandedRequest, to: StatusName): Promise<void> {
  if (!isApproved(to)) return
  const demands = demandsIn(request.purpose_demands, request.purpose_id)
  if (demands.length === 0) return
  const { documents, removed } = await documentsOf(trx, ofRequest(request.id))
  const taken = takenAway(demands, supplied(request, documents), removed)
  if (taken.length === 0) return
  const purpose = await findPurpose(trx, request.purpose_id)
  throw new Failure('CONFLICT', takenAwayInWords(capitalized(purpose?.name ?? 'Its purpose'), taken))
}

type DemandedRequest = Content & {
  readonly id: number
  readonly purpose_id: number
  readonly purpose_demands: string
}

/** The demands of a request, ticked; none where its purpose demands nothing. */
export async function checkedDemandsOf(db: Db, request: DemandedRequest): Promise<CheckedDemand[]> {
  const demands = demandsIn(request.purpose_demands, request.purpose_id)
  if (demands.length === 0) return []
  const { documents } = await documentsOf(db, ofRequest(request.id))
  return checkDemands(demands, supplied(request, documents))
}

function supplied({ accounting, ...content }: Content, documents: Supplied['documents']): Supplied {
  return { ...content, documents, accounting: { lines: readLines(accounting), amount: content.amount_cents } }
}

/** The kinds of the documents that are there, and of those that were removed. */
async function documentsOf(db: Db, owner: Owner) {
  const rows = await listAttachments(db, owner)
  const kindsOf = (isRemoved: boolean) =>
    rows.filter(({ removed_at }) => (removed_at !== null) === isRemoved).map(({ kind }) => kind)
  return { documents: kindsOf(false), removed: kindsOf(true) }
}

function fieldOf(item: CheckedDemand['item']): string {
  if (item === accountingItem) return 'accounting'
  return demandableNamed(item).fields[0] ?? 'documents'
}

/** One text for each field; what concerns the same field follows one another. */
function joined(fields: readonly (readonly [string, string])[]): Record<string, string> {
  const byField = Map.groupBy(fields, ([field]) => field)
  return Object.fromEntries([...byField].map(([field, all]) => [field, all.map(([, text]) => text).join(' ')]))
}
