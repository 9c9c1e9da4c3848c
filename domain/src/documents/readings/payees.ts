import { payeeKey } from '../../payees/identity.ts'
import { areClose } from '../../payees/similar.ts'
import {
  type AddressBlock,
  addressBlocks,
  hasPostBox,
  isAddressLine,
  isCityLine,
  lonePostBox,
  roleOf,
} from './addresses.ts'
import type { KindOfDocument } from './kinds.ts'
import { amountLabelIn, labelIn } from './labels.ts'
import type { PayeeLayouts } from './learned-places.ts'
import { type Box, boxAround, type Segment, type Word } from './page-layout.ts'
import { amountIn, beginsWith, dateIn, isSameName, nameKey } from './values.ts'

/** Names that a reading takes into account: payees on file, and the group's own. */
export interface KnownNames {
  readonly payees: readonly string[]
  readonly own: readonly string[]
  /** Where documents of payees have their values. */
  readonly layouts?: PayeeLayouts
}

export interface NameCandidate extends Box {
  readonly value: string
  readonly page: number
  readonly score: number
  readonly certainty: number
  /** True for a name on file that is like no other, so that no misread name can look the same. */
  readonly isUnmistakable?: boolean
}

export interface PayeeReading {
  readonly names: readonly NameCandidate[]
  readonly address: AddressBlock | undefined
  readonly remit: AddressBlock | undefined
}

const legal =
  /\b(?:inc|llc|l\.l\.c|co|corp|corporation|company|ltd|llp|gmbh|bank|credit union|n\.a|group|services?|supply|motors?|auto|parts|finance|financial|solutions|systems|associates|partners|enterprises|industries|department|county|city|state|office)\b\.?/i
const noName =
  /^(?:invoice|bill|statement|quotation|quote|estimate|credit|memo|page|date|terms|original|copy|paid|past due|tax invoice|sales invoice|remittance|receipt|ticket|welcome|thank you|customer|description|amount|total|qty|item|re|dear|attn|attention|phone|tel|fax|form|buyer settlement|work order|packing|delivery|repair order|proposal|www|http|order)\b|@|www\.|\.(?:com|net|org|example)\b|^\W*$|[:,]$/i

/** Reads whom to pay, and where. */
export function readPayee(segments: readonly Segment[], kind: KindOfDocument, known: KnownNames): PayeeReading {
  const isOwn = ownNames(known.own)
  const blocks = addressBlocks(segments).filter(({ name, role }) => role !== 'bill' && !(name && isOwn(name.text)))
  const remit = blocks.find(({ role }) => role === 'remit') ?? lonePostBox(blocks, segments)
  const [best] = letterheadNames(segments, undefined, isOwn).toSorted((one, other) => other.score - one.score)
  const head = blocks.find((block) => isLetterhead(block, segments, best))
  const payable = payableNames(
    segments,
    remit,
    blocks.find(({ role }) => role === 'from'),
  )
  const letterhead = letterheadNames(segments, head, isOwn)
  const labeled = kind === 'refund' || kind === 'w9' ? labeledNames(segments, kind) : []
  const names = combined(payable, letterhead, labeled, segments).filter(({ value }) => !isOwn(value))
  const [payee] = names
  const own = blocks.find((block) => block.role !== 'remit' && !hasPostBox(block) && isPayee(block.name, payee))
  const address = kind === 'refund' || kind === 'w9' ? blockNear(labeled[0], addressBlocks(segments)) : (own ?? head)
  const isMailed = kind === 'payoff' || kind === 'title_fees'
  return {
    names: withKnown(names, known.payees, segments),
    address: isMailed ? (remit ?? address) : address,
    remit: isMailed ? undefined : remit,
  }
}

function isPayee(name: Segment | undefined, payee: NameCandidate | undefined): boolean {
  return name !== undefined && payee !== undefined && payee.score >= 50 && isSameName(name.text, payee.value)
}

function ownNames(own: readonly string[]): (name: string) => boolean {
  const keys = own.map(nameKey).filter((key) => key.length > 3)
  return (name) => {
    const key = nameKey(name)
    return key.length > 3 && keys.some((each) => key.includes(each) || (key.length > 7 && each.includes(key)))
  }
}

/** An address without a label in the upper part of the first page, or that of the sender. */
function isLetterhead(block: AddressBlock, segments: readonly Segment[], best: NameCandidate | undefined): boolean {
  const { role, page, top, name, size } = block
  if (role === 'from') return true
  const first = segments[0]?.page
  const last = Math.max(...segments.filter((one) => one.page === first).map(({ bottom }) => bottom))
  if (role !== 'none' || page !== first) return false
  if (name && best && top < last * 0.6 && isSameName(name.text, best.value)) return true
  if (top > Math.max(190, last * 0.3)) return false
  // Above the recipient's address is the recipient's name, not the biggest one.
  return !best || !name || !mayBeName(name) || (best.bottom <= name.top + size && name.top - best.bottom < 1.2 * size)
}

