import { z } from 'zod'
import { type CodedRequest, codedFields } from '../../check-requests/payees.ts'
import { longestName } from '../../values/text.ts'
import type { ReadWord } from './fields.ts'
import { boundsOf } from './in-requests.ts'
import { type Segment, segmentsOf } from './page-layout.ts'

/** How many phrases of a document are kept and compared. */
const mostPhrases = 40
/** How many of the newest documents with a phrase are compared. */
export const mostDocuments = 60
const fewestDocuments = 3
/** The share of the documents with a phrase that must have a value. */
const leastShare = 0.8
/** How much stronger a phrase must be than one for another value. */
const leastLead = 0.1

/** Query for what the words of a draft’s or request’s documents suggest. */
export const documentCodingQuery = z.strictObject({
  dealer_group_id: z.coerce.number().int().positive(),
  dealership_id: z.coerce.number().int().positive().optional(),
  payee: z.string().max(longestName).default(''),
  draft_id: z.coerce.number().int().positive().optional(),
  check_request_id: z.coerce.number().int().positive().optional(),
})
export type DocumentCodingQuery = z.output<typeof documentCodingQuery>

const suggestedFields = ['dealership_id', ...codedFields] as const
export type SuggestedField = (typeof suggestedFields)[number]

/** What the words of documents suggest, each value with its reason. */
export const documentCoding = z.array(
  z
    .object({
      field: z.enum(suggestedFields),
      value: z.union([z.int(), z.string()]).describe('An id, a priority, or the number of a ledger account'),
      reason: z.string().describe('Such as `9 of 10 documents with “brake pads”`'),
    })
    .meta({ id: 'DocumentCoding' }),
)
export type DocumentCoding = z.output<typeof documentCoding>[number]

const price = /\d[.,]\d{2}(?!\d)/

/** Words on the lines of most invoices, which say nothing about what one is for. */
const common = new Set(
  `the and for with from per incl amount balance charge charges credit current date days deposit description discount
  due each fee fees freight grand handling invoice item items less line net new number order page paid payment payments
  pay please previous price qty quantity rate received remit sale sales service ship shipping state sub subtotal sum
  surcharge tax taxable taxes terms this total totals unit units usd your`.split(/\s+/),
)

/**
 * The phrases by which documents are compared: single words and pairs of neighbors on lines with an amount, because
 * those say what the document charges for.
 */
export function phrasesOf(words: readonly ReadWord[]): string[] {
  const found = linesOf(words)
    .filter((line) => line.some(({ text }) => price.test(text)))
    .flatMap((line) => line.flatMap(({ text }) => phrasesIn(text)))
  return [...new Set(found)].slice(0, mostPhrases)
}

function phrasesIn(text: string): string[] {
  const telling = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => /^\p{L}{3,30}$/u.test(word) && !common.has(word))
  const pairs = telling.slice(1).map((word, index) => `${telling[index]} ${word}`)
  return [...pairs, ...telling.filter(({ length }) => length >= 5)]
}

/** The lines of all pages, from top to bottom. */
function linesOf(words: readonly ReadWord[]): Segment[][] {
  const [width, height] = [612, 792]
  const pages = [...Map.groupBy(words, ({ page }) => page)].map(([number, ofPage]) => {
    const placed = ofPage.map(({ text, polygon }) => {
      const { left, top, right, bottom } = boundsOf(polygon)
      return {
        text,
        certainty: 100,
        left: left * width,
        right: right * width,
        top: top * height,
        bottom: bottom * height,
      }
    })
    return { number, width, height, from: 'text' as const, words: placed }
  })
  const lines: Segment[][] = []
  for (const segment of pages.flatMap(segmentsOf)) {
    if (segment.line.length === 0) lines.push([segment])
    else lines.at(-1)?.push(segment)
  }
  return lines
}

/** An earlier document with a phrase, and how its request was coded. */
export interface EarlierDocument {
  readonly phrase: string
  readonly request: number
  /** A key of the payee. */
  readonly payee: string
  readonly dealership_id: number | null
  readonly coded: CodedRequest
}

type Now = Pick<EarlierDocument, 'payee' | 'dealership_id'>

interface Share {
  readonly value: number | string
  readonly share: number
  readonly of: number
  readonly isOfPayee: boolean
  readonly phrase: string
}

