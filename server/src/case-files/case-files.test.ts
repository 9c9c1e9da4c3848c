import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { PDFDocument } from '@cantoo/pdf-lib'
import { attachmentEndpoints as attachments } from '@check-requests/domain/attachments/endpoints.ts'
import { commentEndpoints as comments } from '@check-requests/domain/comments/endpoints.ts'
import { organisationEndpoints as organisation } from '@check-requests/domain/organisation/endpoints.ts'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../platform/random.ts'
import { addDocument, jpegOf, pdfOf, pngOf } from '../testing/documents.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organisation.ts'
import { readPdf } from '../testing/pdf-reading.ts'
import { textsOf } from '../testing/pdf-text.ts'
import { bring, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { CaseFiles, type Limits } from './documents/make.ts'
import { merge } from './documents/merge.ts'

onOneDatabase('case files on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const fetchFile = async (person: PersonName, id: number) =>
    (await world.as(person)).send('GET', `/api/v1/check-requests/${id}/case-file`)

  test('say what was asked, what happened and what was said, and hold the documents', async () => {
    const changes = {
      payee_name_1: 'Renée Çelik',
      payee_name_2: '日本 Motors',
      memo_line: 'Ödegård № 7',
      notes: 'a\nb',
    }
    const { id, request_number } = await raise(world, 'requester-group', 'NWG/TOY/SVC', changes)
    const requester = await world.as('requester-group')
    const invoice = await pdfOf('Invoice 4711', 3)
    const add = (name: string, content: Uint8Array, kind?: string) =>
      addDocument(requester, { request: id }, { name, content, ...(kind && { kind }) })
    await add('invoice.pdf', invoice, 'invoice')
    await add('photo.png', pngOf(40, 30))
    await add('w9.pdf', await pdfOf('Secret tax number'), 'tax-form')
    const removed = await add('wrong.jpg', jpegOf())
    await requester.call(attachments.remove, { params: { id: removed.data.id } })
    await add('scan.jpg', jpegOf())
    const text = `Is this right, @[${world.ids.people['approver-group']}]?`
    await requester.call(comments.write, { params: { id }, body: { text } })
    await bring(world, id, 5)

    const file = await fetchFile('approver-group', id)
    expect(file.status).toBe(200)
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${request_number}-case-file.pdf"`,
      'cache-control': 'no-store',
    })
    const document = await PDFDocument.load(file.bytes)
    const pages = await textsOf(file.bytes)
    const own = pages.filter((texts) => texts.some((one) => one.startsWith(`${request_number} · made`))).length
    // A letter of another script is written apart, with a font of its own.
    const all = pages.flat().join('')
    for (const line of [
      `Case file ${request_number}`,
      '$1,250.50',
      'Renée Çelik',
      '[U+65E5][U+672C] Motors',
      'Ödegård № 7',
      'NotesabPayee',
      'Raised this request',
      'Check number ',
      `Is this right, @approver-group Tester?`,
      'invoice.pdf',
      `Pages ${own + 1} to ${own + 3} of this file`,
      `Page ${own + 4} of this file`,
      'Tax forms stay out of case files. Open it at the check request.',
      'Document: was wrong.jpg, now nothing',
      'Removed by requester-group Tester, ',
      `Page ${own + 5} of this file`,
    ])
      expect(all).toContain(line)
    expect(all).toContain(sha256(invoice))
    expect(document.getPageCount()).toBe(own + 5)
    expect(file.bytes.includes('Secret tax number')).toBe(false)
    expect(all).not.toContain('Audit trail')
    const ofAdmin = (await textsOf((await fetchFile('admin-group', id)).bytes)).flat()
    expect(ofAdmin).toContain('Audit trail')
  })

  test('say when in the time zone of the place', async () => {
    const params = { id: world.ids.places['NWG/HON'] }
    const body = { time_zone: 'Pacific/Honolulu' }
    await (await world.as('admin-group')).call(organisation.updateDealership, { params, body })
    const textOf = async (place: 'NWG/TOY/SVC' | 'NWG/HON/SVC') => {
      const { id } = await raise(world, 'requester-group', place)
      return (await textsOf((await fetchFile('approver-group', id)).bytes)).flat().join('')
    }
    expect(await textOf('NWG/TOY/SVC')).toContain('Request DateNov 20, 2026, 10:00 AM EST')
    const honda = await textOf('NWG/HON/SVC')
    expect(honda).toContain('Request DateNov 20, 2026, 5:00 AM HST')
    expect(honda).not.toContain('EST')
    expect(honda).not.toContain('UTC')
  })

  test('are made for those who see the request, and nobody else', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    for (const person of ['requester-eastside', 'admin-eastside', 'requester-honda'] as const)
      expect((await fetchFile(person, id)).status).toBe(404)
    expect((await world.anyone.send('GET', `/api/v1/check-requests/${id}/case-file`)).status).toBe(401)
  })

  type Merged = { readonly name: string; readonly type: string; readonly bytes: Buffer }
  const fileOf = async (documents: readonly Merged[], limits?: Limits) => {
    const listed = documents.map(({ name, type, bytes }) => {
      return { name, lines: [], merged: { type, size: bytes.length } }
    })
    const none = { sections: [], history: [], comments: [], checks: [], closing: [] }
    const contents = { title: 'T', subtitle: 'S', foot: 'F', ...none, documents: listed }
    const read = async (index: number) => Readable.from([documents[index]?.bytes])
    return (await new CaseFiles(limits).make(contents, read, 'NWG')) ?? Buffer.alloc(0)
  }
  const make = async (documents: readonly Merged[], limits?: Limits) => {
    const pages = await textsOf(await fileOf(documents, limits))
    return { pages: pages.length, places: pages.flat().filter((text) => /this file/.test(text)) }
  }

  test('documents that take too much memory are listed, and the rest of the file is made', async () => {
    // 400 million pixels, which are next to nothing as they are stored.
    const large = { name: 'large.png', type: 'image/png', bytes: pngOf(20_000, 20_000) }
    const small = { name: 'small.pdf', type: 'application/pdf', bytes: await pdfOf('Small') }
    const tooLarge = 'Together the documents are too large for this file. Open it at the check request.'
    expect(await make([small, large], { one: 60_000, all: 60_000, whole: 60_000 })).toEqual({
      pages: 1,
      places: [tooLarge, tooLarge],
    })
  })

  test('layers that a document hides stay hidden, beside those of other documents (D1)', async () => {
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

  test('pictures with fill bytes, or with bytes after their end, have their page (D5)', async () => {
    const jpeg = jpegOf()
    const filled = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xff]), jpeg.subarray(2)])
    const pictures = [
      { name: 'filled.jpg', type: 'image/jpeg', bytes: filled },
      { name: 'longer.png', type: 'image/png', bytes: Buffer.concat([pngOf(2, 2), Buffer.from('and more')]) },
    ]
    expect(await make(pictures)).toEqual({ pages: 3, places: ['Page 2 of this file', 'Page 3 of this file'] })
  })

  test('a document that takes too long is left out alone (L4)', async () => {
    const type = 'application/pdf'
    const [first, third] = [await pdfOf('First'), await pdfOf('Third')].map((bytes) => ({ name: 'a.pdf', type, bytes }))
    const slow = { name: 'slow.pdf', type, bytes: slowPdf() }
    const documents = [first, slow, third].filter((one) => one !== undefined)
    expect(await make(documents, { one: 1500, all: 8000, whole: 18_000 })).toEqual({
      pages: 3,
      places: [
        'Page 2 of this file',
        'It takes too long to be put into this file. Open it at the check request.',
        'Page 3 of this file',
      ],
    })
  })

  test('a long history goes on, and a document of many pages is put in as a whole', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC', { notes: 'word '.repeat(390) })
    const requester = await world.as('requester-group')
    await addDocument(requester, { request: id }, { name: 'long.pdf', content: await pdfOf('Page', 120) })
    for (let index = 0; index < 40; index += 1)
      await requester.call(comments.write, {
        params: { id },
        body: { text: `${index} ${'x'.repeat(300)} end-${index}` },
      })
    const { bytes } = await fetchFile('requester-group', id)
    const pages = await textsOf(bytes)
    const all = pages.flat().join('\n')
    for (let index = 0; index < 40; index += 1) expect(all).toContain(`end-${index}`)
    const own = pages.filter((texts) => texts.some((one) => one.includes('· made'))).length
    expect(own).toBeGreaterThan(3)
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(own + 120)
    expect(all).toContain(`page ${own} of ${own}`)
  })
})

