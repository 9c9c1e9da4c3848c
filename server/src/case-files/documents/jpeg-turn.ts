import { orientationIn, type Upright, uprightBy } from './upright.ts'

const markers = { start: 0xffd8, exif: 0xffe1, scan: 0xffda } as const

/** How a JPEG is shown upright; as it is where it does not say. */
export function uprightOf(jpeg: Buffer): Upright {
  return uprightBy(() => orientationOf(jpeg))
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

function orientationOf(jpeg: Buffer): number {
  for (let at = 2; jpeg.readUInt16BE(0) === markers.start; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg.readUInt16BE(at)
    if (marker === markers.scan) return 1
    if (marker === markers.exif && jpeg.toString('latin1', at + 4, at + 8) === 'Exif')
      return orientationIn(jpeg.subarray(at + 10))
  }
  return 1
}
