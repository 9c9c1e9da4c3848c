import { crc32, deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { attachmentEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import type { SavedAttachment } from '@check-requests/domain/documents/attachments/fields.ts'
import type { Client, Reply } from './client.ts'

/** A file for an upload. */
export interface SentDocument {
  readonly name: string
  readonly content: Uint8Array
  readonly kind?: string
}

/** A PDF with this text, on one or more pages. */
export async function pdfOf(text: string, pages = 1): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (let page = 0; page < pages; page += 1) document.addPage([612, 792]).drawText(text, { x: 72, y: 700 })
  return Buffer.from(await document.save())
}

/** A PDF with this text that opens without a password but has an owner password. */
export async function ownedPdfOf(text: string, objectStreams: boolean): Promise<Buffer> {
  const document = await PDFDocument.load(await pdfOf(text))
  document.encrypt({ userPassword: '', ownerPassword: 'secret' })
  return Buffer.from(await document.save({ useObjectStreams: objectStreams }))
}

/** A one-page PDF with a change. */
export async function changedPdf(change: (document: PDFDocument) => unknown, objectStreams = true): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage()
  await change(document)
  return Buffer.from(await document.save({ useObjectStreams: objectStreams }))
}

/** A gray PNG of this size, with compressed pixels or the given data. */
export function pngOf(width: number, height: number, packed = deflateSync(Buffer.alloc(height * (width + 1)))): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')
  return Buffer.concat([signature, chunkOf('IHDR', header), chunkOf('IDAT', packed), chunkOf('IEND', Buffer.alloc(0))])
}

/** A PNG chunk. */
export function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A minimal JPEG: one black pixel. */
export function jpegOf(): Buffer {
  return Buffer.from(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxD/2Q==',
    'base64',
  )
}

/** The body and headers of a form with this file. */
export async function formOf({ name, content, kind }: SentDocument, field = 'file') {
  const form = new FormData()
  form.append(field, new Blob([Uint8Array.from(content)]), name)
  if (kind !== undefined) form.append('kind', kind)
  const sent = new Response(form)
  return {
    body: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': String(sent.headers.get('content-type')) },
  }
}

/** Adds a document to a request, a draft, or a payee. */
export async function addDocument(
  client: Client,
  to: { readonly request: number } | { readonly draft: number } | { readonly payee: number },
  document: SentDocument,
): Promise<Reply<SavedAttachment>> {
  const { body, headers } = await formOf(document)
  const [row, id] = addressOf(to)
  return client.with(headers).call(row, { params: { id }, body: body as never })
}

function addressOf(to: Parameters<typeof addDocument>[1]) {
  if ('request' in to) return [attachmentEndpoints.attach, to.request] as const
  if ('draft' in to) return [attachmentEndpoints.attachToDraft, to.draft] as const
  return [attachmentEndpoints.attachToPayee, to.payee] as const
}
