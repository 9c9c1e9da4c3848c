import { Readable } from 'node:stream'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { jpegOf, pdfOf, pngOf } from '../../testing/documents.ts'
import { CaseFilesHere } from '../../testing/documents-here.ts'
import { textsOf } from '../../testing/pdf-text.ts'
import { CaseFiles, type Limits } from './documents/make.ts'
import { placed, uprightOf, withoutFill } from './documents/merge.ts'

/** A JPEG with this Exif orientation, in either byte order. */
function heldAs(orientation: number, order: 'II' | 'MM'): Buffer {
  const tiff = Buffer.alloc(26)
  const isLittle = order === 'II'
  const short = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  const long = (value: number, at: number) => (isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at))
  tiff.write(order, 0, 'latin1')
  short(42, 2)
  long(8, 4)
  short(1, 8)
  short(0x0112, 10)
  short(3, 12)
  long(1, 14)
  short(orientation, 18)
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  const jpeg = jpegOf()
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)])
}

type Corner = readonly [x: number, y: number]
const corners = { 'top left': [0, 30], 'top right': [40, 30], 'bottom left': [0, 0], 'bottom right': [40, 0] } as const
type CornerName = keyof typeof corners

/** The corners where the first row begins and ends for each orientation, from the Exif specification. */
const firstRow: readonly (readonly [orientation: number, begins: CornerName, ends: CornerName])[] = [
  [1, 'top left', 'top right'],
  [2, 'top right', 'top left'],
  [3, 'bottom right', 'bottom left'],
  [4, 'bottom left', 'bottom right'],
  [5, 'top left', 'bottom left'],
  [6, 'top right', 'bottom right'],
  [7, 'bottom right', 'top right'],
  [8, 'bottom left', 'top left'],
  [9, 'top left', 'top right'],
]

test.each(firstRow)(
  'draws the first row of a photograph with orientation %i, from corner %s to corner %s',
  (orientation, from, to) => {
    for (const order of ['II', 'MM'] as const) {
      const [a, b, c, d, e, f] = placed(uprightOf(heldAs(orientation, order)), 40, 30)
      const at = ([x, y]: Corner) => [a * x + c * y + e, b * x + d * y + f].map((value) => value + 0)
      expect([at([0, 1]), at([1, 1])]).toEqual([corners[from], corners[to]])
    }
  },
)

test('doesn’t rotate a picture whose orientation is missing or truncated', () => {
  const asItIs = { isMirrored: false, turn: 0 }
  expect(uprightOf(jpegOf())).toEqual(asItIs)
  const cut = heldAs(6, 'MM').subarray(0, 30)
  for (let length = 0; length <= cut.length; length += 1) expect(uprightOf(cut.subarray(0, length))).toEqual(asItIs)
})

test('skips fill bytes before a segment, and reads the orientation after them', () => {
  const jpeg = heldAs(6, 'II')
  const filled = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xff]), jpeg.subarray(2)])
  expect(withoutFill(filled)).toEqual(jpeg)
  expect(withoutFill(jpeg)).toEqual(jpeg)
  expect(uprightOf(withoutFill(filled))).toEqual({ isMirrored: false, turn: 90 })
})

type Merged = { readonly name: string; readonly type: string; readonly bytes: Buffer }
const fileOf = async (documents: readonly Merged[], limits?: Limits) => {
  const listed = documents.map(({ name, type, bytes }) => {
    return { name, lines: [], merged: { type, size: bytes.length } }
  })
  const none = { sections: [], history: [], comments: [], checks: [], closing: [] }
  const contents = { title: 'T', subtitle: 'S', foot: 'F', ...none, documents: listed }
  const read = async (index: number) => Readable.from([documents[index]?.bytes])
  const caseFiles = limits ? new CaseFiles(limits) : new CaseFilesHere()
  return (await caseFiles.make(contents, read, 'NWG')) ?? Buffer.alloc(0)
}
const make = async (documents: readonly Merged[], limits?: Limits) => {
  const pages = await textsOf(await fileOf(documents, limits))
  return { pages: pages.length, places: pages.flat().filter((text) => /this file|check request/.test(text)) }
}

