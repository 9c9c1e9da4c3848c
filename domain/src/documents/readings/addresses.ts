import { above, type Box, boxAround, leftOf, type Segment } from './page-layout.ts'
import { dateIn } from './values.ts'

/** Who an address on a document belongs to, from its label. */
export type Role = 'remit' | 'from' | 'bill' | 'courier' | 'none'

/** An address with the name above it, if there is one. */
export interface AddressBlock extends Box {
  readonly page: number
  readonly role: Role
  readonly name: Segment | undefined
  readonly lines: readonly string[]
  readonly size: number
  readonly certainty: number
}

const states =
  'AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|' +
  'OR|PA|PR|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|' +
  'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|' +
  'Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|' +
  'Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|' +
  'North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|' +
  'Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming'
const provinces = 'AB|BC|MB|NB|NL|NS|ON|PE|QC|SK'
const postalCode = String.raw`(?:(?:${states})\.?,?\s+\d{5}(?:\s?-\s?\d{4})?|(?:${provinces}),?\s+[A-Z]\d[A-Z]\s?\d[A-Z]\d)`
/** Before `ID` and a number, these are no city in Idaho. */
const holder = '(?:Client|Customer|Cust|Account|Acct|Member|Vendor|Dealer|User|Payer|Payee|Order|Tax)'
const cityAtEnd = new RegExp(
  String.raw`([A-Z][A-Za-z.'’\- ]{1,30}?)(?<!\b${holder}),?\s+${postalCode}(?=$|\s*[·•|]|\s{2}|\s+[-–(]|\s+(?:Phone|Tel|USA|NMLS|Fax)\b)`,
)
const europeanCity = /^(?:[A-Z]{1,2}-)?\d{4,5}\s+[A-ZÄÖÜ][\p{L}.\- ]{2,30}$/u
const country =
  /^(?:germany|deutschland|canada|usa|united states(?: of america)?|mexico|france|austria|switzerland|netherlands|italy|united kingdom|u\.?k\.?|japan|sweden)$/i
