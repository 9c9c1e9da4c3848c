import { storedAs, tiffOf } from './chart.ts'

interface JpegOptions {
  /** The orientation recorded by the camera. */
  readonly orientation?: number
  /** Gray, color (YCbCr), or printing inks. */
  readonly components?: 1 | 3 | 4
  /** Segments between the start and the frame, in place of the camera's data. */
  readonly segments?: readonly Buffer[]
  /** The orientation the pixels are stored for. */
  readonly stored?: number
}

/** A JPEG of the chart with 8 pixels per cell: each block has one shade, so only the first coefficient is written. */
export function jpegOf({ orientation = 1, components = 1, segments, stored = orientation }: JpegOptions = {}): Buffer {
  const { across, down, shade } = storedAs(stored)
  const bits: string[] = []
  const last = Array.from({ length: components }, () => 0)
  for (let y = 0; y < down; y += 1)
    for (let x = 0; x < across; x += 1)
      for (let component = 0; component < components; component += 1) {
        const value = sampleOf(shade(x, y), component, components) - 128
        bits.push(differenceOf(value - (last[component] ?? 0)), endOfBlock)
        last[component] = value
      }
  const said = segments ?? (orientation === 1 ? [] : [exifOf(tiffOf(orientation))])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...said,
    ...(components === 4 ? [segmentOf(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\0', 'latin1'))] : []),
    // Eight for every coefficient, because the first one is eight times the shade of its block.
    segmentOf(0xdb, Buffer.from([0, ...Array.from({ length: 64 }, () => 8)])),
    segmentOf(0xc0, frameOf(across * 8, down * 8, components)),
    segmentOf(0xc4, Buffer.from([0x00, ...countsOf(4, 12), ...Array.from({ length: 12 }, (_, size) => size)])),
    segmentOf(0xc4, Buffer.from([0x10, ...countsOf(1, 1), 0])),
    segmentOf(0xda, scanOf(components)),
    bytesOf(bits.join('')),
    Buffer.from([0xff, 0xd9]),
  ])
}

export function segmentOf(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

export function exifOf(tiff: Buffer): Buffer {
  return segmentOf(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]))
}

const endOfBlock = '0'

/** Gray is brightness without color; with four inks, which Adobe's programs store inverted, only black. */
function sampleOf(shade: number, component: number, components: number): number {
  if (components === 4) return component === 3 ? shade : 255
  return component === 0 ? shade : 128
}

/** The size of a difference in four bits, followed by the difference. */
function differenceOf(value: number): string {
  const size = value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1
  const shown = value < 0 ? value + 2 ** size - 1 : value
  return size.toString(2).padStart(4, '0') + (size === 0 ? '' : shown.toString(2).padStart(size, '0'))
}

function countsOf(length: number, count: number): number[] {
  return Array.from({ length: 16 }, (_, index) => (index === length - 1 ? count : 0))
}

function frameOf(width: number, height: number, components: number): Buffer {
  const sides = [height >> 8, height & 255, width >> 8, width & 255]
  const each = Array.from({ length: components }, (_, index) => [index + 1, 0x11, 0]).flat()
  return Buffer.from([8, ...sides, components, ...each])
}

function scanOf(components: number): Buffer {
  const each = Array.from({ length: components }, (_, index) => [index + 1, 0x00]).flat()
  return Buffer.from([components, ...each, 0, 63, 0])
}

function bytesOf(bits: string): Buffer {
  const whole = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1')
  const bytes = (whole.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])))
}