const payablePhrase =
  /(?:payable (?:and mail |and send )?(?:only )?to|paid only to|order of|remit (?:all )?(?:payments? )?(?:only )?to)[:\s]+(.+)$/i

function payableNames(
  segments: readonly Segment[],
  remit: AddressBlock | undefined,
  from: AddressBlock | undefined,
): NameCandidate[] {
  const found: NameCandidate[] = []
  if (remit?.name) found.push(nameOf(remit.name, 80))
  if (from?.name) found.push(nameOf(from.name, 88))
  for (const [at, segment] of segments.entries()) {
    const phrase = payablePhrase.exec(segment.text)?.[1]
    const next = /(?:payable|paid|remit)[a-z ]* to:$/i.test(segment.text) ? segments[at + 1] : undefined
    const place = phrase ? segment : next
    if (!place || !(phrase || mayBeName(place))) continue
    const name = nameAtStart(phrase ?? place.text)
    if (name) found.push(Object.assign(nameOf(partWith(place, name), 86), { value: name }))
  }
  return found
}

/** The part of a segment that has these words. */
function partWith(segment: Segment, text: string): Segment {
  const sought = text.split(' ')
  const at = segment.words.findIndex((_, start) =>
    sought.every((word, index) => segment.words[start + index]?.text.startsWith(word)),
  )
  if (at < 0) return segment
  const words = segment.words.slice(at, at + sought.length)
  return Object.assign({ ...segment }, boxAround(words), { words })
}

/** A name at the start of a sentence's rest: words with capital letters. */
function nameAtStart(text: string): string | undefined {
  const sentence = text.split(/(?<=[a-z)])\.\s|[;:]|\s[-–]\s|\s(?:and|at|for|by|with|within|in)\s(?=[a-z])/)[0] ?? ''
  const name = sentence.replace(/[\s.,]+$/, '').trim()
  const isName = /^[A-Z0-9]/.test(name) && name.length < 60 && name.length > 2 && !noName.test(name)
  return isName && !isAddressLine(name) ? name : undefined
}

/** The words of a name without single letters that a reader saw in a logo beside it. */
function withoutMarks(words: readonly Word[]): readonly Word[] {
  const begin = words.findIndex(({ text, certainty }) => text.replace(/\W/g, '').length > 1 || certainty >= 90)
  return begin > 0 && words.length - begin > 1 ? words.slice(begin) : words
}

/** Readers of pictures take an l after a capital letter for an I. */
function asRead({ text, certainty }: Word): string {
  return certainty < 100 ? text.replace(/\b([A-Z])I(?=[a-z])/, '$1l') : text
}

