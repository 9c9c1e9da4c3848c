import { crc32, deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { Pages } from '../../server/src/documents/readings/documents/pages.ts'
import type { Picture } from '../../server/src/documents/readings/documents/picture.ts'
import { type Homography, moved } from '../../server/src/documents/readings/documents/sheet.ts'
import { diceOf } from './printed.ts'

let seed = 1

/** The pages as a scanner sees them: askew, with noise and a dark edge. */
export async function scanOf(content: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  for (const drawn of await drawnPages(content)) {
    const dice = diceOf(seed++)
    const angle = ((dice(240) - 120) / 100) * (Math.PI / 180)
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const shift = [
      (1 - cos) * (drawn.width / 2) + sin * (drawn.height / 2),
      (1 - cos) * (drawn.height / 2) - sin * (drawn.width / 2),
    ]
    const picture = warped(drawn, [cos, -sin, shift[0] ?? 0, sin, cos, shift[1] ?? 0, 0, 0, 1], 235)
    const image = await pdf.embedPng(pngOf(noisy(blurred(picture), dice, 24)))
    pdf.addPage([612, 792]).drawImage(image, { x: 0, y: 0, width: 612, height: 792 })
  }
  return pdf.save()
}

/** The first page as a phone sees it: from an angle, on a dark table, with a shadow. */
export async function photoOf(content: Uint8Array): Promise<Uint8Array> {
  const [drawn] = await drawnPages(content)
  if (!drawn) throw new Error('no page')
  const dice = diceOf(seed++ + 500)
  const lean = () => 1 + (dice(60) - 30) / 1000
  const scale = 1.32
  const matrix = [
    scale * lean(),
    (dice(60) - 30) / 900,
    -90 - dice(60),
    (dice(60) - 30) / 900,
    scale * lean(),
    -110 - dice(60),
    (dice(40) - 20) / 1e6,
    (dice(60) - 30) / 1e6,
    1,
  ]
  const picture = warped({ ...drawn }, matrix, 70, 1512, 2016)
  const pixels = picture.pixels.map((value, at) => {
    const [x, y] = [at % picture.width, Math.floor(at / picture.width)]
    const shade = 1 - 0.3 * Math.exp(-(((x - 400) / 500) ** 2 + ((y - 1500) / 700) ** 2))
    return value * shade * (0.82 + (0.12 * x) / picture.width)
  })
  return pngOf(noisy(blurred({ ...picture, pixels }), dice, 14))
}

async function drawnPages(content: Uint8Array): Promise<Picture[]> {
  const pages = await Pages.open(content, 'application/pdf')
  const drawn: Picture[] = []
  for (let number = 1; number <= pages.count; number += 1) drawn.push(await pages.draw(number))
  pages.close()
  return drawn
}

function warped(
  { width, height, pixels }: Picture,
  matrix: Homography,
  outside: number,
  wide = width,
  high = height,
): Picture {
  const result = new Uint8Array(wide * high)
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const [fromX, fromY] = moved(matrix, x, y)
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)]
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) {
        result[y * wide + x] = outside
        continue
      }
      const [shareX, shareY, at] = [fromX - left, fromY - top, top * width + left]
      const upper = (pixels[at] ?? 0) * (1 - shareX) + (pixels[at + 1] ?? 0) * shareX
      const lower = (pixels[at + width] ?? 0) * (1 - shareX) + (pixels[at + width + 1] ?? 0) * shareX
      result[y * wide + x] = upper * (1 - shareY) + lower * shareY
    }
  return { width: wide, height: high, pixels: result }
}

function blurred({ width, height, pixels }: Picture): Picture {
  const result = pixels.map(
    (value, at) =>
      (value * 2 +
        (pixels[at - 1] ?? value) +
        (pixels[at + 1] ?? value) +
        (pixels[at - width] ?? value) +
        (pixels[at + width] ?? value)) /
      6,
  )
  return { width, height, pixels: result }
}

function noisy({ width, height, pixels }: Picture, dice: (sides: number) => number, most: number): Picture {
  return { width, height, pixels: pixels.map((value) => Math.max(0, Math.min(255, value + dice(2 * most) - most))) }
}

function pngOf({ width, height, pixels }: Picture): Uint8Array {
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