/**
 * What at least four of five of the earlier documents with the same phrase have, if there are at least three. The
 * payee's own documents count before those of others. If a phrase that is nearly as strong has another value, none of
 * them is suggested.
 */
export function usualOfPhrases(earlier: readonly EarlierDocument[], now: Now): DocumentCoding[] {
  const byPhrase = [...Map.groupBy(earlier, ({ phrase }) => phrase)]
  return codedFields.flatMap((field) => {
    const here = (one: EarlierDocument) => field !== 'department_id' || one.dealership_id === now.dealership_id
    const shares = byPhrase.flatMap(([phrase, all]) => shareOf(field, phrase, all.filter(here), now) ?? [])
    const [best, ...others] = shares.toSorted(byStrength)
    if (!best) return []
    const isDisputed = others.some(
      ({ value, share, isOfPayee }) =>
        value !== best.value && isOfPayee === best.isOfPayee && best.share - share < leastLead,
    )
    // Normal is what a request has without a suggestion.
    return isDisputed || best.value === 'normal' ? [] : [{ field, value: best.value, reason: reasonOf(best) }]
  })
}

function shareOf(
  field: (typeof codedFields)[number],
  phrase: string,
  all: readonly EarlierDocument[],
  now: Now,
): Share | undefined {
  const requests = [...new Map(all.map((one) => [one.request, one])).values()]
  const own = requests.filter(({ payee }) => payee === now.payee)
  const isOfPayee = own.length >= fewestDocuments
  const counted = isOfPayee ? own : requests
  const byValue = [...Map.groupBy(counted, ({ coded }) => coded[field])]
  const [first] = byValue.toSorted(([, one], [, other]) => other.length - one.length)
  if (!first || first[0] === null || counted.length < fewestDocuments) return undefined
  const share = first[1].length / counted.length
  return share < leastShare ? undefined : { value: first[0], share, of: counted.length, isOfPayee, phrase }
}

function byStrength(one: Share, other: Share): number {
  return (
    Number(other.isOfPayee) - Number(one.isOfPayee) ||
    other.share - one.share ||
    other.of - one.of ||
    other.phrase.length - one.phrase.length
  )
}

function reasonOf({ share, of, isOfPayee, phrase }: Share): string {
  return `${Math.round(share * of)} of ${of} documents ${isOfPayee ? 'of this payee ' : ''}with “${phrase}”`
}

interface Named {
  readonly id: number
  readonly name: string
}

/** What a request can have. `departments` are those of its dealership. */
export interface CodingChoices {
  readonly purposes: readonly Named[]
  readonly dealerships: readonly Named[]
  readonly departments: readonly Named[]
  readonly deliveryMethods: readonly (Named & { readonly kind: 'carrier' | 'pickup' | 'other' })[]
}

type Found = Omit<DocumentCoding, 'reason'> & { readonly words: string }

/**
 * What the document itself names: a purpose as its title, a dealership, a department in the recipient's address or
 * after “Attn”, a wish about the check's delivery, or its urgency. Of two values for a field, none is suggested.
 */
export function namedInDocument(words: readonly ReadWord[], choices: CodingChoices): DocumentCoding[] {
  const lines = linesOf(words)
  const found = [
    ...titled(lines, choices.purposes),
    ...dealershipsIn(lines, choices.dealerships),
    ...departmentsIn(lines, choices.departments),
    ...wishesIn(lines, choices.deliveryMethods),
  ]
  return suggestedFields.flatMap((field) => {
    const [first, ...others] = found.filter((one) => one.field === field)
    if (!first || others.some(({ value }) => value !== first.value)) return []
    return [{ field, value: first.value, reason: `The document says “${first.words.slice(0, longestQuote)}”` }]
  })
}

const longestQuote = 60

/** Shorter names, such as `Parts`, are also headers of columns. */
const shortestTitle = 6

function titled(lines: readonly Segment[][], purposes: readonly Named[]): Found[] {
  const titles = lines.filter((line) => !line.some(({ text }) => price.test(text))).flat()
  return purposes
    .filter(({ name }) => plain(name).length >= shortestTitle)
    .flatMap(({ id, name }) => {
      const title = titles.find(({ text }) => plain(text) === plain(name))
      return title ? [{ field: 'purpose_id' as const, value: id, words: title.text }] : []
    })
}

