import { documentKinds } from '../../documents/attachments/fields.ts'
import { requestFieldLabels as labels } from '../field-labels.ts'

/** Fields of a request that name what it pays, other than its texts for people. */
export const referenceFields = [
  'vin_last_digits',
  'stock_number',
  'deal_number',
  'repair_order',
  'po_purchase_no',
  'invoice_number',
  'cleared_payment',
] as const
export type ReferenceField = (typeof referenceFields)[number]

/** References that can be demanded: each is met by any of its fields. */
const references = [
  { item: 'vin', fields: ['vin_last_digits'] },
  { item: 'stock-number', fields: ['stock_number'] },
  { item: 'deal-number', fields: ['deal_number'] },
  { item: 'repair-order', fields: ['repair_order'] },
  { item: 'deal-or-repair-order', fields: ['deal_number', 'repair_order'] },
  { item: 'po-number', fields: ['po_purchase_no'] },
  { item: 'invoice-number', fields: ['invoice_number'] },
  { item: 'cleared-payment', fields: ['cleared_payment'] },
] as const satisfies readonly { item: string; fields: readonly ReferenceField[] }[]

type DemandableKind = Exclude<(typeof documentKinds)[number]['name'], 'other'>
/** The demand that lines say which accounts the amount is charged to. */
export const accountingItem = 'accounting'

export type DemandItem = (typeof references)[number]['item'] | `document-${DemandableKind}` | typeof accountingItem

/**
 * What a purpose can demand, with its label: references, met by a field, documents, met by one of their kind, and
 * accounting, met by lines that add up to the amount.
 */
export interface Demandable {
  readonly item: DemandItem
  readonly label: string
  readonly fields: readonly ReferenceField[]
  readonly kind: DemandableKind | null
}

const orFormat = new Intl.ListFormat('en-US', { type: 'disjunction' })

export const demandables: readonly Demandable[] = [
  ...references.map(({ item, fields }) => ({
    item,
    label: orFormat.format(fields.map((field) => labels[field])),
    fields,
    kind: null,
  })),
  ...documentKinds.flatMap(({ name, label }) =>
    name === 'other' ? [] : [{ item: `document-${name}` as const, label, fields: [], kind: name }],
  ),
  { item: accountingItem, label: labels.accounting, fields: [], kind: null },
]

const byItem = new Map(demandables.map((one) => [one.item, one]))

/** What is demanded by this name. */
export function demandableNamed(item: DemandItem): Demandable {
  const found = byItem.get(item)
  if (!found) throw new Error(`Nothing can be demanded as ${item}`)
  return found
}
