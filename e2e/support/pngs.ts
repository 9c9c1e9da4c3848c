import { crc32, deflateSync } from 'node:zlib'
import { storedAs } from './chart.ts'

/** The storage of pixels: gray, color, palette, and gray or color with transparency. */
const kindsOfPng = { gray: 0, color: 2, palette: 3, grayAlpha: 4, colorAlpha: 6 } as const

interface PngOptions {
  readonly kind?: keyof typeof kindsOfPng
  readonly depth?: 1 | 2 | 4 | 8 | 16
  readonly isInterlaced?: boolean
  readonly orientation?: number
  /** Chunks before and after the pixels. */
  readonly before?: readonly Buffer[]
  readonly after?: readonly Buffer[]
  /** The samples of a pixel with this shade, each from 0 to the maximum of its depth. */
  readonly samples?: (shade: number) => readonly number[]
}

const pixelsOfCell = 8

/** A PNG of the chart with 8 pixels per cell. */
export function pngOf(options: PngOptions = {}): Buffer {
  const { kind = 'gray', depth = 8, isInterlaced = false, orientation = 1, before = [], after = [] } = options
  const { across, down, shade } = storedAs(orientation)
  const [width, height] = [across * pixelsOfCell, down * pixelsOfCell]
  const samples = options.samples ?? ((one: number) => plainSamples(kind, depth, one))
  const lineOf = (xs: readonly number[], y: number) =>
    xs.flatMap((x) => samples(shade(Math.floor(x / pixelsOfCell), Math.floor(y / pixelsOfCell))))
  const lines = (isInterlaced ? passes : [[0, 0, 1, 1] as const]).flatMap(([x, y, dx, dy]) => {
    const xs = range(x, width, dx)
    return range(y, height, dy).map((row) => packed(lineOf(xs, row), depth))
  })
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, depth, kindsOfPng[kind], 0, 0, isInterlaced ? 1 : 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunkOf('IHDR', header),
    ...before,
    chunkOf('IDAT', deflateSync(Buffer.concat(lines))),
    ...after,
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

export function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function plainSamples(kind: keyof typeof kindsOfPng, depth: number, shade: number): number[] {
  const highest = 2 ** depth - 1
  const value = Math.round((shade / 255) * highest)
  if (kind === 'color') return [value, value, value]
  if (kind === 'grayAlpha') return [value, highest]
  return kind === 'colorAlpha' ? [value, value, value, highest] : [value]
}

function packed(samples: readonly number[], depth: number): Buffer {
  if (depth === 16) return Buffer.from([0, ...samples.flatMap((value) => [value >> 8, value & 255])])
  const bits = samples.map((value) => value.toString(2).padStart(depth, '0')).join('')
  return Buffer.from([0, ...(bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))])
}

const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function range(from: number, end: number, step: number): number[] {
  return Array.from({ length: Math.max(Math.ceil((end - from) / step), 0) }, (_, index) => from + index * step)
}
