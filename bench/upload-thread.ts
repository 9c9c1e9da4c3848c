import { randomBytes } from 'node:crypto'
import { workerData } from 'node:worker_threads'
import { PDFDocument } from '@cantoo/pdf-lib'
import { jpegOf } from '../server/src/testing/documents.ts'

/** A request that gets a document, and the token of the user who adds it. */
export interface Upload {
  readonly id: number
  readonly token: string
}

/** The requests to which a 10 MB file is sent at the same time, and the number of repetitions. */
export interface UploadPlan {
  readonly url: string
  readonly uploads: readonly Upload[]
  readonly rounds: number
}

const megabyte = 1_048_576
const { url, uploads, rounds }: UploadPlan = workerData
const files = [photographed(), await scanned()] as const
for (let round = 0; round < rounds; round += 1)
  await Promise.all(uploads.map((upload, index) => send(upload, index % 2 === 0 ? files[0] : files[1])))

async function send({ id, token }: Upload, file: File): Promise<void> {
  const body = new FormData()
  body.append('file', file, file.name)
  const headers = { 'x-auth-token': token }
  const answer = await fetch(`${url}/api/v1/check-requests/${id}/attachments`, { method: 'POST', headers, body })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`an upload returned ${answer.status}: ${text}`)
}

/** A photo of almost 10 MB, including the data that cameras add after the picture. */
function photographed(): File {
  return new File([Uint8Array.from(photo())], 'photo.jpg', { type: 'image/jpeg' })
}

/** The photo as a scanned page in a PDF. */
async function scanned(): Promise<File> {
  const document = await PDFDocument.create()
  document.addPage([612, 792]).drawImage(await document.embedJpg(photo()), { width: 612, height: 792 })
  return new File([Uint8Array.from(await document.save())], 'scan.pdf', { type: 'application/pdf' })
}

function photo(): Buffer {
  return Buffer.concat([jpegOf(), randomBytes(9.9 * megabyte)])
}
