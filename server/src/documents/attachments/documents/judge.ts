import { Readable } from 'node:stream'
import { crc32, createInflate } from 'node:zlib'
import { type DocumentType, twoInOne, typeByStart } from '@check-requests/domain/documents/attachments/fields.ts'
import { holdsArchive, refusalOfSize, unknown, unsafe, type Verdict } from './verdict.ts'

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

const animated =
  'This picture is animated, so programs might show different frames. Save it as a still picture, and add the new file.'

const signatureBytes = 8
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * Accepts a PNG if each chunk is complete and the pixels unpack to exactly the declared size. Ignores data after the
 * end of the PNG. Refuses animated files, because programs show different frames.
 */
async function judgePng(bytes: Buffer): Promise<Verdict> {
  const chunks = chunksOf(bytes)
  const header = chunks[0]
  if (header?.type !== 'IHDR' || header.data.length !== 13) throw new Error('missing header')
  if (chunks.some(({ type }) => type === 'acTL')) return unsafe(animated)
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)]
  const refusal = refusalOfSize(width, height)
  if (refusal) return refusal
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  const bits = (samples[header.data[9] ?? 0] ?? 0) * (header.data[8] ?? 0)
  await requireSize(packed, sizesOf(width, height, bits, header.data[12] === 1))
  return { type: 'image/png' }
}

function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  let at = signatureBytes
  while (at < bytes.length) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (bytes.readUInt32BE(end) !== crc32(bytes.subarray(at + 4, end))) throw new Error('damaged')
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) })
    at = end + 4
    if (chunks.at(-1)?.type === 'IEND') break
  }
  if (chunks.at(-1)?.type !== 'IEND') throw new Error('no end')
  return chunks
}

// Interlaced pixels come in seven passes, each rounded up to whole rows and columns.
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function sizesOf(width: number, height: number, bits: number, isInterlaced: boolean): number {
  const sizeOf = (columns: number, lines: number) => (columns > 0 ? lines * (1 + Math.ceil((columns * bits) / 8)) : 0)
  if (!isInterlaced) return sizeOf(width, height)
  const sizes = passes.map(([x, y, dx, dy]) =>
    sizeOf(Math.max(Math.ceil((width - x) / dx), 0), Math.max(Math.ceil((height - y) / dy), 0)),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function requireSize(packed: readonly Buffer[], expected: number): Promise<void> {
  let size = 0
  for await (const part of Readable.from(packed).pipe(createInflate())) {
    size += part.length
    if (size > expected) break
  }
  if (size !== expected || expected === 0) throw new Error('pixel data doesn’t match the image size')
}

const printerColors =
  'This picture uses printer colors (CMYK), so programs might show different colors. Save it as an RGB picture, and add the new file.'
const printerComponents = 4

const startOfScan = 0xda
const endOfImage = 0xd9

/**
 * Accepts a JPEG if its segments lead to pixels and an end marker. Ignores data that cameras append. Refuses printing
 * colors (CMYK), because programs convert them differently.
 */
function judgeJpeg(bytes: Buffer): Verdict {
  let frame: ReturnType<typeof frameAt> | undefined
  let hasPixels = false
  let at = 2
  for (;;) {
    at = markerAt(bytes, at)
    const marker = bytes[at - 1] ?? 0
    if (marker === endOfImage) break
    if (isBare(marker)) continue
    const length = bytes.readUInt16BE(at)
    if (length < 2) throw new Error('segment without a length')
    if (isFrame(marker)) frame = frameAt(bytes, at)
    at += length
    if (marker !== startOfScan) continue
    hasPixels = true
    at = endOfScan(bytes, at)
  }
  if (!frame || !hasPixels) throw new Error('no picture')
  return judgeFrame(frame)
}

function judgeFrame({ width, height, components }: ReturnType<typeof frameAt>): Verdict {
  if (width * height === 0) throw new Error('no picture')
  if (components === printerComponents) return unsafe(printerColors)
  return refusalOfSize(width, height) ?? { type: 'image/jpeg' }
}

function frameAt(bytes: Buffer, at: number) {
  return { height: bytes.readUInt16BE(at + 3), width: bytes.readUInt16BE(at + 5), components: bytes[at + 7] ?? 0 }
}

// Returns the end of the marker. Any number of 0xff bytes may precede it (T.81, B.1.1.2).
function markerAt(bytes: Buffer, start: number): number {
  if (bytes[start] !== 0xff) throw new Error('missing segment marker')
  let at = start + 1
  while (bytes[at] === 0xff) at += 1
  if (bytes[at] === undefined) throw new Error('missing segment marker')
  return at + 1
}

// These markers have no length or data.
function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

// Within pixel data, 0xff is followed by 0 or by a restart marker.
function endOfScan(bytes: Buffer, start: number): number {
  let at = start
  for (;;) {
    at = bytes.indexOf(0xff, at)
    const next = bytes[at + 1]
    if (at < 0 || next === undefined) throw new Error('no end')
    if (next !== 0 && next !== 0xff && !isBare(next)) return at
    at += next === 0xff ? 1 : 2
  }
}

const damaged =
  'This file can’t be opened because it is damaged or incomplete. Save or scan it again, and add the new file.'

/** Detects a file's type from its content, whatever its name, and inspects the file. */
export async function judge(bytes: Buffer): Promise<Verdict> {
  const start = typeByStart(bytes)
  if ('refusal' in start) return unknown(start.refusal)
  if (holdsArchive(bytes)) return unknown(twoInOne)
  try {
    return await judges[start.type](bytes)
  } catch {
    return unknown(damaged)
  }
}

// Loading the PDF library takes ten times as long as inspecting a picture.
const judges: Record<DocumentType, (bytes: Buffer) => Verdict | Promise<Verdict>> = {
  'application/pdf': async (bytes) => (await import('./judge-pdf.ts')).judgePdf(bytes),
  'image/png': judgePng,
  'image/jpeg': judgeJpeg,
}
