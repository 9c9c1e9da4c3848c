import { expect, test } from 'vitest'
import { prepare } from './documents/picture.ts'

const [width, height] = [1700, 2200]
type Shape = readonly [left: number, top: number, right: number, bottom: number, shade?: number]

/** A white page with dark rectangles, whose lines rise or fall by this slope. */
function pageWith(shapes: readonly Shape[], slope = 0) {
  const pixels = new Uint8Array(width * height).fill(245)
  for (const [left, top, right, bottom, shade = 20] of shapes)
    for (let x = left; x < right; x += 1)
      for (let y = top; y < bottom; y += 1) pixels[(y + Math.round(x * slope)) * width + x] = shade
  return { width, height, pixels }
}

/** The darkest pixel of a part of a prepared page. */
function darkestIn({ pixels }: { pixels: Uint8Array }, [left, top, right, bottom]: Shape): number {
  let darkest = 255
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) darkest = Math.min(darkest, pixels[y * width + x] ?? 255)
  return darkest
}

/** Lines of words. */
const text: Shape[] = Array.from({ length: 30 }, (_, line) => line * 60 + 300).flatMap((top) =>
  Array.from({ length: 14 }, (_, word): Shape => [200 + word * 90, top, 260 + word * 90, top + 14]),
)

test('wipes the lines of small boxes, and keeps the upright strokes of a headline', () => {
  const box: Shape[] = [
    [1000, 400, 1300, 403],
    [1000, 460, 1300, 463],
    [1000, 400, 1003, 463],
    [1297, 400, 1300, 463],
  ]
  const page = prepare(pageWith([...box, [300, 400, 305, 460]]), false)
  expect(darkestIn(page, [296, 410, 309, 450])).toBeLessThan(100)
  expect(darkestIn(page, [994, 420, 1310, 450])).toBeGreaterThan(200)
})

test('wipes thick lines across the page, and pale ones', () => {
  const page = prepare(pageWith([...text, [200, 200, 1500, 212], [200, 260, 1500, 263, 155]]), false)
  expect(darkestIn(page, [220, 190, 1480, 270])).toBeGreaterThan(200)
})

test('levels the lines of a page with a dark bar, and turns the whole bar dark on white', () => {
  const slope = Math.tan((2 * Math.PI) / 180)
  const page = prepare(pageWith([[150, 100, 1550, 220], ...text.slice(0, 42)], slope), false)
  const degrees = (Math.atan2(page.toOriginal[3] ?? 0, page.toOriginal[0] ?? 1) * 180) / Math.PI
  expect(degrees).toBeCloseTo(2, 0)
  expect(darkestIn(page, [200, 140, 1500, 200])).toBeGreaterThan(200)
})

test('turns a bar dark on white that goes to the edges of the paper', () => {
  const page = prepare(pageWith([[0, 0, width, 180], ...text]), false)
  expect(darkestIn(page, [100, 20, 1600, 140])).toBeGreaterThan(200)
})
