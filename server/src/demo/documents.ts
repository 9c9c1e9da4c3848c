import type { DocumentKind } from '@check-requests/domain/documents/attachments/fields.ts'
import { isVin } from '@check-requests/domain/documents/readings/values.ts'
import { addDays, type CalendarDate, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { type Cents, centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { attachToRequest } from '../documents/attachments/commands/attach.ts'
import type { ReceivedFile } from '../platform/files/stored-files.ts'
import type { Services } from '../services.ts'
import { groups } from './queries.ts'

/** What a document says. It agrees with its request, as an honest document does. */
export interface DocumentFacts {
  readonly purpose: string
  readonly payee: string
  readonly address: string
  readonly amount: Cents
  readonly day: CalendarDate
  /** The billed dealership, as `LAG/TOY`. */
  readonly dealership: string
  readonly invoiceNumber: string
  readonly vin?: string | null | undefined
  readonly poNumber?: string | null | undefined
  readonly remark?: string | undefined
  /** For a payoff letter. */
  readonly goodThrough?: string | null | undefined
  readonly perDiem?: Cents | null | undefined
}

interface Form {
  readonly kind: DocumentKind
  readonly title: string
  readonly total: string
  readonly items: readonly [string, string]
}

const claim = { kind: 'other', title: 'Refund Request', total: 'Total due' } as const
const invoice = { kind: 'invoice', title: 'Invoice', total: 'Amount due' } as const

const forms: Readonly<Record<string, Form>> = {
  'Customer refund': { ...claim, items: ['Service visit paid by card', 'Tax paid'] },
  'Deposit refund': { ...claim, items: ['Vehicle order deposit', 'Order fee'] },
  'We-owe': { ...claim, title: 'We-Owe', items: ['Work owed at delivery', 'Parts owed at delivery'] },
  'Warranty or service-contract cancellation': {
    ...claim,
    title: 'Cancellation',
    items: ['Unearned premium', 'Unearned fee'],
  },
  'Auction purchase': { ...invoice, items: ['Vehicle, sold as is', 'Buyer fee'] },
  'Title and registration': { ...invoice, kind: 'title', items: ['Title and plates', 'County fee'] },
  Parts: { ...invoice, items: ['Front brake kit', 'Ceramic pads, axle set'] },
  'Sublet repair': { ...invoice, kind: 'repair-order', items: ['Labor', 'Materials'] },
  Advertising: { ...invoice, items: ['Spots, drive time', 'Production'] },
  'Facility maintenance': { ...invoice, items: ['Labor', 'Replacement parts'] },
  'Expense reimbursement': {
    kind: 'receipt',
    title: 'Expense Report',
    total: 'Total due',
    items: ['Fuel, dealer trade', 'Meals'],
  },
  'Sales tax': { ...invoice, kind: 'other', title: 'Tax Due', items: ['State tax', 'County tax'] },
}

/** A document whose file is stored, but which belongs to no request yet. */
export interface StoredDocument extends DrawnDocument {
  readonly file: ReceivedFile
}

/**
 * Draws and stores the document that a requester gets from a payee. Storing a file waits for the disk, so the demo stores
 * many at once.
 */
export async function storeDocument(services: Services, facts: DocumentFacts): Promise<StoredDocument> {
  const drawn = facts.purpose === 'Payoff' ? payoffLetter(facts) : bill(facts)
  const received = await services.files.receive(contentOf(drawn.content), drawn.content.length)
  const stored = await received.keep()
  return { ...drawn, file: { ...received, keep: () => Promise.resolve(stored) } }
}

/** Adds a stored document to a request. Returns its id, and the request's version after that. */
export async function addDocument(
  services: Services,
  caller: Caller,
  requestId: number,
  { kind, name: fileName, file }: StoredDocument,
): Promise<{ readonly id: number; readonly version: number | undefined }> {
  const form = { file, fileName, fields: { kind } }
  const command = { caller, repeatable: undefined }
  const saved = await attachToRequest({ ...services, inspections }, command, requestId, () => Promise.resolve(form))
  return { id: saved.id, version: saved.request_version ?? undefined }
}

/** The demo's documents come from below, so that a process of its own for each would only cost time. */
const inspections = { inspect: () => Promise.resolve({ type: 'application/pdf' } as const) }

async function* contentOf(bytes: Buffer) {
  yield bytes
}

interface DrawnDocument {
  readonly kind: DocumentKind
  readonly name: string
  readonly content: Buffer
}

function bill(facts: DocumentFacts): DrawnDocument {
  const { kind, title, total, items } = forms[facts.purpose] ?? { ...invoice, items: ['Sponsorship', 'Printing'] }
  const { payee, address, amount, day, invoiceNumber, poNumber, vin, remark } = facts
  const page = new Page()
  page.text(50, 60, payee, { size: 18, bold: true }).lines(50, 78, address.split('\n'))
  page.text(400, 60, title, { size: 18 })
  const rows = [
    [kind === 'invoice' || kind === 'repair-order' ? 'Invoice number' : 'Reference', invoiceNumber],
    ['Date', formatDate(day)],
    ...(poNumber ? [['PO number', poNumber]] : []),
    ...(vin ? [['VIN', wholeVin(vin)]] : []),
  ]
  for (const [row, [label = '', value = '']] of rows.entries())
    page.text(400, 88 + row * 14, label, { bold: true }).text(482, 88 + row * 14, value)
  page.text(50, 170, 'Bill to', { bold: true }).lines(50, 184, billed(facts.dealership))
  page.text(50, 260, 'Description', { bold: true }).text(560, 260, 'Amount', { bold: true, right: true }).rule(266)
  // A fifth, rounded to quarters, is the second item.
  const second = Math.floor(amount / 500) * 100
  for (const [row, cents] of [amount - second, second].entries())
    page
      .text(50, 284 + row * 16, items[row] ?? '')
      .text(560, 284 + row * 16, formatDollars(centsToDollars(cents)), { right: true })
  page.rule(312).text(400, 332, total, { size: 11, bold: true })
  page.text(560, 332, formatDollars(centsToDollars(amount)), { size: 11, bold: true, right: true })
  page.text(50, 700, remark ?? 'Thank you for your business.', { bold: remark !== undefined })
  return { kind, name: `${title} ${invoiceNumber}.pdf`, content: page.toPdf() }
}

function payoffLetter({ payee, address, amount, day, dealership, invoiceNumber, vin, ...facts }: DocumentFacts) {
  const goodThrough = facts.goodThrough ?? addDays(day, 10)
  const perDiem = facts.perDiem ?? Math.round(amount / 4000)
  const page = new Page()
  page.text(50, 60, payee, { size: 18, bold: true }).lines(50, 78, address.split('\n'))
  page.text(50, 136, 'Payoff Letter', { size: 15, bold: true }).text(50, 156, `Date: ${formatDate(day)}`)
  page.lines(50, 186, billed(dealership))
  const rows = [
    ['Loan number', invoiceNumber],
    ...(vin ? [['VIN', wholeVin(vin)]] : []),
    ['Payoff amount', formatDollars(centsToDollars(amount))],
    ['Good through', formatDate(goodThrough)],
    ['Per diem', formatDollars(centsToDollars(perDiem))],
  ]
  for (const [row, [label = '', value = '']] of rows.entries())
    page.text(50, 266 + row * 18, label, { bold: true }).text(180, 266 + row * 18, value)
  page.lines(50, 390, [
    'We release our lien within ten days after the funds have cleared.',
    `Send the payoff to ${payee}, ${address.replaceAll('\n', ', ')}.`,
  ])
  const name = `Payoff letter ${invoiceNumber}.pdf`
  return { kind: 'payoff-letter', name, content: page.toPdf() } satisfies DrawnDocument
}

function billed(dealership: string): string[] {
  const [group, code] = dealership.split('/')
  const found = groups.find((row) => row.code === group)?.dealerships.find((row) => row.code === code)
  return found ? [found.name, found.address, `${found.city}, ${found.state} ${found.zip}`] : []
}

/** A VIN that ends with these digits, with a valid check digit in its ninth place. */
function wholeVin(lastDigits: string): string {
  const withCheck = (digit: string) => `1FMCU9G6${digit}NU${lastDigits.padStart(6, '0')}`
  return [...'0123456789X'].map(withCheck).find(isVin) ?? lastDigits
}

interface TextStyle {
  readonly size?: number
  readonly bold?: boolean
  /** Ends at `x`. Only for amounts and for words of the same length as these. */
  readonly right?: boolean
}

const pageHeight = 792
const digitWidth = 0.556

/** A letter-size PDF page in Helvetica, which every viewer has, so that a page takes a kilobyte. */
class Page {
  readonly #drawn: string[] = []

  text(x: number, y: number, text: string, { size = 10, bold = false, right = false }: TextStyle = {}): this {
    const left = right ? x - widthOf(text) * size : x
    this.#drawn.push(`BT /F${bold ? 2 : 1} ${size} Tf ${left.toFixed(2)} ${pageHeight - y} Td (${escaped(text)}) Tj ET`)
    return this
  }

  lines(x: number, y: number, texts: readonly string[]): this {
    for (const [row, text] of texts.entries()) this.text(x, y + row * 13, text)
    return this
  }

  rule(y: number): this {
    this.#drawn.push(`0.6 G 50 ${pageHeight - y} m 562 ${pageHeight - y} l S`)
    return this
  }

  toPdf(): Buffer {
    const stream = this.#drawn.join('\n')
    const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 ${pageHeight}]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>`,
      `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
      font('Helvetica'),
      font('Helvetica-Bold'),
    ]
    let pdf = '%PDF-1.4\n'
    const offsets = objects.map((object, index) => {
      const offset = pdf.length
      pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
      return `${String(offset).padStart(10, '0')} 00000 n \n`
    })
    const size = objects.length + 1
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\n`
    return Buffer.from(`${pdf}${table}startxref\n${pdf.length}\n%%EOF\n`, 'latin1')
  }
}

/** The width of an amount, or about that of a word, in units of the font size. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + ('.,'.includes(letter) ? digitWidth / 2 : digitWidth), 0)
}

function escaped(text: string): string {
  return text.replaceAll('’', '\u0092').replaceAll(/[()\\]/g, (letter) => `\\${letter}`)
}
