import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, type PDFRef, PDFString } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { changedPdf, chunkOf, jpegOf, ownedPdfOf, pdfOf, pngOf } from '../../testing/documents.ts'
import { Inspections } from './documents/inspect.ts'
import { judge } from './documents/judge.ts'

const verdictOf = (content: Uint8Array) => judge(Buffer.from(content))

// The limits are long, because these tests don't measure time and might run on a busy machine.
const inspections = new Inspections({ one: 100_000, patience: 100_000 })

/** Inspects a file in a separate process, as the server does. */
async function inspected(content: Uint8Array) {
  async function* read() {
    for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
  }
  return inspections.inspect(read, 1)
}

type Change = (document: PDFDocument) => unknown

const action = (document: PDFDocument, values: Record<string, unknown>) =>
  document.catalog.set(PDFName.of('OpenAction'), document.context.obj(values as never))

const scripted: Record<string, Change> = {
  'a script': (document) => document.addJavaScript('a', 'app.alert(1)'),
  'a script that runs when it opens': (document) =>
    action(document, { S: 'JavaScript', JS: PDFString.of('app.alert(1)') }),
  'an action that starts a program': (document) => action(document, { S: 'Launch', F: PDFString.of('cmd.exe') }),
  'a form that submits itself': (document) => action(document, { S: 'SubmitForm', F: PDFString.of('http://x.test') }),
  'a link to another document': (document) => action(document, { S: 'GoToR', F: PDFString.of('other.pdf') }),
  'a link to an embedded file': (document) => action(document, { S: 'GoToE', T: { R: 'C' } }),
  'a movie': (document) => action(document, { S: 'Movie' }),
  'a movie that plays': (document) => action(document, { S: 'Rendition', OP: 0 }),
  'a web address that opens with the document': (document) =>
    action(document, { S: 'URI', URI: PDFString.of('http://x.test') }),
  'a web address that opens with a page': (document) => {
    const address = document.context.register(document.context.obj({ S: 'URI', URI: PDFString.of('http://x.test') }))
    const first = document.context.obj({ S: 'GoTo', Next: [address] } as never)
    document.getPage(0).node.set(PDFName.of('AA'), document.context.obj({ O: first } as never))
  },
  'layers that are turned off when it opens': (document) =>
    action(document, { S: 'SetOCGState', State: ['OFF', document.context.nextRef()] }),
  'an action whose kind is stored in a separate object': (document) =>
    action(document, { S: document.context.register(PDFName.of('Launch')), F: PDFString.of('cmd.exe') }),
  'an embedded file': (document) => document.attach(Buffer.from('MZ'), 'invoice.exe'),
  'an XFA form': (document) =>
    document.catalog.set(PDFName.of('AcroForm'), document.context.obj({ XFA: 'x' } as never)),
}

test.each(Object.entries(scripted))('refuses a compressed or uncompressed PDF with %s', async (_, change) => {
  for (const objectStreams of [true, false])
    expect(await verdictOf(await changedPdf(change, objectStreams))).toMatchObject({
      refused: 'unsafe',
      sentence:
        'This PDF contains scripts, automatic actions, or embedded files. Print it to a new PDF, and add that file.',
    })
})

/** Adds a clickable link to a web address to the first page. */
const link = (document: PDFDocument) => {
  const goes = { S: 'URI', URI: PDFString.of('http://x.test') }
  const annotation = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: goes }
  document.getPage(0).node.set(PDFName.of('Annots'), document.context.obj([annotation] as never))
}

const opensAt: Record<string, (page: PDFRef) => unknown> = {
  'a page': (page) => [page, 'Fit'],
  'a page through an action': (page) => ({ S: 'GoTo', D: [page, 'Fit'] }),
}

test.each(Object.entries(opensAt))('accepts a long PDF with a clickable link that opens at %s (D6)', async (_, at) => {
  const long = await changedPdf((document) => {
    for (let page = 1; page < 300; page += 1) document.addPage()
    link(document)
    document.catalog.set(PDFName.of('OpenAction'), document.context.obj(at(document.getPage(0).ref) as never))
  })
  expect(await verdictOf(long)).toEqual({ type: 'application/pdf' })
})

test('accepts a PDF with actions in an endless chain (D6)', async () => {
  const circle = await changedPdf((document) => {
    const ref = document.context.nextRef()
    document.context.assign(ref, document.context.obj({ S: 'Named', N: 'NextPage', Next: [ref, ref] }))
    document.catalog.set(PDFName.of('OpenAction'), ref)
  })
  expect(await verdictOf(circle)).toEqual({ type: 'application/pdf' })
})

