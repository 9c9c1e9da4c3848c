const markers = { start: 0xffd8, exif: 0xffe1, scan: 0xffda } as const
const orientationTag = 0x0112

/** How a photograph is shown upright: seen in a mirror first, then turned clockwise by so many degrees. */
export interface Upright {
  readonly isMirrored: boolean
  readonly turn: 0 | 90 | 180 | 270
}

const asItIs: Upright = { isMirrored: false, turn: 0 }

/** By what the camera says of how it was held (Exif, Orientation). */
const uprights: Readonly<Record<number, Upright>> = {
  2: { isMirrored: true, turn: 0 },
  3: { isMirrored: false, turn: 180 },
  4: { isMirrored: true, turn: 180 },
  5: { isMirrored: true, turn: 270 },
  6: { isMirrored: false, turn: 90 },
  7: { isMirrored: true, turn: 90 },
  8: { isMirrored: false, turn: 270 },
}

/** How a JPEG is shown upright; as it is where it does not say. */
export function uprightOf(jpeg: Buffer): Upright {
  try {
    return uprights[orientationIn(jpeg)] ?? asItIs
  } catch {
    // What a camera wrote may end anywhere.
    return asItIs
  }
}

/** Places a unit square: x' = a x + c y + e, y' = b x + d y + f, as PDFs count, upwards from the lower left corner. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

const turnsOfSquare: Readonly<Record<Upright['turn'], Matrix>> = {
  0: [1, 0, 0, 1, 0, 0],
  90: [0, -1, 1, 0, 0, 1],
  180: [-1, 0, 0, -1, 1, 1],
  270: [0, 1, -1, 0, 1, 0],
}

/** What puts a picture upright into a rectangle of this width and height. */
export function placed({ isMirrored, turn }: Upright, width: number, height: number): Matrix {
  const [a, b, c, d, e, f] = turnsOfSquare[turn]
  const [right, up, left, low] = isMirrored ? [-a, -b, a + e, b + f] : [a, b, e, f]
  return [width * right, height * up, width * c, height * d, width * left, height * low]
}

/** The same JPEG without the bytes that may fill the space before its segments, which not every library expects. */
export function withoutFill(jpeg: Buffer): Buffer {
  const parts = [jpeg.subarray(0, 2)]
  for (let at = 2; jpeg[at] === 0xff; ) {
    while (jpeg[at + 1] === 0xff) at += 1
    const isScan = jpeg.readUInt16BE(at) === markers.scan
    const end = isScan ? jpeg.length : at + 2 + jpeg.readUInt16BE(at + 2)
    parts.push(jpeg.subarray(at, end))
    at = end
  }
  return Buffer.concat(parts)
}

function orientationIn(jpeg: Buffer): number {
  for (let at = 2; jpeg.readUInt16BE(0) === markers.start; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg.readUInt16BE(at)
    if (marker === markers.scan) return 1
    if (marker === markers.exif && jpeg.toString('latin1', at + 4, at + 8) === 'Exif')
      return inTiff(jpeg.subarray(at + 10))
  }
  return 1
}

function inTiff(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + entry * 12
    if (short(at) === orientationTag) return short(at + 8)
  }
  return 1
}
