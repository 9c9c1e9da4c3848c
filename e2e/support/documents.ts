import { expect, type Locator, type Page } from '@playwright/test'
import { part } from './requests.ts'

/** The document section of a request or its form. */
export function documents(page: Page): Locator {
  return part(page, 'Documents')
}

/** The row of a document or upload. */
export function documentRow(page: Page, name: string): Locator {
  return documents(page).getByRole('listitem').filter({ hasText: name })
}

/** Waits until the upload has become a document, which takes a while on a busy machine. */
export async function expectAdded(page: Page, name: string): Promise<void> {
  await expect(documentRow(page, name)).toContainText(/ KB · /, { timeout: 30_000 })
}

/** Chooses files to be added. */
export async function addFiles(page: Page, ...files: FileForInput[]): Promise<void> {
  await documents(page).getByLabel('Documents', { exact: true }).setInputFiles(files)
}

/** A file for a file input. */
export interface FileForInput {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A PDF with one page for each of these texts. */
export function pdfFile(name: string, ...texts: string[]): FileForInput {
  return pdfOfPages(
    name,
    texts.map((text) => `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`),
  )
}

/** A text on a page, in points from the lower left corner. */
type Placed = readonly [x: number, y: number, text: string]

/** The sender above a document of Great Bend Tire Supply. */
export const tireSupply: readonly Placed[] = [
  [45, 740, 'Great Bend Tire Supply'],
  [45, 726, '4417 Commerce Drive'],
  [45, 712, 'Great Bend, KS 67530'],
]

/** The texts of an invoice for tires from Great Bend Tire Supply. */
export function tireInvoice(number: string, total: string): readonly Placed[] {
  return [
    ...tireSupply,
    [400, 740, 'INVOICE'],
    [400, 722, `Invoice No: ${number}`],
    [400, 708, 'Invoice Date: 10/14/2026'],
    [400, 694, 'PO Number: P44719'],
    [45, 640, 'Four tires, mounted and balanced'],
    [500, 640, total],
    [400, 600, 'Total Due'],
    [500, 600, `$${total}`],
  ]
}

/** A PDF whose pages have these texts in small print, like an invoice. */
export function paperFile(name: string, ...pages: (readonly Placed[])[]): FileForInput {
  const draw = ([x, y, text]: Placed) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`
  return pdfOfPages(
    name,
    pages.map((texts) => texts.map(draw).join('\n')),
  )
}

function pdfOfPages(name: string, contents: readonly string[]): FileForInput {
  const pages = contents.flatMap((content, index) => {
    return [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${2 * index + 5} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
      `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    ]
  })
  const kids = contents.map((_, index) => `${2 * index + 4} 0 R`).join(' ')
  return pdfOf(name, [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${contents.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages,
  ])
}

/** A PDF with these objects, the first of which is its catalog. */
export function pdfOf(name: string, objects: readonly string[]): FileForInput {
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(body + end, 'latin1') }
}

/** A JPEG like a camera's, with this size in pixels and this text in large letters. */
export async function photoFile(page: Page, name: string, text: string, [width, height] = [1200, 1600]) {
  const base64 = await page.evaluate(
    async ({ text, width, height }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('No canvas')
      context.fillStyle = '#f4efe4'
      context.fillRect(0, 0, width, height)
      context.fillStyle = '#222'
      context.font = `${Math.round(width / 12)}px sans-serif`
      context.fillText(text, width / 12, height / 6)
      for (let line = 3; line < 12; line += 1) context.fillRect(width / 12, (height / 14) * line, width * 0.7, 6)
      return canvas.toDataURL('image/jpeg', 0.8).split(',')[1] ?? ''
    },
    { text, width: width ?? 0, height: height ?? 0 },
  )
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') } satisfies FileForInput
}