test('a document that opens without a password is put in as it reads, whatever its owner allows', async () => {
  const kept = await readFile(new URL('../testing/fixtures/owner-password-only.pdf', import.meta.url))
  const into = await PDFDocument.create()
  expect(await merge(into, kept, 'application/pdf')).toBe(1)
  const [page] = await readPdf(await into.save())
  expect(page?.texts.map(({ text }) => text)).toEqual(['Payoff letter - amount good through Dec 5:'])
})

/** A PDF that takes seconds to merge: its page refers to 400,000 objects. */
function slowPdf(): Buffer {
  const many = Array.from({ length: 400_000 }, (_, index) => index + 5)
  const objects = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Many 4 0 R>>>>endobj',
    `4 0 obj[${many.map((number) => `${number} 0 R`).join(' ')}]endobj`,
    ...many.map((number) => `${number} 0 obj<</A 1>>endobj`),
  ]
  return Buffer.from(`%PDF-1.4\n${objects.join('\n')}\ntrailer<</Root 1 0 R>>\n%%EOF`)
}

/** A PDF with two layers, and what it says of which are shown. */
function layeredPdf(setting: string): Buffer {
  const words = '/OC /A BDC BT /F 24 Tf 72 640 Td (Total) Tj ET EMC /OC /B BDC BT /F 24 Tf 72 600 Td (Void) Tj ET EMC'
  const resources = '/Resources<</Font<</F 5 0 R>>/Properties<</A 6 0 R/B 7 0 R>>>>'
  const objects = [
    `1 0 obj<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[6 0 R 7 0 R]${setting}>>>>endobj`,
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R${resources}>>endobj`,
    `4 0 obj<</Length ${words.length}>>stream\n${words}\nendstream endobj`,
    '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
    '6 0 obj<</Type/OCG/Name(Amount)>>endobj',
    '7 0 obj<</Type/OCG/Name(Stamp)>>endobj',
  ]
  return Buffer.from(`%PDF-1.6\n${objects.join('\n')}\ntrailer<</Root 1 0 R>>\n%%EOF`)
}