function dealershipsIn(lines: readonly Segment[][], dealerships: readonly Named[]): Found[] {
  const texts = lines.flat().map(({ text }) => ` ${plain(text)} `)
  // The name of a make is on many documents.
  const there = dealerships.filter(
    ({ name }) => plain(name).includes(' ') && texts.some((text) => text.includes(` ${plain(name)} `)),
  )
  return there
    .filter((one) => !there.some((other) => other !== one && plain(other.name).includes(plain(one.name))))
    .map(({ id, name }) => ({ field: 'dealership_id', value: id, words: name }))
}

const recipient = /\b(?:bill|bill(?:ed)?|ship(?:ped)?|sold|deliver(?:ed)?|charge[d]?|invoiced?) to\b/i
/** How many lines an address has below its label. */
const linesOfAddress = 4

function departmentsIn(lines: readonly Segment[][], departments: readonly Named[]): Found[] {
  const addressed = (at: number) =>
    lines.slice(Math.max(0, at - linesOfAddress), at + 1).some((line) => line.some(({ text }) => recipient.test(text)))
  return departments.flatMap(({ id, name }) => {
    const bare = plain(name).replace(/ (?:dept|department)$/, '')
    const after = [`attn ${bare}`, `attention ${bare}`, `dept ${bare}`, `department ${bare}`]
    const before = [`${bare} dept`, `${bare} department`]
    const segment = lines
      .flatMap((line, at) => withLabels(line).map((text) => ({ text, at })))
      .find(({ text, at }) => {
        const said = plain(text).replace(/ (?:dept|department)$/, '')
        return after.includes(said) || (before.includes(plain(text)) && addressed(at))
      })
    return segment ? [{ field: 'department_id' as const, value: id, words: segment.text }] : []
  })
}

/** The texts of a line, also those after a label together with it. */
function withLabels(line: readonly Segment[]): string[] {
  return line.flatMap(({ text }, index) => {
    const label = line[index - 1]?.text
    return label?.endsWith(':') ? [text, `${label} ${text}`] : text
  })
}

/** What a document says about its check. Words that could be about goods count only alone, as if stamped. */
const wishes = {
  pickup: [
    /\bhold (?:the |this )?check\b|\bwill pick up (?:the )?check\b/i,
    /^\W*(?:will[ -]call|hold for pick[ -]?up)\W*$/i,
  ],
  overnight: [/\bovernight (?:the |this )?(?:check|payment)\b/i, /^\W*(?:send |mail )?overnight\W*$/i],
  urgent: [
    /\b(?:final|disconnect(?:ion)?|shut-?off) notice\b|\brush (?:the |this )?(?:check|payment)\b|\bpay(?:ment)?(?: is)?(?: (?:due|required))? immediately\b/i,
    /^\W*(?:rush|urgent)\W*$/i,
  ],
} as const
const shipment = /\b(?:ship(?:ped|ping)?|delivery|deliver) (?:via|method)\b|\bf\.?o\.?b\b/i

function wishesIn(lines: readonly Segment[][], methods: CodingChoices['deliveryMethods']): Found[] {
  const texts = lines.flat().map(({ text }) => text)
  const isShipped = texts.some((text) => shipment.test(text))
  const said = ([sure, alone]: readonly [RegExp, RegExp]) =>
    texts.flatMap((text) => sure.exec(text)?.[0] ?? (isShipped ? [] : (alone.exec(text)?.[0] ?? [])))[0]
  const pickup = methods.filter(({ kind }) => kind === 'pickup')
  const overnight = methods.filter(({ name }) => /overnight/i.test(name))
  return [
    ...foundOf('delivery_method_id', onlyId(pickup), said(wishes.pickup)),
    ...foundOf('delivery_method_id', onlyId(overnight), said(wishes.overnight)),
    ...foundOf('priority_level', 'urgent', said(wishes.urgent)),
  ]
}

function onlyId(rows: readonly Named[]): number | undefined {
  return rows.length === 1 ? rows[0]?.id : undefined
}

function foundOf(field: SuggestedField, value: number | string | undefined, words: string | undefined): Found[] {
  return value === undefined || !words ? [] : [{ field, value, words }]
}

/** A text in comparison form: its letters and digits in lowercase, and single spaces. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
