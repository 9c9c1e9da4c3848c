import { refusalOfSize, unsafe, type Verdict } from './verdict.ts'

const printerColors =
  'This picture uses printer colors (CMYK), so programs may show different pictures. Save it as an RGB picture, and add that.'
const printerComponents = 4

const startOfScan = 0xda
const endOfImage = 0xd9

/**
 * A JPEG is taken when its segments lead to pixels and to an end. What cameras add after it is left alone. One for printers
 * is refused: programs turn its inks into colors in their own ways.
 */
export function judgeJpeg(bytes: Buffer): Verdict {
  let frame: ReturnType<typeof frameAt> | undefined
  let hasPixels = false
  let at = 2
  for (;;) {
    at = markerAt(bytes, at)
    const marker = bytes[at - 1] ?? 0
    if (marker === endOfImage) break
    if (isBare(marker)) continue
    const length = bytes.readUInt16BE(at)
    if (length < 2) throw new Error('a segment without a length')
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

// Where the marker ends. Any number of bytes 0xff may fill the space before it (T.81, B.1.1.2).
function markerAt(bytes: Buffer, start: number): number {
  if (bytes[start] !== 0xff) throw new Error('no segment where one must be')
  let at = start + 1
  while (bytes[at] === 0xff) at += 1
  if (bytes[at] === undefined) throw new Error('no segment where one must be')
  return at + 1
}

// Marks that stand alone.
function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

// Within pixels, 0xff is followed by 0 or by the number of a restart.
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
