import { z } from 'zod'
import { payeeKey } from '../../payees/identity.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { DocumentCoding, SuggestedField } from './coding.ts'
import type { ReadWord } from './fields.ts'
import { boundsOf, type FilledText, lineAround, type ReadDocument, textsOf } from './in-requests.ts'
import type { LearnedPlace, PayeeLayout } from './learned-places.ts'
import { labelKey, shapeOf } from './learned-places.ts'
import type { ReadingField } from './understand.ts'

export const outcomes = ['kept', 'changed', 'cleared'] as const
export type Outcome = (typeof outcomes)[number]

/** What became of a document's values in its request, and where the request's values stand in the document. */
export interface KeptValues {
  /** The payee on the request. */
  readonly payee: string
  readonly outcomes: Readonly<Partial<Record<FilledText | SuggestedField, Outcome>>>
  readonly places: PayeeLayout
}

/** A submitted request, as far as documents and earlier requests to its payee suggest it. */
export interface SubmittedValues {
  /** As in the form: an amount as a decimal number, and blank where there is no value. */
  readonly texts: Readonly<Record<FilledText, string>>
  readonly isPayoff: boolean
  /** The day of the submission. */
  readonly day: CalendarDate
  /** Null where a value was left out. */
  readonly coded: Readonly<Record<SuggestedField, number | string | null>>
  /** What was suggested from earlier requests to the payee and from the words of documents. */
  readonly suggested: readonly Pick<DocumentCoding, 'field' | 'value'>[]
}

/** Compares a request with what its document and the earlier requests to its payee suggested. */
export function keptValues(document: ReadDocument, words: readonly ReadWord[], request: SubmittedValues): KeptValues {
  const found: Partial<Record<FilledText | SuggestedField, Outcome>> = {}
  for (const { field, value, fills } of textsOf(document, request.day)) {
    if (ofPayoffs.includes(field) && !request.isPayoff) continue
    const outcome = outcomeOf(field, value, request.texts[field])
    // The last address of a known payee replaces the document's, which is nobody's decision.
    const isDecided = fills && field !== 'mailing_address'
    if (outcome === 'kept' || isDecided) found[field] = outcome
  }
  for (const { field, value } of request.suggested) {
    const submitted = request.coded[field]
    // One field can have several suggestions, of which the requester took one.
    if (submitted === value) found[field] = 'kept'
    else found[field] ??= submitted === null ? 'cleared' : 'changed'
  }
  return { payee: request.texts.payee_name_1, outcomes: found, places: placesIn(document, words, request.texts) }
}

const ofPayoffs: readonly FilledText[] = ['good_through', 'per_diem']

function outcomeOf(field: FilledText, read: string, submitted: string): Outcome {
  if (submitted === '') return 'cleared'
  return isSame(field, read, submitted) ? 'kept' : 'changed'
}

function isSame(field: FilledText, one: string, other: string): boolean {
  if (field === 'amount' || field === 'per_diem') return Number(one) === Number(other)
  return payeeKey(one) === payeeKey(other)
}

/** The fields whose places are learned, and the request's fields that they fill. */
const learned = [
  ['invoice_number', 'invoice_number'],
  ['po_number', 'po_purchase_no'],
  ['amount', 'amount'],
  ['due_date', 'due_date'],
] as const satisfies readonly (readonly [ReadingField, FilledText])[]

function placesIn(document: ReadDocument, words: readonly ReadWord[], texts: SubmittedValues['texts']): PayeeLayout {
  const places: Partial<Record<ReadingField, LearnedPlace>> = {}
  for (const [field, filled] of learned) {
    const value = texts[filled]
    if (value === '') continue
    const candidate = document.fields[field]?.find((one) => isSame(filled, one.value, value))
    const same = words.filter(({ text }) => text.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '') === value)
    const seen = candidate ?? (same.length === 1 ? same[0] : undefined)
    if (seen?.polygon.length) places[field] = placeOf(seen, words)
  }
  return places
}

function placeOf({ page, text, polygon }: ReadWord, words: readonly ReadWord[]): LearnedPlace {
  const { left, top, right } = boundsOf(polygon)
  return {
    page,
    left,
    top,
    right,
    label: labelKey(
      labelOf(
        polygon,
        words.filter((word) => word.page === page),
      ),
    ),
    shape: shapeOf(text),
  }
}

/** The words that name a value: those before it on its line, or else those above it. */
function labelOf(polygon: readonly number[], words: readonly ReadWord[]): string {
  const own = boundsOf(polygon)
  const height = own.bottom - own.top
  const placed = words.map((word) => ({ word, ...boundsOf(word.polygon) }))
  const before = placed
    .filter(
      ({ top, bottom, right }) =>
        Math.abs(top + bottom - own.top - own.bottom) < height && right <= own.left + height / 4,
    )
    .toSorted((one, other) => other.right - one.right)[0]
  const over = placed
    .filter(
      ({ bottom, left, right }) =>
        bottom <= own.top + height / 4 && bottom > own.top - 3 * height && left < own.right && right > own.left,
    )
    .toSorted((one, other) => other.bottom - one.bottom)[0]
  const nearest = [before, over].find((one) => one && /[a-z]{2}|#/i.test(one.word.text))
  if (!nearest) return ''
  return lineAround(words, nearest.word)
    .filter((word) => nearest === over || boundsOf(word.polygon).right <= own.left + height / 4)
    .map(({ text }) => text)
    .join(' ')
}

const counted = z.int().min(0)

/** How often requesters kept, changed, or cleared what documents and earlier requests suggested for a payee. */
export const keptCountsReply = z
  .object({
    payee: z.string(),
    kept: counted,
    changed: counted,
    cleared: counted,
    fields: z.array(z.object({ field: z.string(), kept: counted, changed: counted, cleared: counted })),
  })
  .meta({ id: 'KeptCounts' })
export type KeptCounts = z.output<typeof keptCountsReply>

/** Counts outcomes by payee: the payee with the most changed and cleared values first. */
export function countKept(all: readonly KeptValues[]): KeptCounts[] {
  const counts = [...Map.groupBy(all, ({ payee }) => payeeKey(payee)).values()].map((ofPayee) => {
    const found = ofPayee.flatMap((one) => Object.entries(one.outcomes).map(([field, outcome]) => ({ field, outcome })))
    const fields = [...Map.groupBy(found, ({ field }) => field)].map(([field, some]) => ({ field, ...countOf(some) }))
    return { payee: ofPayee[0]?.payee ?? '', ...countOf(found), fields: fields.toSorted(byChanges) }
  })
  return counts.toSorted(byChanges)
}

function countOf(found: readonly { readonly outcome: Outcome }[]) {
  const of = (outcome: Outcome) => found.filter((one) => one.outcome === outcome).length
  return { kept: of('kept'), changed: of('changed'), cleared: of('cleared') }
}

type Counts = Pick<KeptCounts, Outcome>

function byChanges(one: Counts, other: Counts): number {
  return other.changed + other.cleared - one.changed - one.cleared || other.kept - one.kept
}
