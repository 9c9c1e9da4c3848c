import { type Candidate, candidateOf, isInColumn, ranked } from './candidates.ts'
import { amountLabelIn } from './labels.ts'
import type { AmountOccurrence, Context } from './occurrences.ts'

interface Labeled {
  readonly occurrence: AmountOccurrence
  readonly score: number
  readonly kind: 'due' | 'total' | 'part' | 'per_diem' | 'none'
}

const thresholds = { repeated: 3, sum: 6, lastPage: 3 } as const

/** Amounts that the document asks to pay, best first. A known part of the sum is no candidate. */
export function amountsAsked(occurrences: readonly AmountOccurrence[], pages: number): Candidate[] {
  const labeled = occurrences.map((one) => labeledOf(one, occurrences))
  const parts = labeled.filter(({ kind }) => kind !== 'per_diem')
  return ranked(
    parts.flatMap(({ occurrence, score, kind }) => {
      if (kind === 'part' || score === 0) return []
      const { amount, page } = occurrence
      const twins = labeled.filter((other) => other.occurrence.amount.value === amount.value && other.score > 0).length
      const bonus =
        (twins > 1 ? thresholds.repeated : 0) +
        (isSum(occurrence, occurrences) ? thresholds.sum : 0) +
        (page === pages && pages > 1 ? thresholds.lastPage : 0)
      return [candidateOf(occurrence, amount.value, Math.min(100, score * 0.9 + bonus))]
    }),
  )
}

export function perDiems(occurrences: readonly AmountOccurrence[]): Candidate[] {
  return ranked(
    occurrences.flatMap((occurrence) => {
      const { kind, score } = labeledOf(occurrence, occurrences)
      return kind === 'per_diem' ? [candidateOf(occurrence, occurrence.amount.value, score)] : []
    }),
  )
}

function labeledOf(occurrence: AmountOccurrence, all: readonly AmountOccurrence[]): Labeled {
  if (/^(?:per day|\/ ?day|a day|for each (?:additional )?day|each day|per diem|daily)/i.test(occurrence.after))
    return { occurrence, score: 100, kind: 'per_diem' }
  if (/^(?:per|each|\/)/i.test(occurrence.after)) return { occurrence, score: 0, kind: 'part' }
  if (/^(?:is )?(?:now )?(?:due|payable)\b/i.test(occurrence.after)) return { occurrence, score: 90, kind: 'due' }
  for (const context of occurrence.contexts) {
    const label = amountLabelIn(shortened(context))
    if (!label) continue
    return { occurrence, score: label.score * factorOf(context, occurrence, all), kind: label.kind }
  }
  return { occurrence, score: 0, kind: 'none' }
}

/** A label above counts less, and little if it is the header of a column. */
function factorOf({ where }: Context, occurrence: AmountOccurrence, all: readonly AmountOccurrence[]): number {
  if (where !== 'above') return 1
  return isInColumn(occurrence, all) ? 0.5 : 0.95
}

/** The last words before an amount, since prose names several things. */
function shortened({ where, text }: Context): string {
  if (where !== 'inline') return text.split(' ').slice(-7).join(' ')
  const last = text.split(/(?<=[,;.])\s+/).at(-1) ?? text
  return last.split(' ').length > 1 ? last : text.split(' ').slice(-8).join(' ')
}

/** True if the amounts above it in its column, from the subtotal on or all of them, add up to it. */
function isSum(total: AmountOccurrence, all: readonly AmountOccurrence[]): boolean {
  const cents = (one: AmountOccurrence) => Math.round(Number(one.amount.value) * 100)
  const column = all
    .filter((one) => one.page === total.page && one.bottom <= total.top + total.size && one !== total)
    .filter((one) => Math.abs(one.right - total.right) < total.size * 3)
    .toSorted((one, other) => other.top - one.top)
  let sum = 0
  for (const [at, one] of column.entries()) {
    sum += cents(one)
    if (at > 0 && sum === cents(total)) return true
  }
  return false
}
