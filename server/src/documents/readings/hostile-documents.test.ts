import { deflateSync } from 'node:zlib'
import { PDFDocument, setTextRenderingMode, TextRenderingMode } from '@cantoo/pdf-lib'
import { filledValues } from '@check-requests/domain/documents/readings/filling.ts'
import { expect, test } from 'vitest'
import { pdfOf, pngOf } from '../../testing/documents.ts'
import { Pages } from './documents/pages.ts'
import { Readings } from './documents/read.ts'
import { readDocument } from './documents/read-document.ts'

const orders = { type: 'application/pdf', known: { payees: [], own: [] } } as const
const patience = 120_000

test('fills no amount where the text layer says another one than the page shows (decision 180)', {
  timeout: patience,
}, async () => {
  const { documents, reader } = await readDocument(await lyingPdf('$946.70', '$646.70'), orders)
  expect(reader).toBe('text')
  expect(documents[0]?.fields.amount?.[0]).toMatchObject({ value: '646.70', agreed: false })
  expect(filledValues(documents[0]?.fields ?? {})).not.toHaveProperty('amount')
  const honest = await readDocument(await lyingPdf('$646.70', '$646.70'), orders)
  expect(filledValues(honest.documents[0]?.fields ?? {})).toMatchObject({ amount: '646.70' })
})

test('reads the first three and last two pages of a long document', { timeout: patience }, async () => {
  const { words } = await readDocument(await pdfOf('Amount due $10.00 on this page', 300), orders)
  expect([...new Set(words.map(([page]) => page))]).toEqual([1, 2, 3, 299, 300])
})

test('gives up a document that takes too long', { timeout: patience }, async () => {
  const content = await pdfOf('Amount due $10.00')
  expect(await new Readings(1).read(once(content), orders)).toBeUndefined()
})

test('reads damaged files in its process or fails, and reads the next one', { timeout: 3 * patience }, async () => {
  const readings = new Readings()
  const whole = await pdfOf('Amount due $10.00 on this page')
  const png = pngOf(40, 40)
  const damaged = [whole.subarray(0, whole.length / 2), changed(whole, 200)]
  for (const content of damaged) await readings.read(once(content), orders).catch(() => undefined)
  await readings.read(once(png.subarray(0, 60)), { ...orders, type: 'image/png' }).catch(() => undefined)
  expect((await readings.read(once(whole), orders))?.reader).toBe('text')
})

function changed(content: Buffer, at: number): Buffer {
  const copy = Buffer.from(content)
  copy.fill(0x39, at, at + 40)
  return copy
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

/** A PDF that shows one amount and has another in its text. */
async function lyingPdf(shown: string, said: string): Promise<Uint8Array> {
  const visible = await PDFDocument.create()
  write(visible, shown)
  const pages = await Pages.open(await visible.save(), 'application/pdf')
  const { width, height, pixels } = await pages.draw(1)
  pages.close()
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([612, 792])
  page.drawImage(await pdf.embedPng(pngOf(width, height, deflateSync(rows))), { x: 0, y: 0, width: 612, height: 792 })
  page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible))
  write(pdf, said)
  return pdf.save()
}

function write(pdf: PDFDocument, amount: string): void {
  const page = pdf.getPageCount() === 0 ? pdf.addPage([612, 792]) : pdf.getPage(0)
  page.drawText('Invoice total and more words', { x: 60, y: 700, size: 11 })
  page.drawText('AMOUNT DUE', { x: 380, y: 400, size: 11 })
  page.drawText(amount, { x: 480, y: 400, size: 11 })
}