function nameOf(segment: Segment, score: number): NameCandidate {
  const { left, top, right, bottom, page, words } = segment
  const own = withoutMarks(words)
  const certainty = Math.min(...own.map((word) => word.certainty))
  const text = own.map(asRead).join(' ').trim()
  return { left, top, right, bottom, page, value: text.replace(/\s*#\d+$/, ''), score, certainty }
}

function letterheadNames(
  segments: readonly Segment[],
  head: AddressBlock | undefined,
  isOwn: (name: string) => boolean,
): NameCandidate[] {
  const first = segments.filter(({ page }) => page === segments[0]?.page)
  const height = Math.max(...first.map(({ bottom }) => bottom), 1)
  const usual = first.map(({ size }) => size).toSorted((one, other) => one - other)[Math.floor(first.length / 2)] ?? 8
  const upper = Math.max(height * 0.13, Math.min(...first.map(({ top }) => top)) + 2 * usual)
  return first
    .filter((segment) => segment.top < height * 0.3 || segment === head?.name)
    .filter((segment) => mayBeName(segment) && !isOwn(segment.text))
    .map((segment) => {
      const gap = head ? head.top - segment.bottom : Number.POSITIVE_INFINITY
      const isOver = gap > -usual && gap < 4.5 * usual && Math.abs((head?.left ?? 0) - segment.left) < 260
      const score =
        20 +
        Math.min(30, (segment.size / usual - 1) * 45) +
        (segment.top < upper ? 14 : 0) +
        (legal.test(segment.text) ? 8 : 0) +
        (isOver || segment === head?.name ? 22 : 0) +
        (segment === head?.name ? 4 : 0)
      return nameOf(segment, Math.min(score, 92))
    })
}

function mayBeName({ text, words }: Segment): boolean {
  const letters = text.replace(/[^A-Za-z]/g, '').length
  if (letters < 0.65 * text.replace(/\s/g, '').length || /^[a-z(]/.test(text)) return false
  if (letters < 3 || text.length > 60 || words.length > 8 || noName.test(text)) return false
  if (isAddressLine(text) || isCityLine(text) || roleOf(text) !== 'none') return false
  if (/\b(?:division|worksheet|transmittal|cancellation)\b/i.test(text)) return false
  if (dateIn(text) || amountIn(text) || labelIn(text, 'number') || /\d{3}[-.) ]+\d{3}[-. ]\d{4}|\d{3}-\d{4}/.test(text))
    return false
  return !(amountLabelIn(text) && words.length < 4 && !legal.test(text))
}

const payeeLabels: Readonly<Record<'refund' | 'w9', RegExp>> = {
  refund:
    /^(?:pay(?:able)? to(?: the order of)?|payee|refund to|buyer|customer(?: name)?|name|name of customer|pay to the order of)(?: \(.*\))?:?$/i,
  w9: /business name|name of entity|^1\.? name|name \(as shown/i,
}

function labeledNames(segments: readonly Segment[], kind: 'refund' | 'w9'): NameCandidate[] {
  const found = segments.flatMap((segment) => {
    if (!payeeLabels[kind].test(segment.text)) return []
    const value = valueBeside(segment, segments)
    const bonus = /business name/i.test(segment.text) ? 10 : 0
    return value && mayBeName(value) ? [nameOf(value, 90 + bonus)] : []
  })
  if (kind === 'w9') return found
  // The lines for signatures have such labels, too.
  return found.map((one, at) => (at === 0 ? one : Object.assign({ ...one }, { score: one.score - 12 })))
}

const columnHeader = /^(?:address|phone|date|city|state|zip|amount|vehicle|account)\b\W*$/i

/** The text to the right of a label, or below it. */
function valueBeside(label: Segment, segments: readonly Segment[]): Segment | undefined {
  const right = segments.find(
    (other) => other.line.at(-1) === label && other.page === label.page && !columnHeader.test(other.text),
  )
  const below = segments
    .filter((other) => other.page === label.page && other.top > label.top + label.size * 0.5)
    .filter((other) => other.top - label.bottom < 2.2 * label.size && Math.abs(other.left - label.left) < 12)
    .toSorted((one, other) => one.top - other.top)[0]
  return right ?? below
}

function blockNear(name: NameCandidate | undefined, blocks: readonly AddressBlock[]): AddressBlock | undefined {
  if (!name) return blocks.length === 1 ? blocks[0] : undefined
  return blocks
    .filter(({ page, top }) => page === name.page && top > name.top - 2)
    .toSorted((one, other) => one.top - other.top)[0]
}

/** Weighs who asks against who is named as payable. */
function combined(
  payable: readonly NameCandidate[],
  letterhead: readonly NameCandidate[],
  labeled: readonly NameCandidate[],
  segments: readonly Segment[],
): NameCandidate[] {
  const isAssigned = segments.some(({ text }) => /assign|factor(?:ed|ing)|paid only to|payable only/i.test(text))
  const heads = letterhead.toSorted((one, other) => other.score - one.score)
  const all: NameCandidate[] = [...labeled]
  for (const head of heads) {
    const twin = payable.find(({ value }) => isSameName(value, head.value))
    const sure = twin ? Math.max(head.score, isAssigned ? 100 : 94) : Math.min(head.score, isAssigned ? 80 : 100)
    all.push(Object.assign({ ...head }, { score: sure }))
  }
  for (const one of payable)
    if (!heads.some((head) => isSameName(head.value, one.value)))
      all.push(Object.assign({ ...one }, { score: one.score + (isAssigned ? 14 : 0) }))
  const inWhole = all.map((one) =>
    Object.assign({ ...(inFull(one, payable, letterhead) ?? one) }, { score: one.score }),
  )
  const sorted = inWhole.toSorted((one, other) => other.score - one.score)
  return sorted.filter((one, at) => !sorted.slice(0, at).some(({ value }) => isSameName(value, one.value)))
}

/** The same name with its legal form, which logos leave out. */
function inFull(
  name: NameCandidate,
  payable: readonly NameCandidate[],
  letterhead: readonly NameCandidate[],
): NameCandidate | undefined {
  if (legal.test(name.value)) return undefined
  const isLonger = ({ value }: NameCandidate) => value.length > name.value.length && beginsWith(value, name.value)
  return payable.find(isLonger) ?? letterhead.find((one) => isLonger(one) && legal.test(one.value))
}

/** Puts payees on file first, wherever the document names them. */
function withKnown(
  names: readonly NameCandidate[],
  payees: readonly string[],
  segments: readonly Segment[],
): NameCandidate[] {
  const keys = new Map(payees.map((name) => [nameKey(name), name] as const))
  const raised = names.map((name) => {
    const onFile = keys.get(nameKey(name.value))
    const score = Math.min(100, name.score + 30)
    return onFile ? onList(Object.assign({ ...name }, { score }), onFile, payees) : name
  })
  for (const segment of segments) {
    const onFile = keys.get(nameKey(segment.text))
    if (onFile && nameKey(onFile).length > 5 && !raised.some(({ value }) => value === onFile))
      raised.push(onList(nameOf(segment, 50), onFile, payees))
  }
  return raised.toSorted((one, other) => other.score - one.score)
}

function onList(name: NameCandidate, value: string, payees: readonly string[]): NameCandidate {
  const isSeen = name.certainty < 100 && nameKey(value).length > 8
  const isLike = (other: string) => other !== value && areClose(payeeKey(value), payeeKey(other))
  return Object.assign({ ...name }, { value, isUnmistakable: isSeen && !payees.some(isLike) })
}
