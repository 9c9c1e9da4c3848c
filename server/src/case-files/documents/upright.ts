const orientationTag = 0x0112
// An orientation in another type of number is read by some programs only.
const shortType = 3

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

/** What a reader finds of how a picture was held; as it is where it finds nothing. */
export function uprightBy(orientation: () => number): Upright {
  try {
    return uprights[orientation()] ?? asItIs
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

/** The orientation that a camera wrote, 1 where it wrote none. */
export function orientationIn(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + entry * 12
    if (short(at) === orientationTag && short(at + 2) === shortType) return short(at + 8)
  }
  return 1
}
