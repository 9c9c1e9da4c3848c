import { z } from 'zod'
import { type AccountingLine, addUp } from '../../books/accounting/lines.ts'
import { type DocumentKind, documentKinds } from '../../documents/attachments/fields.ts'
import { idField, versionField } from '../../values/fields.ts'
import type { Cents } from '../../values/money.ts'
import { namesNothing } from '../duplicates.ts'
import { requestFieldLabels as labels } from '../fields-in-words.ts'

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

/** What becomes of a request that lacks what its purpose demands: it is not taken, or people are told. */
export const demandLevels = ['must', 'warn'] as const
export type DemandLevel = (typeof demandLevels)[number]

/** One thing that a dealer group demands of requests of a purpose. */
export interface Demand {
  readonly item: DemandItem
  readonly level: DemandLevel
}

/** A demand of this request, and whether it is met. */
export interface CheckedDemand extends Demand {
  readonly isMet: boolean
  /** Set when a document of the payee meets it, and none of the request. */
  readonly isByPayee?: true | undefined
}

/** What a request has, as far as it can be demanded. */
export interface Supplied extends Partial<Readonly<Record<ReferenceField, string | null>>> {
  /** The kinds of its documents; null for one of no kind. */
  readonly documents: readonly (DocumentKind | null)[]
  /** Whether the payee has a W-9 of its own, which counts as a tax form of the request. */
  readonly hasTaxFormOfPayee?: boolean
  /** The lines that say what its amount is charged to; absent where there are none. */
  readonly accounting?: { readonly lines: readonly Pick<AccountingLine, 'cents'>[]; readonly amount: Cents } | undefined
}

/** The demands of a request's purpose, in their order, and which of them are met. */
export function checkDemands(demands: readonly Demand[], supplied: Supplied): CheckedDemand[] {
  return demands.map(({ item, level }) => {
    const demandable = demandableNamed(item)
    const checked = { item, level, isMet: isMet(demandable, supplied) }
    return isByPayee(demandable, supplied) ? { ...checked, isByPayee: true } : checked
  })
}

/** The demands that a request does not meet. */
export function missing(demands: readonly Demand[], supplied: Supplied): Demand[] {
  return demands.filter(({ item }) => !isMet(demandableNamed(item), supplied))
}

/** The documents that a request must have, and that it or its payee had until somebody removed them, by their kinds. */
export function takenAway(
  demands: readonly Demand[],
  supplied: Supplied,
  removed: readonly (DocumentKind | null)[],
): Demandable[] {
  return missing(demands, supplied)
    .filter(({ level }) => level === 'must')
    .map(({ item }) => demandableNamed(item))
    .filter(({ kind }) => kind !== null && removed.includes(kind))
}

// 'N/A' and the like are what people enter where a number is required and there is none.
function isMet(demandable: Demandable, supplied: Supplied): boolean {
  const { item, fields, kind } = demandable
  const { documents, accounting, hasTaxFormOfPayee: _, ...references } = supplied
  if (item === accountingItem) return accounting !== undefined && addUp(accounting.lines, accounting.amount)
  if (kind === null) return fields.some((field) => !namesNothing(references[field]))
  return documents.includes(kind) || isByPayee(demandable, supplied)
}

function isByPayee({ kind }: Demandable, { documents, hasTaxFormOfPayee = false }: Supplied): boolean {
  return kind === 'tax-form' && hasTaxFormOfPayee && !documents.includes(kind)
}

/** The demand that a W-9 of the payee meets. */
export const taxFormItem = 'document-tax-form' satisfies DemandItem

/** Says what is missing and what to do: 'Payoff needs a document of the kind “Payoff letter”. Add one.' */
export function missingInWords(purpose: string, item: DemandItem): string {
  const { kind, label, fields } = demandableNamed(item)
  if (item === accountingItem)
    return `${purpose} needs accounting lines that add up to the amount. Say which accounts it is charged to.`
  if (kind !== null) return `${purpose} needs a document of the kind “${label}”. Add one.`
  return `${purpose} needs ${label}. Fill in ${fields.length > 1 ? 'one of them' : 'the field'}.`
}

/** Why a request cannot be approved if a demanded document was removed. */
export function takenAwayInWords(purpose: string, taken: readonly Demandable[]): string {
  const labels = new Intl.ListFormat('en-US').format(taken.map(({ label }) => `“${label}”`))
  return `${purpose} needs documents that were removed: ${labels}. Add them again, or send the request back.`
}

const mostPurposes = 200

const [first, ...others] = demandables.map(({ item }) => item)
const itemField = z.enum([first, ...others] as [DemandItem, ...DemandItem[]], {
  error: 'Choose what is demanded',
})

const demandField = z.strictObject({ item: itemField, level: z.enum(demandLevels, { error: 'Choose must or warn' }) })

/** What a purpose demands, each thing once. */
const demandsOfPurpose = z.strictObject({
  purpose_id: idField('Purpose is required'),
  demands: z.array(demandField).refine((list) => new Set(list.map(({ item }) => item)).size === list.length, {
    error: 'Name each thing that a purpose demands once.',
  }),
})

/** Body of a change of what a dealer group demands. Purposes that are left out demand nothing. */
export const demandsBody = z.strictObject({
  purposes: z
    .array(demandsOfPurpose)
    .max(mostPurposes)
    .refine((list) => new Set(list.map(({ purpose_id }) => purpose_id)).size === list.length, {
      error: 'Name each purpose once.',
    }),
  version: versionField,
})
export type DemandsInput = z.output<typeof demandsBody>

/** What a dealer group demands of requests, by purpose. */
export const demandsReply = z
  .object({
    id: z.int().describe('The dealer group'),
    version: z.int().describe('Of the dealer group'),
    purposes: z.array(demandsOfPurpose),
  })
  .meta({ id: 'Demands' })
export type DemandsReply = z.output<typeof demandsReply>

/** A demand of a request's purpose, and whether the request meets it. */
export const checkedDemandReply = z
  .object({
    ...demandField.shape,
    is_met: z.boolean(),
    by_payee: z.literal(true).optional().describe('Set when a document of the payee meets it, and none of the request'),
  })
  .meta({ id: 'CheckedDemand' })
export type CheckedDemandReply = z.output<typeof checkedDemandReply>
