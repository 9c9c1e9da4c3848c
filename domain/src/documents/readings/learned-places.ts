import { payeeKey } from '../../payees/identity.ts'
import { type Candidate, candidateOf, ranked } from './candidates.ts'
import type { Occurrence, Occurrences } from './occurrences.ts'
import type { ReadPage } from './page-layout.ts'

/** Where a payee's documents have a value: edges as shares of the page, the label, and the shape of the value. */
export interface LearnedPlace {
  readonly page: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly label: string
  readonly shape: string
}

export type LearnedField = 'invoice_number' | 'po_number' | 'amount' | 'due_date'
export type PayeeLayout = Readonly<Partial<Record<LearnedField, LearnedPlace>>>
/** The layouts of a dealer group's payees, by `payeeKey`. */
export type PayeeLayouts = Readonly<Record<string, PayeeLayout>>

/** A label in comparison form: its letters and number signs in lowercase. */
export function labelKey(text: string): string {
  return text.toLowerCase().replace(/[^a-z#]/g, '')
}

/** A value's kinds of characters: `GB-20884` becomes `AA-99999`. */
export function shapeOf(text: string): string {
  return text.replace(/\d/g, '9').replace(/[a-z]/gi, 'A')
}

/** How near to the learned place a value stands, as a share of the page. */
const nearness = { across: 0.015, down: 0.02 } as const
/** A label and a place that both agree count nearly as much as the plainest label, so that they never outvote one. */
const scores = { labelAndPlace: 96, shapeAndPlace: 90, labelAndShape: 88 } as const

/** The layout of the payee that a document most probably has. */
export function layoutOf(layouts: PayeeLayouts | undefined, names: readonly { readonly value: string }[]): PayeeLayout {
  const [best] = names
  return (best && layouts?.[payeeKey(best.value)]) ?? {}
}

/**
 * Candidates for a field, with what stands where this payee's earlier documents had the value. A learned place only
 * changes a candidate's score: what fills a field and what readers must agree on stays the same.
 */
export function withLearned<Field extends LearnedField>(
  field: Field,
  candidates: readonly Candidate[],
  found: Occurrences,
  layout: PayeeLayout,
  pages: readonly ReadPage[],
): Candidate[] {
  const place = layout[field]
  if (!place) return [...candidates]
  const valued = valuesFor(field, found)
  const likely = valued.flatMap(({ occurrence, value }) => {
    const page = pages.find(({ number }) => number === occurrence.page)
    const score = page ? scoreAt(occurrence, place, page) : 0
    return score > 0 ? [candidateOf(occurrence, value, score)] : []
  })
  // Of two values that fit the learned place, neither is likely.
  return ranked(likely.length === 1 ? [...candidates, ...likely] : candidates)
}

function valuesFor(field: LearnedField, { amounts, dates, numbers }: Occurrences) {
  if (field === 'amount') return amounts.map((occurrence) => ({ occurrence, value: occurrence.amount.value }))
  if (field === 'due_date') return dates.map((occurrence) => ({ occurrence, value: occurrence.date }))
  const cleaned = (text: string) => text.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
  return numbers.map((occurrence) => ({ occurrence, value: cleaned(occurrence.text) }))
}

function scoreAt({ left, right, top, text, contexts }: Occurrence, place: LearnedPlace, page: ReadPage): number {
  const isBeside =
    Math.abs(left / page.width - place.left) < nearness.across ||
    Math.abs(right / page.width - place.right) < nearness.across
  const isNear = page.number === place.page && isBeside && Math.abs(top / page.height - place.top) < nearness.down
  const hasLabel = place.label.length > 1 && contexts.some((context) => labelKey(context.text).endsWith(place.label))
  const hasShape = shapeOf(text) === place.shape
  if (isNear && hasLabel) return scores.labelAndPlace
  if (isNear && hasShape) return scores.shapeAndPlace
  return hasLabel && hasShape ? scores.labelAndShape : 0
}