test('accepts a PDF with a clickable web address, and refuses a PDF with an oversized picture (D6)', async () => {
  expect(await verdictOf(await changedPdf(link))).toEqual({ type: 'application/pdf' })
  const picture = (document: PDFDocument) => {
    const size = { Width: 12_000, Height: 12_000, ColorSpace: 'DeviceGray', BitsPerComponent: 8 }
    document.context.register(document.context.stream('x', { Type: 'XObject', Subtype: 'Image', ...size }))
  }
  expect(await verdictOf(await changedPdf(picture))).toEqual({
    refused: 'unsafe',
    sentence: 'A picture in this PDF has 12,000 × 12,000 pixels, which is too many to show. Use a smaller picture.',
  })
})

test('accepts extra bytes in a JPEG or PNG, and refuses an animated PNG (D5)', async () => {
  const jpeg = jpegOf()
  const filled = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xff, 0xff]), jpeg.subarray(2)])
  expect(await verdictOf(filled)).toEqual({ type: 'image/jpeg' })
  const png = pngOf(2, 2)
  expect(await verdictOf(Buffer.concat([png, Buffer.alloc(12)]))).toEqual({ type: 'image/png' })
  const frames = chunkOf('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
  expect(await verdictOf(Buffer.concat([png.subarray(0, 33), frames, png.subarray(33)]))).toEqual({
    refused: 'unsafe',
    sentence:
      'This picture is animated, so programs might show different frames. Save it as a still picture, and add the new file.',
  })
})

test('refuses a JPEG in printer colors, and explains how to save it', async () => {
  const frame = Buffer.from([0xff, 0xc0, 0, 20, 8, 0, 1, 0, 1, 4, ...[1, 2, 3, 4].flatMap((ink) => [ink, 0x11, 0])])
  const scan = Buffer.from([0xff, 0xda, 0, 2, 0xff, 0xd9])
  expect(await verdictOf(Buffer.concat([Buffer.from([0xff, 0xd8]), frame, scan]))).toEqual({
    refused: 'unsafe',
    sentence:
      'This picture uses printer colors (CMYK), so programs might show different colors. Save it as an RGB picture, and add the new file.',
  })
})

const pageTrees: Record<string, Change> = {
  'counts fewer pages than it has': (document) => {
    document.addPage()
    document.catalog.Pages().set(PDFName.of('Count'), document.context.obj(1))
  },
  'has a page that isn’t marked as a page': (document) => {
    const page = document.context.register(document.context.obj({ MediaBox: [0, 0, 9, 9] }))
    document.catalog.Pages().Kids().push(page)
    document.catalog.Pages().set(PDFName.of('Count'), document.context.obj(2))
  },
}

test.each(Object.entries(pageTrees))('refuses a PDF that %s', async (_, change) => {
  expect(await verdictOf(await changedPdf(change))).toEqual({
    refused: 'unsafe',
    sentence:
      'The page list in this PDF is incorrect, so programs might show different pages. Print it to a new PDF, and add that file.',
  })
})

test('detects a PDF name that is spelled with escapes', async () => {
  const plain = Buffer.from(await changedPdf(scripted['a script that runs when it opens'] as Change, false)).toString(
    'latin1',
  )
  const disguised = plain.replaceAll('/JavaScript', '/J#61vaScript').replaceAll('/JS', '/#4aS')
  expect(disguised).not.toBe(plain)
  expect(await verdictOf(Buffer.from(disguised, 'latin1'))).toMatchObject({ refused: 'unsafe' })
})

test('explains how to unlock a PDF that needs a password', async () => {
  const document = await PDFDocument.create()
  document.addPage()
  document.encrypt({ userPassword: 'secret', ownerPassword: 'other' })
  expect(await verdictOf(await document.save())).toEqual({
    refused: 'unsafe',
    sentence: 'This PDF is locked with a password. Save a copy without a password, and add the copy.',
  })
})

test('accepts an encrypted PDF that opens without a password, whatever permissions it has', async () => {
  const kept = await readFile(new URL('../../testing/fixtures/owner-password-only.pdf', import.meta.url))
  for (const owned of [kept, await ownedPdfOf('a', false), await ownedPdfOf('a', true)])
    expect(await verdictOf(owned)).toEqual({ type: 'application/pdf' })
})

