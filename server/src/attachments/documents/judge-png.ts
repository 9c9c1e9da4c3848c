import { Readable } from 'node:stream'
import { crc32, createInflate } from 'node:zlib'
import { refusalOfSize, unsafe, type Verdict } from './verdict.ts'

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

const animated =
  'This picture is animated, so programs may show different pictures. Save it as a still picture, and add that.'

const signatureBytes = 8
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * A PNG is taken when each chunk is whole, and its pixels unpack to exactly as much as its size says. What follows its end
 * is left alone. An animated one is refused: programs show different pictures of it.
 */
export async function judgePng(bytes: Buffer): Promise<Verdict> {
  const chunks = chunksOf(bytes)
  const header = chunks[0]
  if (header?.type !== 'IHDR' || header.data.length !== 13) throw new Error('no header')
  if (chunks.some(({ type }) => type === 'acTL')) return unsafe(animated)
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)]
  const refusal = refusalOfSize(width, height)
  if (refusal) return refusal
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  const bits = (samples[header.data[9] ?? 0] ?? 0) * (header.data[8] ?? 0)
  await demandSize(packed, sizesOf(width, height, bits, header.data[12] === 1))
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

// Interlaced pixels come in seven passes, each of which rounds its lines up.
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

async function demandSize(packed: readonly Buffer[], expected: number): Promise<void> {
  let size = 0
  for await (const part of Readable.from(packed).pipe(createInflate())) {
    size += part.length
    if (size > expected) break
  }
  if (size !== expected || expected === 0) throw new Error('its pixels are not those of its size')
}
