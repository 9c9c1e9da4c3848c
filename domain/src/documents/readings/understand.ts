import { type AddressBlock, hasCity } from './addresses.ts'
import {
  amountsAsked,
  type Candidate,
  datesNamed,
  dueByTerms,
  loneDates,
  numbersNamed,
  numbersOfInvoice,
  perDiems,
  vinsIn,
} from './candidates.ts'
import { type DocumentFlag, flagsOf, type KindOfDocument, kindOf } from './kinds.ts'
import { type LearnedField, layoutOf, withLearned } from './learned-places.ts'
import { type DateOccurrence, isEuropean, type Occurrences, occurrencesIn } from './occurrences.ts'
import { type Box, type ReadPage, type Segment, segmentsOf } from './page-layout.ts'
import { type KnownNames, type NameCandidate, readPayee } from './payees.ts'
import { currencyCodes } from './values.ts'

export const readingFields = [
  'payee_name',
  'payee_address',
  'remit_to_name',
  'remit_to_address',
  'amount',
  'currency',
  'invoice_number',
  'invoice_date',
  'due_date',
  'po_number',
  'vin',
  'stock_number',
  'repair_order',
  'good_through',
  'per_diem',
  'lender',
  'account_number',
] as const
export type ReadingField = (typeof readingFields)[number]

/** A value that a document might have for a field. Addresses have a line break between their lines. */
export interface FieldCandidate {
  readonly value: string
  readonly text: string
  readonly page: number
  readonly box: Box
  readonly score: number
  readonly certainty: number
  readonly isUnmistakable?: boolean
}

export interface UnderstoodDocument {
  readonly pages: readonly number[]
  readonly kind: KindOfDocument
  readonly flags: readonly DocumentFlag[]
  readonly fields: Readonly<Partial<Record<ReadingField, readonly FieldCandidate[]>>>
}

const mostCandidates = 3

/** Finds what each document in a file asks to pay. One file can have several. */
export function understand(pages: readonly ReadPage[], known: KnownNames): UnderstoodDocument[] {
  const groups = separate(pages.map((page) => ({ page, segments: segmentsOf(page) })))
  return groups.map((group) => understandOne(group, known))
}

interface SegmentedPage {
  readonly page: ReadPage
  readonly segments: readonly Segment[]
}

/** Separates pages that have an invoice number of their own, or a sum and a date. */
function separate(pages: readonly SegmentedPage[]): SegmentedPage[][] {
  const groups: SegmentedPage[][] = []
  let last: Signs = {}
  for (const one of pages) {
    const signs = signsOf(one)
    if (groups.length === 0 || areOthers(last, signs)) groups.push([one])
    else groups.at(-1)?.push(one)
    last = { ...last, ...signs }
  }
  return groups
}

/** What tells one invoice from another. */
interface Signs {
  readonly number?: string
  readonly sum?: string
  readonly date?: string
}

function signsOf({ segments }: SegmentedPage): Signs {
  const found = occurrencesIn(segments)
  const [number] = numbersNamed(found, 'invoice_number')
  const [sum] = amountsAsked(found.amounts, 1)
  const [date] = datesNamed(found.dates, 'invoice_date')
  return {
    ...(number && number.score > 85 && { number: number.value }),
    ...(sum && sum.score > 76 && { sum: sum.value }),
    ...(date && date.score > 85 && { date: date.value }),
  }
}

function areOthers(one: Signs, other: Signs): boolean {
  const differs = (sign: keyof Signs) =>
    one[sign] !== undefined && other[sign] !== undefined && one[sign] !== other[sign]
  return differs('number') || (differs('sum') && differs('date'))
}

