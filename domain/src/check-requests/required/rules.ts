import { z } from 'zod'
import { type AccountingLine, addUp } from '../../books/accounting/lines.ts'
import { type DocumentKind, documentKinds } from '../../documents/attachments/fields.ts'
import { idField, versionField } from '../../values/fields.ts'
import { listWithAnd, listWithOr } from '../../values/lists.ts'
import type { Cents } from '../../values/money.ts'
import { namesNothing } from '../duplicates.ts'
import { requestFieldLabels as labels } from '../fields-in-words.ts'
import { type ReferenceField, referenceFields, textFields } from '../text-fields.ts'

/** References that can be required; a value in any of a reference's fields meets the requirement. */
const references = [
  ...referenceFields.map((field) => ({ item: textFields[field].item, fields: [field] })),
  { item: 'deal-or-repair-order', fields: ['deal_number', 'repair_order'] },
] as const satisfies readonly { item: string; fields: readonly ReferenceField[] }[]

type RequirableKind = Exclude<(typeof documentKinds)[number]['name'], 'other'>
/** The requirement for accounting lines that charge the amount to accounts. */
export const accountingItem = 'accounting'

export type RequiredItem = (typeof references)[number]['item'] | `document-${RequirableKind}` | typeof accountingItem

/**
 * The possible requirements of a purpose with their labels: a reference is met by a field, a document by one of that
 * kind, and accounting by lines that add up to the amount.
 */
export interface RequirableItem {
  readonly item: RequiredItem
  readonly label: string
  readonly fields: readonly ReferenceField[]
  readonly kind: RequirableKind | null
}

export const requirableItems: readonly RequirableItem[] = [
  ...references.map(({ item, fields }) => ({
    item,
    label: listWithOr(fields.map((field) => labels[field])),
    fields,
    kind: null,
  })),
  ...documentKinds.flatMap(({ name, label }) =>
    name === 'other' ? [] : [{ item: `document-${name}` as const, label, fields: [], kind: name }],
  ),
  { item: accountingItem, label: labels.accounting, fields: [], kind: null },
]

const byItem = new Map(requirableItems.map((one) => [one.item, one]))

/** The requirement with this name. */
export function itemNamed(item: RequiredItem): RequirableItem {
  const found = byItem.get(item)
  if (!found) throw new Error(`${item} can’t be required`)
  return found
}

/** The effect of an unmet requirement: the request is refused, or users are warned. */
export const levels = ['must', 'warn'] as const
export type RequirementLevel = (typeof levels)[number]

/** A dealer group's requirement for requests with a purpose. */
export interface Requirement {
  readonly item: RequiredItem
  readonly level: RequirementLevel
}

/** A requirement of this request, and whether it is met. */
export interface CheckedItem extends Requirement {
  readonly isMet: boolean
  /** Set if the requirement is met only by a document of the payee, not by the request's own documents. */
  readonly isByPayee?: true | undefined
}

/** The contents of a request that can meet requirements. */
export interface Supplied extends Partial<Readonly<Record<ReferenceField, string | null>>> {
  /** The kinds of the request's documents; null for a document without a kind. */
  readonly documents: readonly (DocumentKind | null)[]
  /** Whether the payee has its own W-9, which counts as a tax form of the request. */
  readonly hasTaxFormOfPayee?: boolean
  /** The accounting lines; missing if there are none. */
  readonly accounting?: { readonly lines: readonly Pick<AccountingLine, 'cents'>[]; readonly amount: Cents } | undefined
}

/** The requirements of a request's purpose in order, and whether each is met. */
export function checkRequirements(demands: readonly Requirement[], supplied: Supplied): CheckedItem[] {
  return demands.map(({ item, level }) => {
    const requirable = itemNamed(item)
    const checked = { item, level, isMet: isMet(requirable, supplied) }
    return isByPayee(requirable, supplied) ? { ...checked, isByPayee: true } : checked
  })
}

/** The requirements that a request doesn't meet. */
export function missing(demands: readonly Requirement[], supplied: Supplied): Requirement[] {
  return demands.filter(({ item }) => !isMet(itemNamed(item), supplied))
}

