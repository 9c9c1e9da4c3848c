import { tiffOf } from './chart.ts'
import { exifOf, jpegOf, segmentOf } from './jpegs.ts'
import { chunkOf, pngOf } from './pngs.ts'

/** A file that must look the same in the viewer and the case file. */
export interface ComparedFile {
  readonly name: string
  readonly content: Buffer
  /** Whether it shows the chart, or other content that must look the same in both. */
  readonly shows?: 'chart' | 'text'
  readonly pages?: number
  /** The beginning of the refusal, if the file is refused. */
  readonly refused?: string
  /** Compared in every run, not only at night. */
  readonly isInGate?: true
}

const gamma = (value: number) => {
  const data = Buffer.alloc(4)
  data.writeUInt32BE(value)
  return chunkOf('gAMA', data)
}

const palette = chunkOf('PLTE', Buffer.from([0, 64, 128, 255].flatMap((shade) => [shade, shade, shade])))
const inPalette = (shade: number) => [[0, 64, 128, 255].indexOf(shade)]
const orientations = [1, 2, 3, 4, 5, 6, 7, 8]

export const comparedPictures: readonly ComparedFile[] = [
  ...orientations.map(
    (orientation): ComparedFile => ({
      name: `held-${orientation}.jpg`,
      content: jpegOf({ orientation }),
      ...([1, 5, 6].includes(orientation) && { isInGate: true }),
    }),
  ),
  { name: 'little-endian-7.jpg', content: jpegOf({ stored: 7, segments: [exifOf(tiffOf(7, 'II'))] }) },
  { name: 'color.jpg', content: jpegOf({ components: 3 }) },
  { name: 'four-inks.jpg', content: jpegOf({ components: 4 }), refused: 'This picture uses printer colors (CMYK)' },
  {
    name: 'two-orientations.jpg',
    content: jpegOf({ stored: 6, segments: [exifOf(tiffOf(6)), exifOf(tiffOf(3))] }),
  },
  { name: 'orientation-long.jpg', content: jpegOf({ segments: [exifOf(tiffOf(6, 'MM', 4))] }), shows: 'text' },
  {
    name: 'orientation-long-little-endian.jpg',
    content: jpegOf({ segments: [exifOf(tiffOf(6, 'II', 4))] }),
    shows: 'text',
  },
  {
    name: 'said-after-another-segment.jpg',
    content: jpegOf({ stored: 8, segments: [segmentOf(0xfe, Buffer.from('scanned')), exifOf(tiffOf(8))] }),
  },
  { name: 'gray.png', content: pngOf(), isInGate: true },
  { name: 'gray-16.png', content: pngOf({ depth: 16 }) },
  { name: 'interlaced.png', content: pngOf({ isInterlaced: true, kind: 'color' }) },
  { name: 'color-16-interlaced.png', content: pngOf({ isInterlaced: true, kind: 'color', depth: 16 }) },
  { name: 'palette.png', content: pngOf({ kind: 'palette', depth: 2, before: [palette], samples: inPalette }) },
  {
    name: 'transparent.png',
    content: pngOf({
      kind: 'colorAlpha',
      samples: (shade) => (shade === 255 ? [0, 0, 0, 0] : [shade, shade, shade, 255]),
    }),
    isInGate: true,
  },
  {
    name: 'white-on-nothing.png',
    content: pngOf({ kind: 'grayAlpha', samples: (shade) => (shade === 0 ? [255, 0] : [shade, 255]) }),
    shows: 'text',
  },
  {
    name: 'transparent-gray-16.png',
    content: pngOf({
      kind: 'grayAlpha',
      depth: 16,
      samples: (shade) => (shade === 255 ? [0, 0] : [shade * 257, 65_535]),
    }),
  },
  {
    name: 'transparent-shade.png',
    content: pngOf({
      before: [chunkOf('tRNS', Buffer.from([0, 1]))],
      samples: (shade) => [shade === 255 ? 1 : shade],
    }),
  },
  {
    name: 'transparent-color.png',
    content: pngOf({
      kind: 'color',
      before: [chunkOf('tRNS', Buffer.from([0, 9, 0, 9, 0, 9]))],
      samples: (shade) => (shade === 255 ? [9, 9, 9] : [shade, shade, shade]),
    }),
  },
  {
    name: 'transparent-palette.png',
    content: pngOf({
      kind: 'palette',
      before: [
        chunkOf('PLTE', Buffer.from([0, 64, 128, 9].flatMap((shade) => [shade, shade, shade]))),
        chunkOf('tRNS', Buffer.from([255, 255, 255, 0])),
      ],
      samples: inPalette,
    }),
  },
  { name: 'dark-gamma.png', content: pngOf({ before: [gamma(5000)] }), isInGate: true },
  ...[3, 6, 5].map(
    (orientation): ComparedFile => ({
      name: `held-${orientation}.png`,
      content: pngOf({ orientation, before: [chunkOf('eXIf', tiffOf(orientation))] }),
      ...(orientation === 6 && { isInGate: true }),
    }),
  ),
  {
    name: 'held-after-pixels.png',
    content: pngOf({ orientation: 6, after: [chunkOf('eXIf', tiffOf(6))] }),
    shows: 'text',
  },
]
