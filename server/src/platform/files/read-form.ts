import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { Failure } from '../errors.ts'
import { noForm } from '../http/bodies.ts'

/** A form that has arrived: its file, the sender's file name, and its other fields. */
export interface ReceivedForm<File> {
  readonly file: File
  readonly fileName: string
  readonly fields: Readonly<Record<string, string>>
}

/** A received file that can be discarded. */
interface Discardable {
  discard(): Promise<void> | void
}

interface Arriving<File> {
  readonly fileName: string
  readonly content: Readable
  readonly file: Promise<File>
}

const limits = { files: 1, fields: 5, parts: 6, fieldNameSize: 50, fieldSize: 1000, headerPairs: 20 }
const mostBytesDiscarded = 33_554_432

/**
 * Reads a form with one file, in the field `file`, while it arrives. `receive` takes the file. If anything in the form
 * is refused, the received part of the file is discarded.
 */
export async function readForm<File extends Discardable>(
  request: IncomingMessage,
  receive: (content: AsyncIterable<Uint8Array>) => Promise<File>,
): Promise<ReceivedForm<File>> {
  const parser = parserOf(request)
  const fields: Record<string, string> = {}
  let arriving: Arriving<File> | undefined
  const { promise: arrived, resolve, reject } = Promise.withResolvers<void>()
  parser
    .on('field', (name, value, _, isCut) =>
      isCut ? reject(notOneFile()) : void Object.assign(fields, { [name]: value }),
    )
    .on('file', (field, content, fileName) => {
      // Errors reach the code that reads the content. If that code has stopped reading, they must not count as
      // unhandled.
      content.on('error', () => {})
      arriving = { fileName, content, file: receive(content) }
      arriving.file.catch(reject)
      if (field !== 'file') reject(notOneFile())
    })
    .on('filesLimit', () => reject(notOneFile()))
    .on('fieldsLimit', () => reject(notOneFile()))
    .on('partsLimit', () => reject(notOneFile()))
    .on('error', () => reject(unreadable()))
    .on('finish', resolve)
  const cutOff = () => void (request.complete || reject(unreadable()))
  request.on('close', cutOff).pipe(parser)
  try {
    await arrived
    if (!arriving) throw notOneFile()
    return { file: await arriving.file, fileName: arriving.fileName, fields }
  } catch (error) {
    request.unpipe(parser)
    discardRest(request)
    arriving?.content.destroy(unreadable())
    await arriving?.file.then((file) => file.discard()).catch(() => {})
    throw error
  } finally {
    request.off('close', cutOff)
  }
}

function parserOf({ headers }: IncomingMessage): BusboyInstance {
  const { 'content-type': type } = headers
  if (type === undefined) throw noForm()
  try {
    return new Busboy({ headers: { ...headers, 'content-type': type }, limits })
  } catch {
    throw unreadable()
  }
}

// A client reads no answer while it is still sending. The client may finish, or the connection is closed.
function discardRest(request: IncomingMessage): void {
  let discarded = 0
  request
    .on('data', (part: Buffer) => {
      discarded += part.length
      if (discarded > mostBytesDiscarded) request.destroy()
    })
    .resume()
}

function notOneFile(): Failure {
  return new Failure('BAD_REQUEST', 'Send one file in the form field `file`.')
}

function unreadable(): Failure {
  return new Failure('BAD_REQUEST', 'The upload is incomplete. Send the file again.')
}

/** A received file that is only in memory. */
export interface FileInMemory extends Discardable {
  readonly bytes: Uint8Array
}

/** Reads a file into memory. Refuses a file with more than `mostBytes`. */
export async function inMemory(content: AsyncIterable<Uint8Array>, mostBytes: number): Promise<FileInMemory> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of content) {
    size += part.byteLength
    if (size > mostBytes)
      throw new Failure('TOO_LARGE', `This file is too large. The limit is ${Math.floor(mostBytes / 1_000_000)} MB.`)
    parts.push(part)
  }
  return { bytes: Buffer.concat(parts), discard: () => {} }
}
