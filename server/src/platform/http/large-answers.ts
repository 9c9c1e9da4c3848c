import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../errors.ts'

/** From this many entries on, a list is written in parts. */
const many = 500
const atOnce = 100

/**
 * A value as JSON between two texts. If it is a long list, or has one among its fields, the text is written part by
 * part, so that other work can get a turn after each.
 */
export function asJson(value: unknown, [before, after]: readonly [string, string]): string | Iterable<string> {
  return isLarge(value) ? partsOf(value, before, after) : `${before}${JSON.stringify(value ?? null)}${after}`
}

function isLarge(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.length > many
  for (const name in value) {
    const field: unknown = Reflect.get(value, name)
    if (Array.isArray(field) && field.length > many) return true
  }
  return false
}

function* partsOf(value: object, before: string, after: string): Generator<string> {
  yield before
  if (Array.isArray(value)) yield* listParts(value)
  else yield* fieldParts(value)
  yield after
}

function* fieldParts(value: object): Generator<string> {
  let separator = '{'
  for (const [name, field] of Object.entries(value) as [string, unknown][]) {
    if (field === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    if (Array.isArray(field)) yield* listParts(field)
    else yield JSON.stringify(field)
    separator = ','
  }
  yield '}'
}

function* listParts(list: readonly unknown[]): Generator<string> {
  yield '['
  for (let first = 0; first < list.length; first += atOnce) {
    const part = list.slice(first, first + atOnce).map((item) => JSON.stringify(item) ?? 'null')
    yield `${first > 0 ? ',' : ''}${part.join(',')}`
  }
  yield ']'
}

/** A file to send as a response. `size` is in bytes, and `read` returns the bytes from `start` through `end`. */
export interface Download {
  readonly download: {
    readonly name: string
    readonly type: string
    readonly size: number
    readonly read: (range: Range) => Promise<AsyncIterable<Uint8Array>>
  }
}

interface Range {
  readonly start: number
  readonly end: number
}

/** Sends a file, or the requested part of it, as a download that is never shown as a page of this origin. */
export async function sendDownload(request: FastifyRequest, reply: FastifyReply, answer: Download): Promise<Readable> {
  const { name, type, size, read } = answer.download
  const range = rangeOf(request.headers.range, size)
  if (range === 'none') {
    reply.header('content-range', `bytes */${size}`)
    throw new Failure('NO_SUCH_RANGE', `This file has ${size} bytes. Request a range within the file.`)
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.type(type).headers({
    'accept-ranges': 'bytes',
    'content-length': String(end - start + 1),
    'content-disposition': dispositionOf(name),
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  })
  return Readable.from(await read({ start, end }), { objectMode: false })
}

// A single range. For several ranges, or unknown units, the whole file is also a valid response.
function rangeOf(header: string | undefined, size: number): Range | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return last === '0' ? 'none' : { start: Math.max(size - Number(last), 0), end: size - 1 }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'none'
}

function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const escaped = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${escaped}`
}