const addressLine =
  /^\d+[A-Z]?(?:-\d+)?\s+\S|^(?:p\.?\s?o\.?\s?box|post office box|box|lockbox|dept\.?(?! of)|department(?! of)|attn:?|attention|c\/o|suite|ste\.?|unit|floor|building|bldg|rr|mail ?stop|drawer|caller|one|loan servicing|payment processing|title operations)\b|straße|strasse|(?<!#)\b\d+[a-z]?$/i
const street = /^\d+ .*\b(?:st|ave|rd|dr|blvd|way|ln)\b/i
const longestBlock = 6

export function isAddressLine(text: string): boolean {
  return addressLine.test(text.trim()) && !/\d{1,2}[/-]\d{1,2}[/-]\d{2}/.test(text)
}

export function isCityLine(text: string): boolean {
  return cityAtEnd.test(text) || europeanCity.test(text.trim())
}

const roles: readonly (readonly [Role, RegExp])[] = [
  ['courier', /overnight|courier|express(?: mail| delivery)|wire|physical (?:address|delivery)|fedex|ups\b/i],
  [
    'remit',
    /\bremit|(?:mail|send|forward|submit)\b.{0,24}\b(?:payments?|checks?|payoffs?|coupon|application)\b.{0,24}\bto:?$|(?:checks?|payment|payable)\b.{0,30}\bto:?$|\bpay(?:able)? (?:only )?to|assigned to|lockbox address|(?:payment|payoff) (?:mailing )?address/i,
  ],
  [
    'bill',
    /\b(?:bill(?:ed)?|sold|ship(?:ped)?|deliver(?:ed)?|invoice(?:d)?|charge|service|prepared|issued|rendered|customer)[ -]?(?:to|for|address|location)\b|^(?:customer|buyer|dealer|client|attention|prepared for|for|to|ship|bill|owner|account|job site|site|location|dealership|consignee|lessee|insured|mailing address|delivery address|service at|seller)(?: name)?:?$/i,
  ],
  ['from', /^(?:from|vendor|supplier|payee|merchant|remitter|issued by|provider|contractor):?$/i],
]

export function roleOf(text: string): Role {
  return roles.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? 'none'
}

/** True for lines with a city and its postal code, or an address abroad. */
export function hasCity(lines: readonly string[]): boolean {
  return lines.some((line) => cityAtEnd.test(line) || (europeanCity.test(line) && !street.test(line)))
}

/** Finds addresses by their last line, a city with its postal code, and reads upward. */
export function addressBlocks(segments: readonly Segment[]): AddressBlock[] {
  const blocks: AddressBlock[] = []
  for (const segment of segments) {
    const sender = senderLine(segment)
    if (sender) blocks.push(sender)
    const below = segments.find((other) => nextAbove(other, segments) === segment && country.test(other.text.trim()))
    if (cityAtEnd.test(segment.text)) blocks.push(blockEndingAt(segment, segments, below))
    else if (below && europeanCity.test(segment.text.trim())) blocks.push(blockEndingAt(segment, segments, below))
  }
  return blocks
}

/** The sender over the window of a letter, on one line: `Name GmbH · Hafenstr. 27 · 28217 Bremen`. */
function senderLine(segment: Segment): AddressBlock | undefined {
  const { left, top, right, bottom, page, size, words } = segment
  const [name, ...lines] = segment.text.split(/\s*[·•|]\s*/)
  if (!name || lines.length !== 2 || !europeanCity.test(lines[1] ?? '')) return undefined
  const named = Object.assign({ ...segment }, { text: name, words: words.slice(0, name.split(' ').length) })
  return { left, top, right, bottom, page, size, lines, role: 'from', name: named, certainty: certaintyOf([segment]) }
}

/** The only address without a label that has a post office box, in the lower half of the page, as on coupons. */
export function lonePostBox(blocks: readonly AddressBlock[], segments: readonly Segment[]): AddressBlock | undefined {
  const last = Math.max(...segments.map(({ bottom }) => bottom))
  const [only, ...others] = blocks.filter(
    (block) => block.role === 'none' && block.name && block.top > last / 2 && hasPostBox(block),
  )
  return others.length === 0 ? only : undefined
}

export function hasPostBox({ lines }: AddressBlock): boolean {
  return /\bp\.?\s?o\.?\s?box\b/i.test(lines.join('\n'))
}

/** Captions that forms print between the lines of an address. */
const caption = /^\d+\s+(?:address|city|name|street)|^(?:street address|city,? ?\/?state|city\/st)/i

function blockEndingAt(last: Segment, all: readonly Segment[], below: Segment | undefined): AddressBlock {
  const stack = [...streetBeside(last), last]
  const isWhole = linesOfOne(last.text).length > 1
  let role = roleBeside(last)
  let top: Segment | undefined = nextAbove(last, all)
  while (top && stack.length < longestBlock && role === 'none' && !(isWhole && stack.length > 1)) {
    // Captions of a form begin elsewhere than the values between them.
    if (caption.test(top.text)) {
      top = nextAbove(Object.assign({ ...top }, { left: stack[0]?.left ?? top.left }), all)
      continue
    }
    // Under a letter's date is its recipient.
    role = dateIn(top.text) ? 'bill' : labelAbove(top)
    if (role !== 'none' || endsBlock(top, isWhole)) break
    stack.unshift(top)
    role = roleBeside(top)
    top = nextAbove(top, all)
  }
  return blockOf(below && isForeign(last.text) ? [...stack, below] : stack, role)
}

/** The street, if a form has it on the same line as the city. */
function streetBeside(last: Segment): Segment[] {
  const [label, street] = leftOf(last)
  // A bullet that readers don't know leaves a gap between street and city.
  if (label && isAddressLine(label.text) && last.left - label.right < 2.2 * last.size) return [label]
  return street && caption.test(label?.text ?? '') && isAddressLine(street.text) ? [street] : []
}

function labelAbove({ text }: Segment): Role {
  return isAddressLine(text) ? 'none' : roleOf(text)
}

/** True for a line that isn't part of the address below it. */
function endsBlock({ text }: Segment, isWhole: boolean): boolean {
  if ((isWhole && isAddressLine(text)) || cityAtEnd.test(text)) return true
  if (/^attn/i.test(text)) return false
  return (
    /:\s*\S*$|^(?:invoice|date|due|terms|account|order|page|phone|tel|fax|customer)\b.*\d/i.test(text) ||
    isNumbered(text)
  )
}

/** True for a line that ends with a number, such as `Order #4100`, unless that is a suite. */
function isNumbered(text: string): boolean {
  return /#\s*\S*$/.test(text) && !isAddressLine(text)
}

/** The next line up: close, and aligned at the left, right, or in the center. */
function nextAbove(segment: Segment, all: readonly Segment[]): Segment | undefined {
  const next = above(segment, all, 2)
  if (!next) return undefined
  const size = Math.max(segment.size, 6)
  const isClose = segment.top - next.bottom <= 1.25 * size
  if (!isClose && !isAddressLine(next.text) && !caption.test(next.text)) return undefined
  const isLeft = Math.abs(next.left - segment.left) < 1.3 * size
  const isRight = Math.abs(next.right - segment.right) < 0.65 * size
  const isCentered = Math.abs(next.left + next.right - segment.left - segment.right) < 2.6 * size
  return isLeft || isCentered || isRight ? next : undefined
}

/** Countries are part of addresses abroad only. */
function isForeign(text: string): boolean {
  return !new RegExp(`\\b(?:${states})\\.?,?\\s+\\d{5}`).test(text)
}

function roleBeside(segment: Segment): Role {
  const left = leftOf(segment)[0]
  return left && segment.left - left.right < 6 * Math.max(segment.size, 6) ? roleOf(left.text) : 'none'
}

function blockOf(stack: readonly Segment[], role: Role): AddressBlock {
  const legalAt = stack.findLastIndex(({ text }) => legalForm.test(text) && !isCityLine(text) && !nameInLine(text))
  const firstAddress = stack.findIndex(({ text }, at) => at > legalAt && (isAddressLine(text) || isCityLine(text)))
  const names = stack.slice(0, Math.max(0, firstAddress)).filter((one) => certaintyOf([one]) >= legible)
  const own = stack.slice(Math.max(0, firstAddress))
  const [first] = own
  const inLine = first && nameInLine(first.text)
  const [name = inLine && first && Object.assign({ ...first }, { text: inLine.name }), ...others] = fromLegalName(
    names.filter(({ text }) => !telephone.test(text)),
  )
  const extra = others.filter(({ text }) => !motto.test(text))
  const lines = [...extra.map(({ text }) => text), ...own.flatMap(({ text }) => linesOfOne(text))].flatMap(plainLine)
  const box = boxAround(own)
  return {
    ...box,
    page: own[0]?.page ?? 1,
    role,
    name,
    lines,
    size: own[0]?.size ?? 8,
    certainty: certaintyOf([...extra, ...own]),
  }
}

/** A logo or brand can stand over the name with the legal form, which is the one on checks. */
function fromLegalName(names: readonly Segment[]): readonly Segment[] {
  return names.slice(
    Math.max(
      0,
      names.findLastIndex(({ text }) => legalForm.test(text)),
    ),
  )
}

const legalForm = /\b(?:inc|llc|l\.l\.c|corp|corporation|ltd|llp|pllc|gmbh)\b\.?/i
const telephone = /^\W*(?:(?:phone|tel)\W*)?\d{3}\W{1,2}\d{3}\W\d{4}$/i

/** What businesses print below their names. */
const motto = /\bat law\b|\b(?:certified|licensed|insured|since|family|accountants|established|division of)\b/i

/** Lines that a reader could hardly read aren't part of an address. */
const legible = 50

function certaintyOf(segments: readonly Segment[]): number {
  return Math.min(...segments.flatMap(({ words }) => words.map(({ certainty }) => certainty)))
}

/** A name before the street on the same line: `Larkmoor LLC, PO Box 94417`. */
function nameInLine(text: string): { name: string; rest: string } | undefined {
  const [, name, rest] = /^([^\d].*?),\s*((?:p\.?\s?o\.?\s?box|\d+)\b.*)$/i.exec(text) ?? []
  return name && rest && legalForm.test(name) && !isAddressLine(name) ? { name, rest } : undefined
}

/** Words such as a name or a motto that a reader joined with the street after them. */
const wordsBeforeStreet =
  /^(?!.*\b(?:highway|hwy|route|road|box|suite|building|bldg|floor|unit|state|county)\b.*\d)[^\d,]{10,}?\s(?=\d+ (?:[NSEW] )?[A-Z].*\b(?:st|street|ave|avenue|blvd|rd|dr|drive|way|plaza|lane|ln|ct|court|pkwy|parkway|tower|square)\b)/i

const lineLabel =
  /^(?:(?:home|head|main|corporate|mailing|business) (?:office|address)|office|address|headquarters)\b[:\s-]*/i

/** A line without what labels it, such as `Home office` or `24 HR RECOVERY - `; nothing if that is all. */
function plainLine(line: string): string[] {
  if (/^(?:service|branch|store|plant) (?:location|office|no\.?|#)/i.test(line) || telephone.test(line)) return []
  const after = /[a-z].* [-–] (\d+ .+)$/i.exec(line)?.[1] ?? nameInLine(line)?.rest
  const plain = (after && isAddressLine(after) ? after : line).replace(lineLabel, '').replace(wordsBeforeStreet, '')
  return plain === '' ? [] : [plain]
}

/** Separates an address on one line: `88 Sequoia Lane, Eureka, CA 95501` has two lines. */
function linesOfOne(text: string): string[] {
  const pieces = text.split(/\s*[·•|]\s*/)
  const at = pieces.findIndex((part) => cityAtEnd.test(part))
  const [before, plain] = [pieces[at - 1], pieces[at] ?? text]
  if (before && isAddressLine(before)) return [before.trim(), ...linesOfOne(plain)]
  const city = cityAtEnd.exec(plain)
  if (!city) return [plain.trim()]
  const parts = plain.slice(0, city.index + city[0].length).split(/,\s*/)
  const state = new RegExp(`^${postalCode}$`).test(parts.at(-1) ?? '')
  const tail = state ? 2 : 1
  if (parts.length <= tail) return [plain.slice(0, city.index + city[0].length).trim()]
  const street = parts.slice(0, -tail).join(', ').trim()
  return [street, parts.slice(-tail).join(', ').trim()]
}
