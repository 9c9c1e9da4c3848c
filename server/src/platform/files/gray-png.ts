import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** A picture in black and white or gray: its size, the bits of a pixel, and its compressed rows, as in a PNG file. */
interface GrayPicture {
  readonly width: number
  readonly height: number
  readonly depth: 1 | 8
  /** Rows with PNG filters, compressed. */
  readonly data: Buffer
}

interface Limits {
  readonly fewestPixels: number
  readonly mostPixels: number
  readonly mostBytes: number
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const damaged = 'The PNG file is incomplete. Export it again.'
const colored = 'Save the PNG file in black and white or in grayscale.'

/** A PNG file reduced to its gray pixels, without any other content; or the sentence that says why it is refused. */
export function normalizePng(file: Buffer, limits: Limits): { readonly png: Buffer } | { readonly refusal: string } {
  const chunks = chunksOf(file)
  const head = chunks?.find(({ type }) => type === 'IHDR')?.data
  if (!chunks || head?.length !== 13) return { refusal: damaged }
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const { fewestPixels: fewest, mostPixels: most } = limits
  if (Math.min(width, height) < fewest || Math.max(width, height) > most)
    return { refusal: `The picture has ${width} × ${height} pixels. Use ${fewest} to ${most} pixels on each side.` }
  if (head[12] !== 0) return { refusal: 'The PNG file is interlaced. Save it without interlacing.' }
  const pixels = pixelsOf(chunks, { width, height, depth: head[8] ?? 0, type: head[9] ?? 0 })
  if ('refusal' in pixels) return pixels
  if (pixels.grays.every((gray) => gray === 255)) return { refusal: 'The picture is blank. Choose another one.' }
  const png = grayPng(width, height, pixels.grays)
  return png.length > limits.mostBytes
    ? { refusal: `The picture is too detailed. Use fewer pixels, or save it in black and white.` }
    : { png }
}

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

/** The chunks of a file; undefined if it is damaged. */
function chunksOf(file: Buffer): Chunk[] | undefined {
  if (!file.subarray(0, 8).equals(signature)) return undefined
  const chunks: Chunk[] = []
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at)
    if (end + 4 > file.length || crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) return undefined
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, end) })
    if (chunks.at(-1)?.type === 'IEND') return chunks
    at = end + 4
  }
  return undefined
}

interface Head {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly type: number
}

type Pixels = { readonly grays: Uint8Array } | { readonly refusal: string }

function pixelsOf(chunks: readonly Chunk[], { width, height, depth, type }: Head): Pixels {
  // Types: 0 gray, 3 palette, 4 gray with transparency. All others have colors.
  const samples = { 0: 1, 3: 1, 4: 2 }[type]
  if (samples === undefined) return { refusal: colored }
  const palette = chunks.find((chunk) => chunk.type === 'PLTE')?.data
  const clear = chunks.find((chunk) => chunk.type === 'tRNS')?.data
  const grayOf = type === 3 ? paletteGrays(palette, clear) : (value: number) => (value * 255) / (2 ** depth - 1)
  if (!grayOf) return { refusal: colored }
  const step = Math.max(1, (depth * samples) / 8)
  const rowBytes = Math.ceil((width * depth * samples) / 8)
  const rows = inflated(chunks, (rowBytes + 1) * height)
  if (!rows || !unfilter(rows, rowBytes, step)) return { refusal: damaged }
  const grays = new Uint8Array(width * height)
  const sample = (y: number, index: number) => {
    const start = y * (rowBytes + 1) + 1
    if (depth === 16) return rows.readUInt16BE(start + index * 2)
    const bit = index * depth
    return ((rows[start + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
  }
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const gray = grayOf(sample(y, x * samples))
      const opacity = samples === 2 ? sample(y, x * samples + 1) / (2 ** depth - 1) : 1
      grays[y * width + x] = Math.round(255 - (255 - gray) * opacity)
    }
  return { grays }
}

/** The grays of a palette on white paper; undefined if one of its entries has a color. */
function paletteGrays(palette: Buffer | undefined, clear: Buffer | undefined): ((index: number) => number) | undefined {
  if (!palette) return undefined
  const entries = Array.from({ length: palette.length / 3 }, (_, index) => [
    ...palette.subarray(index * 3, index * 3 + 3),
  ])
  if (entries.some(([red, green, blue]) => red !== green || green !== blue)) return undefined
  return (index) => 255 - ((255 - (entries[index]?.[0] ?? 255)) * (clear?.[index] ?? 255)) / 255
}

function inflated(chunks: readonly Chunk[], length: number): Buffer | undefined {
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  try {
    const rows = inflateSync(packed, { maxOutputLength: length })
    return rows.length === length ? rows : undefined
  } catch {
    return undefined
  }
}

/** Undoes the filters of rows in place. Returns false if a filter is unknown. */
function unfilter(rows: Buffer, rowBytes: number, step: number): boolean {
  let above: Uint8Array = new Uint8Array(rowBytes)
  for (let start = 0; start < rows.length; start += rowBytes + 1) {
    const filter = rows[start] ?? 0
    if (filter > 4) return false
    const row = rows.subarray(start + 1, start + 1 + rowBytes)
    for (const [at, value] of row.entries()) {
      const [left, up, corner] = [row[at - step] ?? 0, above[at] ?? 0, above[at - step] ?? 0]
      row[at] = (value + predicted(filter, left, up, corner)) & 255
    }
    above = row
  }
  return true
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  return [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
}

function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs)
  if ((toLeft ?? 0) <= (toUp ?? 0) && (toLeft ?? 0) <= (toCorner ?? 0)) return left
  return (toUp ?? 0) <= (toCorner ?? 0) ? up : corner
}

/** A PNG file with one bit or one byte per pixel. */
export function grayPng(width: number, height: number, grays: Uint8Array): Buffer {
  const isPlain = grays.every((gray) => gray === 0 || gray === 255)
  const rows = Array.from({ length: height }, (_, y) => {
    const row = grays.subarray(y * width, (y + 1) * width)
    return isPlain ? bitsOf(row) : row
  })
  const data = [0, 2]
    .map((filter) =>
      deflateSync(Buffer.concat(rows.flatMap((row, y) => filtered(filter, row, rows[y - 1]))), { level: 9 }),
    )
    .reduce((least, one) => (one.length < least.length ? one : least))
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = isPlain ? 1 : 8
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function bitsOf(row: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(row.length / 8))
  for (const [x, gray] of row.entries()) if (gray === 255) bits[x >> 3] = (bits[x >> 3] ?? 0) | (128 >> (x & 7))
  return bits
}

function filtered(filter: number, row: Uint8Array, above: Uint8Array | undefined): Uint8Array[] {
  return [Uint8Array.of(filter), filter === 0 ? row : row.map((value, x) => value - (above?.[x] ?? 0))]
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** The parts of a normalized file: its header, and all rows in one chunk. */
export function partsOfPng(png: Buffer): GrayPicture {
  return {
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
    depth: png[24] === 1 ? 1 : 8,
    data: png.subarray(41, 41 + png.readUInt32BE(33)),
  }
}