test('refuses a PDF with endless pages or circular page references', async () => {
  expect(await verdictOf(await pdfOf('long', 301))).toMatchObject({
    refused: 'unsafe',
    sentence: 'This PDF has more than 300 pages. Add only the pages that the payment needs.',
  })
  const circle = await changedPdf((document) => {
    const pages = document.catalog.Pages()
    pages.set(PDFName.of('Kids'), document.context.obj([document.catalog.get(PDFName.of('Pages'))] as never))
  }, false)
  expect(await verdictOf(circle)).toMatchObject({ refused: 'unsafe' })
})

/** Creates a PDF with an object stream that unpacks to this many bytes. */
function bombPdf(unpacked: number): Buffer {
  const packed = deflateSync(Buffer.alloc(unpacked, ' '), { level: 9 })
  const head = `%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`
  return Buffer.concat([
    Buffer.from(head),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 2 0 R>>\n%%EOF\n'),
  ])
}

test('stops inspecting a PDF that unpacks to more than the available memory', async () => {
  expect(await inspected(await pdfOf('a'))).toEqual({ type: 'application/pdf' })
  expect(await inspected(bombPdf(1_000_000_000))).toEqual({
    refused: 'unsafe',
    sentence:
      'This file takes too much time or memory to open. Print it to a PDF with fewer pages, and add the new file.',
  })
})

test('refuses a PNG with more pixels than it declares and a PNG that is too large to show', async () => {
  const bomb = pngOf(10, 10, deflateSync(Buffer.alloc(200_000_000), { level: 9 }))
  expect(await verdictOf(bomb)).toMatchObject({ refused: 'unknown' })
  expect(await verdictOf(pngOf(50_000, 50_000, deflateSync(Buffer.alloc(1))))).toEqual({
    refused: 'unsafe',
    sentence: 'This picture has 50,000 × 50,000 pixels, which is too many to show. Use a smaller picture.',
  })
})

const archive = Buffer.from('PK\u0003\u0004…PK\u0005\u0006'.padEnd(40, '\0'), 'latin1')
const notDocuments: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
  'HTML named .pdf': () => Buffer.from('<html><script>alert(1)</script>%PDF-1.7'),
  'an SVG': () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'an archive': () => archive,
  'a program': () => Buffer.from('MZ\u0090'),
  'a PDF that is an archive too': async () => Buffer.concat([await pdfOf('a'), archive]),
  'a JPEG that is an archive too': () => Buffer.concat([jpegOf(), archive]),
  'a JPEG that is a PDF too': () =>
    Buffer.concat([jpegOf().subarray(0, 20), Buffer.from('%PDF-1.7'), jpegOf().subarray(20)]),
  'a PNG that ends early': () => pngOf(20, 20).subarray(0, -5),
  'a JPEG that ends early': () => jpegOf().subarray(0, -2),
  'a PDF that ends early': async () => (await pdfOf('a')).subarray(0, 60),
}

test.each(Object.entries(notDocuments))('refuses %s as an unknown file type', async (_, content) => {
  expect(await verdictOf(await content())).toMatchObject({ refused: 'unknown' })
})

test('ignores junk after the end of a PDF without slowing down', async () => {
  const pdf = await pdfOf('a')
  const junk = Buffer.concat([Buffer.from('\n…'), Buffer.alloc(70_000, ' ')])
  const timed = async (content: Buffer) => {
    const began = performance.now()
    expect(await verdictOf(content)).toEqual({ type: 'application/pdf' })
    return performance.now() - began
  }
  await timed(pdf)
  const alone = await timed(pdf)
  // Before the fix, reading the junk took 800 times as long.
  expect(await timed(Buffer.concat([pdf, junk]))).toBeLessThan(20 * alone + 500)
})

test('refuses a PDF with content after its end, because only some programs would show it', async () => {
  const later = Buffer.from('\n5 0 obj <</Length 4>> stream\nlater\nendstream endobj')
  expect(await verdictOf(Buffer.concat([await pdfOf('a'), later]))).toEqual({
    refused: 'unsafe',
    sentence:
      'This PDF has content after its end, so programs might show different documents. Print it to a new PDF, and add that file.',
  })
})

test('accepts a photograph with camera metadata and data appended by the camera', async () => {
  const says = Buffer.from('<script>alert(1)</script>')
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, says.length + 2]), says])
  const photograph = Buffer.concat([jpegOf().subarray(0, 2), comment, jpegOf().subarray(2), Buffer.from('SEFT')])
  expect(await verdictOf(photograph)).toEqual({ type: 'image/jpeg' })
})
