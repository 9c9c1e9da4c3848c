import { grayPng } from '../../../platform/files/gray-png.ts'
import { Pages } from './pages.ts'

export interface DrawingOrders {
  readonly type: string
  readonly mostBytes: number
}

/** The width in pixels, unless the file would be too large. */
const widest = 800
const mostTries = 3
const grays = 16

/** The first page of a document as a gray PNG file; undefined if even a small one is too large. */
export async function drawFirstPage(file: Uint8Array, { type, mostBytes }: DrawingOrders): Promise<Buffer | undefined> {
  const pages = await Pages.open(file, type)
  try {
    let across = widest
    for (let tries = 0; tries < mostTries; tries += 1) {
      const { width, height, pixels } = await pages.draw(1, across)
      const png = grayPng(width, height, pixels.map(nearestGray))
      if (png.length <= mostBytes) return png
      across = Math.floor(across * 0.9 * Math.sqrt(mostBytes / png.length))
    }
    return undefined
  } finally {
    pages.close()
  }
}

// Fewer grays make the file several times smaller.
function nearestGray(gray: number): number {
  return (Math.round((gray / 255) * (grays - 1)) * 255) / (grays - 1)
}