function understandOne(group: readonly SegmentedPage[], known: KnownNames): UnderstoodDocument {
  const segments = group.flatMap((one) => one.segments)
  const found = occurrencesIn(segments)
  const kind = kindOf(segments, found.amounts.length > 0)
  const payee = readPayee(segments, kind, known)
  const amounts = amountsAsked(found.amounts, group.length)
  const named = datesNamed(found.dates, 'invoice_date')
  const dates = named.length > 0 ? named : loneDates(found.dates, segments)
  const isPayoff = kind === 'payoff'
  const isSeen = group.some(({ page }) => page.from === 'picture')
  // Readers of pictures don’t know letters such as ö. A name that is on file as it was read has none.
  const most = isEuropean(segments) && isSeen ? offered : 100
  const names = payee.names.map(fromName).map((name) => (known.payees.includes(name.value) ? name : atMost(name, most)))
  const fields = {
    payee_name: names,
    payee_address: fromBlock(payee.address).map((address) => atMost(address, most)),
    remit_to_name: remitNames(payee.remit, names, isSeen),
    remit_to_address: fromBlock(payee.remit),
    amount: kind === 'w9' ? [] : amounts,
    currency: kind === 'w9' ? [] : currencyOf(segments, found, amounts),
    invoice_number: ['quote', 'refund', 'statement', 'payoff'].includes(kind) ? [] : numbersOfInvoice(found),
    invoice_date: kind === 'w9' ? [] : dates,
    due_date: isPayoff ? [] : dueDates(segments, found, dates[0]),
    po_number: numbersNamed(found, 'po_number').filter(({ value }) => kind !== 'statement' && !/^RO\b/i.test(value)),
    vin: vinsIn(found),
    stock_number: numbersNamed(found, 'stock_number'),
    repair_order: numbersNamed(found, 'repair_order'),
    good_through: isPayoff ? lastDays(found.dates) : [],
    per_diem: isPayoff ? perDiems(found.amounts) : [],
    lender: isPayoff ? names : [],
    account_number: numbersNamed(found, 'account_number'),
  } satisfies Record<ReadingField, readonly FieldCandidate[]>
  const layout = kind === 'invoice' ? layoutOf(known.layouts, names) : {}
  const pages = group.map(({ page }) => page)
  const best = Object.fromEntries(
    Object.entries(fields).map(([field, candidates]) => {
      const all = field in layout ? withLearned(field as LearnedField, candidates, found, layout, pages) : candidates
      return [field, all.slice(0, mostCandidates)]
    }),
  )
  return { pages: group.map(({ page }) => page.number), kind, flags: flagsOf(segments, kind), fields: best }
}

/** The name to remit to. In a picture, the mere beginning of the payee's name probably lost its end. */
function remitNames(
  remit: AddressBlock | undefined,
  payees: readonly FieldCandidate[],
  isSeen: boolean,
): FieldCandidate[] {
  if (!remit?.name) return []
  const name = fromName(nameOfBlock(remit, remit.name))
  const isPart = payees.some(({ value }) => value.startsWith(`${name.value} `))
  return [isSeen && isPart ? atMost(name, offered) : name]
}

/** The days until which a payoff's amount is enough, which some letters ask to receive `on or before`. */
function lastDays(dates: readonly DateOccurrence[]): Candidate[] {
  const named = datesNamed(dates, 'good_through')
  return named.length > 0 ? named : datesNamed(dates, 'due_date')
}

function dueDates(segments: readonly Segment[], { dates }: Occurrences, from: Candidate | undefined): Candidate[] {
  const named = datesNamed(dates, 'due_date')
  const byTerms = from && named.length === 0 ? dueByTerms(segments, from.value) : undefined
  return byTerms ? [byTerms] : named
}

/** Dollars, unless the document names another currency. */
function currencyOf(
  segments: readonly Segment[],
  { amounts }: Occurrences,
  asked: readonly Candidate[],
): FieldCandidate[] {
  const [best] = asked
  if (!best) return []
  const printed = amounts.flatMap(({ amount }) => (amount.currency ? [amount.currency] : []))
  const words = segments.flatMap(({ text }) => currencyCodes.filter((code) => new RegExp(`\\b${code}\\b`).test(text)))
  const foreign = [...printed, ...words].find((code) => code !== 'USD')
  const hasDollars = printed.includes('USD') || words.includes('USD')
  const isForeign = foreign !== undefined && (words.includes(foreign) || !hasDollars)
  const value = isForeign ? foreign : 'USD'
  return [
    {
      value,
      text: best.text,
      page: best.page,
      box: best.box,
      score: hasDollars || isForeign ? 95 : 80,
      certainty: 100,
    },
  ]
}

function fromName({ left, top, right, bottom, ...name }: NameCandidate): FieldCandidate {
  return { ...name, text: name.value, box: { left, top, right, bottom } }
}

/** The score of values that are offered, and never filled. */
const offered = 45

function atMost(candidate: FieldCandidate, score: number): FieldCandidate {
  return { ...candidate, score: Math.min(score, candidate.score) }
}

function nameOfBlock(block: AddressBlock, name: Segment): NameCandidate {
  const { left, top, right, bottom } = name
  const certainty = Math.min(...name.words.map((word) => word.certainty))
  return { left, top, right, bottom, page: block.page, value: name.text, score: 85, certainty }
}

/** A line that lost the number at its end. */
const withoutItsNumber = /\b(?:suite|ste|unit|floor|room|box|#)\.?$/i

function fromBlock(block: AddressBlock | undefined): FieldCandidate[] {
  if (!block) return []
  const { left, top, right, bottom, page, lines, certainty } = block
  const text = lines.join('\n')
  // A city alone is half of an address, and so many lines are something else.
  const isLong = lines.length > 1 && lines.length < 5 && lines.every(({ length }) => length > 3)
  const isWhole = isLong && hasCity(lines) && !lines.some((line) => withoutItsNumber.test(line))
  const score = isWhole ? 84 : 40
  return [{ value: text, text, page, box: { left, top, right, bottom }, score, certainty }]
}