test('lists documents that need too much memory without including them, and creates the rest of the case file', async () => {
  // This picture has 400 million pixels, compressed to a tiny file.
  const large = { name: 'large.png', type: 'image/png', bytes: pngOf(20_000, 20_000) }
  const small = { name: 'small.pdf', type: 'application/pdf', bytes: await pdfOf('Small') }
  const tooLarge = 'The documents together are too large for this file. Open this document from the check request.'
  expect(await make([small, large], { one: 60_000, all: 60_000, whole: 60_000 })).toEqual({
    pages: 1,
    places: [tooLarge, tooLarge],
  })
})

test('keeps hidden layers hidden when documents with layers are merged (D1)', async () => {
  const documents = [
    '/D<</ON[6 0 R]/OFF[7 0 R]>>',
    '/D<</BaseState/OFF/ON[6 0 R]>>',
    '/D<</OFF[6 0 R]>>',
    '/D<<>>',
  ].map((setting) => ({ name: 'layers.pdf', type: 'application/pdf', bytes: layeredPdf(setting) }))
  const file = await fileOf(documents)
  const task = getDocument({ data: Uint8Array.from(file), verbosity: 0 })
  const layers = await (await task.promise).getOptionalContentConfig()
  const shown = [...(layers as Iterable<[string, { name: string; visible: boolean }]>)].map(([, one]) => one)
  await task.destroy()
  expect(shown.map(({ name, visible }) => `${name} ${visible}`)).toEqual([
    ...['Amount true', 'Stamp false', 'Amount true', 'Stamp false'],
    ...['Amount false', 'Stamp true', 'Amount true', 'Stamp true'],
  ])
})

/** A PDF form with one amount field. `more` has further entries for the field, such as its stored drawing. */
function formPdf(settings: string, more = '', value = '($18,250.00)'): Buffer {
  const earlier = 'BT /F 18 Tf 2 8 Td ($1.00) Tj ET'
  return filePdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]/DR<</Font<</F 5 0 R>>>>/DA(/F 18 Tf 0 g)${settings}>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Annots[6 0 R]/Resources<</Font<</F 5 0 R>>>>>>',
    streamOf('BT /F 18 Tf 72 700 Td (Good through Dec 5:) Tj ET'),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(amount)/V${value}/DA(/F 18 Tf 0 g)/Rect[72 640 300 670]/F 4/P 3 0 R${more}>>`,
    streamOf(earlier, '/Type/XObject/Subtype/Form/BBox[0 0 228 30]/Resources<</Font<</F 5 0 R>>>>'),
  ])
}

/** The texts that PDF.js draws on the last page, including form fields. */
async function drawnOnLastPage(file: Buffer): Promise<string[]> {
  const task = getDocument({ data: Uint8Array.from(file), verbosity: 0 })
  const opened = await task.promise
  const { fnArray, argsArray } = await (await opened.getPage(opened.numPages)).getOperatorList()
  await task.destroy()
  return fnArray.flatMap((operator, at) => {
    if (operator !== OPS.showText) return []
    const glyphs = argsArray[at][0] as ({ unicode: string } | number)[]
    return [glyphs.map((glyph) => (typeof glyph === 'number' ? '' : glyph.unicode)).join('')]
  })
}

test.each([
  ['the value of a form without stored drawings', '/NeedAppearances true', '', '$18,250.00'],
  ['the value of a form whose stored drawing is out of date', '/NeedAppearances true', '/AP<</N 7 0 R>>', '$18,250.00'],
  ['the stored drawing of a form that doesn’t ask for redrawing', '', '/AP<</N 7 0 R>>', '$1.00'],
  ['an empty field if the form neither stores a drawing nor asks for one', '', '', undefined],
])('draws %s in the case file as in the viewer', async (_, settings, more, amount) => {
  const bytes = formPdf(settings, more)
  const shown = ['Good through Dec 5:', amount].filter((text) => text !== undefined)
  const file = await fileOf([{ name: 'payoff.pdf', type: 'application/pdf', bytes }])
  expect([await drawnOnLastPage(bytes), await drawnOnLastPage(file)]).toEqual([shown, shown])
})

/** Encodes a text for a PDF. */
const written = (text: string) => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`

