import { readFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import { commentEndpoints as comments } from '@check-requests/domain/check-requests/comments/endpoints.ts'
import { attachmentEndpoints as attachments } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { organizationEndpoints as organization } from '@check-requests/domain/organization/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../platform/crypto/hashes.ts'
import { addDocument, jpegOf, ownedPdfOf, pdfOf, pngOf } from '../../testing/documents.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import type { PersonName } from '../../testing/organization.ts'
import { readPdf } from '../../testing/pdf-reading.ts'
import { textsOf } from '../../testing/pdf-text.ts'
import { bring, raise } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { merge } from './documents/merge.ts'

onOneDatabase('case files on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const fetchFile = async (person: PersonName, id: number) =>
    (await world.as(person)).send('GET', `/api/v1/check-requests/${id}/case-file`)

  test('includes the request, its history, its comments, and its documents in the case file', async () => {
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
    // Text in other scripts uses separate fonts, so the PDF reader returns it in separate pieces.
    const all = pages.flat().join('')
    for (const line of [
      `Case File ${request_number}`,
      '$1,250.50',
      'Renée Çelik',
      '日本 Motors',
      'Ödegård № 7',
      'NotesabPayee',
      'Raised this request',
      'Check number ',
      `Is this right, @approver-group Tester?`,
      'invoice.pdf',
      `Pages ${own + 1} to ${own + 3} of this file`,
      `Page ${own + 4} of this file`,
      'Case files don’t include tax forms. Open this document from the check request.',
      'Document: was wrong.jpg, now nothing',
      'Removed by requester-group Tester, ',
      `Page ${own + 5} of this file`,
    ])
      expect(all).toContain(line)
    expect(all).toContain(sha256(invoice))
    expect(document.getPageCount()).toBe(own + 5)
    expect(file.bytes.includes('Secret tax number')).toBe(false)
    expect(all).not.toContain('Audit Trail')
    const ofAdmin = (await textsOf((await fetchFile('admin-group', id)).bytes)).flat()
    expect(ofAdmin).toContain('Audit Trail')
  })

  test('shows times in the dealership’s time zone in the case file', async () => {
    const params = { id: world.ids.places['NWG/HON'] }
    const body = { time_zone: 'Pacific/Honolulu' }
    await (await world.as('admin-group')).call(organization.updateDealership, { params, body })
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

  test('returns case files only to users who can see the request', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    for (const person of ['requester-eastside', 'admin-eastside', 'requester-honda'] as const)
      expect((await fetchFile(person, id)).status).toBe(404)
    expect((await world.anyone.send('GET', `/api/v1/check-requests/${id}/case-file`)).status).toBe(401)
  })

  test('prints a long history on several pages of the case file, and includes every page of each document', async () => {
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

test('includes an encrypted document that opens without a password, whatever permissions it has', async () => {
  const kept = await readFile(new URL('../../testing/fixtures/owner-password-only.pdf', import.meta.url))
  const files = [kept, await ownedPdfOf('Payoff of a loan', false), await ownedPdfOf('Payoff of a lease', true)]
  const into = await PDFDocument.create()
  for (const file of files) expect(await merge(into, file, 'application/pdf')).toBe(1)
  const pages = await readPdf(await into.save())
  expect(
    pages.map(
      ({ texts }) =>
        texts
          .map(({ text }) => text)
          .join(' ')
          .split(' -')[0],
    ),
  ).toEqual(['Payoff letter', 'Payoff of a loan', 'Payoff of a lease'])
})