/** The required documents that the request or its payee no longer has because they were removed. */
export function takenAway(
  demands: readonly Requirement[],
  supplied: Supplied,
  removed: readonly (DocumentKind | null)[],
): RequirableItem[] {
  return missing(demands, supplied)
    .filter(({ level }) => level === 'must')
    .map(({ item }) => itemNamed(item))
    .filter(({ kind }) => kind !== null && removed.includes(kind))
}

// 'N/A' and similar placeholders don't count as a value.
function isMet(requirable: RequirableItem, supplied: Supplied): boolean {
  const { item, fields, kind } = requirable
  const { documents, accounting, hasTaxFormOfPayee: _, ...references } = supplied
  if (item === accountingItem) return accounting !== undefined && addUp(accounting.lines, accounting.amount)
  if (kind === null) return fields.some((field) => !namesNothing(references[field]))
  return documents.includes(kind) || isByPayee(requirable, supplied)
}

function isByPayee({ kind }: RequirableItem, { documents, hasTaxFormOfPayee = false }: Supplied): boolean {
  return kind === 'tax-form' && hasTaxFormOfPayee && !documents.includes(kind)
}

/** The requirement met by a payee's W-9. */
export const taxFormItem = 'document-tax-form' satisfies RequiredItem

/**
 * A sentence about an unmet requirement and the remedy: 'Payoff needs a document of the kind “Payoff letter”. Add one.'
 */
export function missingInWords(purpose: string, item: RequiredItem): string {
  const { kind, label, fields } = itemNamed(item)
  if (item === accountingItem)
    return `${purpose} needs accounting lines that add up to the amount. Enter the accounts to charge.`
  if (kind !== null) return `${purpose} needs a document of the kind “${label}”. Add one.`
  return `${purpose} needs ${label}. Fill in ${fields.length > 1 ? 'one of them' : 'the field'}.`
}

/** Why a request can't be approved after a required document was removed. */
export function takenAwayInWords(purpose: string, taken: readonly RequirableItem[]): string {
  const labels = listWithAnd(taken.map(({ label }) => `“${label}”`))
  return `${purpose} needs documents that were removed: ${labels}. Add them again, or send the request back.`
}

const mostPurposes = 200

const [first, ...others] = requirableItems.map(({ item }) => item)
const itemField = z.enum([first, ...others] as [RequiredItem, ...RequiredItem[]], {
  error: 'Choose a requirement.',
})

const requirementField = z.strictObject({ item: itemField, level: z.enum(levels, { error: 'Choose must or warn.' }) })

/** The requirements of a purpose, without duplicates. */
const purposeRequirements = z.strictObject({
  purpose_id: idField('Purpose is required'),
  demands: z.array(requirementField).refine((list) => new Set(list.map(({ item }) => item)).size === list.length, {
    error: 'List each requirement of a purpose only once.',
  }),
})

/** Body of a change of a dealer group's requirements. Omitted purposes have no requirements. */
export const requirementsBody = z.strictObject({
  purposes: z
    .array(purposeRequirements)
    .max(mostPurposes)
    .refine((list) => new Set(list.map(({ purpose_id }) => purpose_id)).size === list.length, {
      error: 'List each purpose only once.',
    }),
  version: versionField,
})
export type RequirementsInput = z.output<typeof requirementsBody>

/** A dealer group's requirements by purpose. */
export const requirementsReply = z
  .object({
    id: z.int().describe('The dealer group'),
    version: z.int().describe('Version of the dealer group'),
    purposes: z.array(purposeRequirements),
  })
  .meta({ id: 'Demands' })
export type RequirementsReply = z.output<typeof requirementsReply>

/** A requirement of a request's purpose, and whether the request meets it. */
export const checkedItemReply = z
  .object({
    ...requirementField.shape,
    is_met: z.boolean(),
    by_payee: z
      .literal(true)
      .optional()
      .describe('Set if a payee document, not a request document, meets this requirement'),
  })
  .meta({ id: 'CheckedDemand' })
export type CheckedItemReply = z.output<typeof checkedItemReply>