test.each([
  ['in another script', '日本 Motors', ''],
  ['with Latin letters that the form font lacks', 'Łódź', ''],
  ['on several lines', '東京\n大阪', '/Ff 4096'],
])('draws a value %s in a form that leaves drawing to the viewer', async (_, value, more) => {
  const bytes = formPdf('/NeedAppearances true', more, written(value))
  const file = await fileOf([{ name: 'payoff.pdf', type: 'application/pdf', bytes }])
  const [, ...drawn] = await drawnOnLastPage(file)
  expect(drawn.join('')).toBe(value.replace('\n', ''))
})

test('omits a form from the case file if a field is too small for text in another script', async () => {
  const bytes = formPdf('/NeedAppearances true', '/MK<</R 90>>', written('日本'))
  expect(await make([{ name: 'payoff.pdf', type: 'application/pdf', bytes }])).toEqual({
    pages: 1,
    places: ['This document couldn’t be included. Open it from the check request.'],
  })
})

test('includes pictures with fill bytes or trailing bytes (D5)', async () => {
  const jpeg = jpegOf()
  const filled = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xff]), jpeg.subarray(2)])
  const pictures = [
    { name: 'filled.jpg', type: 'image/jpeg', bytes: filled },
    { name: 'longer.png', type: 'image/png', bytes: Buffer.concat([pngOf(2, 2), Buffer.from('and more')]) },
  ]
  expect(await make(pictures)).toEqual({ pages: 3, places: ['Page 2 of this file', 'Page 3 of this file'] })
})

test('omits only the document that takes too long (L4)', async () => {
  const type = 'application/pdf'
  const [first, third] = [await pdfOf('First'), await pdfOf('Third')].map((bytes) => ({ name: 'a.pdf', type, bytes }))
  const slow = { name: 'slow.pdf', type, bytes: slowPdf() }
  const documents = [first, slow, third].filter((one) => one !== undefined)
  expect(await make(documents, { one: 1500, all: 8000, whole: 18_000 })).toEqual({
    pages: 3,
    places: [
      'Page 2 of this file',
      'This document takes too long to include. Open it from the check request.',
      'Page 3 of this file',
    ],
  })
})

/** A PDF that takes seconds to merge, because its page refers to 400,000 objects. */
function slowPdf(): Buffer {
  const many = Array.from({ length: 400_000 }, (_, index) => index + 5)
  return filePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Many 4 0 R>>>>',
    `[${many.map((number) => `${number} 0 R`).join(' ')}]`,
    ...many.map(() => '<</A 1>>'),
  ])
}

/** A PDF with two layers, and a setting for which ones are shown. */
function layeredPdf(setting: string): Buffer {
  const words = '/OC /A BDC BT /F 24 Tf 72 640 Td (Total) Tj ET EMC /OC /B BDC BT /F 24 Tf 72 600 Td (Void) Tj ET EMC'
  const resources = '/Resources<</Font<</F 5 0 R>>/Properties<</A 6 0 R/B 7 0 R>>>>'
  return filePdf([
    `<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[6 0 R 7 0 R]${setting}>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R${resources}>>`,
    streamOf(words),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Type/OCG/Name(Amount)>>',
    '<</Type/OCG/Name(Stamp)>>',
  ])
}

/** A PDF with these objects, numbered from 1. The first object is the catalog. */
function filePdf(objects: readonly string[]): Buffer {
  const numbered = objects.map((object, index) => `${index + 1} 0 obj${object}endobj`)
  return Buffer.from(`%PDF-1.6\n${numbered.join('\n')}\ntrailer<</Root 1 0 R>>\n%%EOF`)
}

function streamOf(content: string, entries = ''): string {
  return `<</Length ${content.length}${entries}>>stream\n${content}\nendstream `
}
