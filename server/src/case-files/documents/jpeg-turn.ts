const markers = { start: 0xffd8, exif: 0xffe1, scan: 0xffda } as const
const orientationTag = 0x0112

/** Clockwise turns, in degrees, that show a photograph upright; cameras store how they were held. */
const turns: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 }

/** How a JPEG is to be turned, in degrees clockwise; 0 where it does not say. */
export function turnOf(jpeg: Buffer): 0 | 90 | 180 | 270 {
  try {
    const found = turns[orientationIn(jpeg)] ?? 0
    return found === 90 || found === 180 || found === 270 ? found : 0
  } catch {
    // What a camera wrote may end anywhere.
    return 0
  }
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
