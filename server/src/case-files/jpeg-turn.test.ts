import { expect, test } from 'vitest'
import { jpegOf } from '../testing/documents.ts'
import { placed, uprightOf, withoutFill } from './documents/jpeg-turn.ts'

/** A JPEG whose camera says how it was held, in either order of bytes. */
function heldAs(orientation: number, order: 'II' | 'MM'): Buffer {
  const tiff = Buffer.alloc(26)
  const isLittle = order === 'II'
  const short = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  const long = (value: number, at: number) => (isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at))
  tiff.write(order, 0, 'latin1')
  short(42, 2)
  long(8, 4)
  short(1, 8)
  short(0x0112, 10)
  short(3, 12)
  long(1, 14)
  short(orientation, 18)
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  const jpeg = jpegOf()
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)])
}

type Corner = readonly [x: number, y: number]
const corners = { 'top left': [0, 30], 'top right': [40, 30], 'bottom left': [0, 0], 'bottom right': [40, 0] } as const
type CornerName = keyof typeof corners

/** Where the first row begins and ends, by what Exif says of each orientation. */
const firstRow: readonly (readonly [orientation: number, begins: CornerName, ends: CornerName])[] = [
  [1, 'top left', 'top right'],
  [2, 'top right', 'top left'],
  [3, 'bottom right', 'bottom left'],
  [4, 'bottom left', 'bottom right'],
  [5, 'top left', 'bottom left'],
  [6, 'top right', 'bottom right'],
  [7, 'bottom right', 'top right'],
  [8, 'bottom left', 'top left'],
  [9, 'top left', 'top right'],
]

test.each(firstRow)(
  'the first row of a photograph with orientation %i leads from %s to %s',
  (orientation, from, to) => {
    for (const order of ['II', 'MM'] as const) {
      const [a, b, c, d, e, f] = placed(uprightOf(heldAs(orientation, order)), 40, 30)
      const at = ([x, y]: Corner) => [a * x + c * y + e, b * x + d * y + f].map((value) => value + 0)
      expect([at([0, 1]), at([1, 1])]).toEqual([corners[from], corners[to]])
    }
  },
)

test('a picture that says nothing, or whose words end too soon, stays as it is', () => {
  const asItIs = { isMirrored: false, turn: 0 }
  expect(uprightOf(jpegOf())).toEqual(asItIs)
  const cut = heldAs(6, 'MM').subarray(0, 30)
  for (let length = 0; length <= cut.length; length += 1) expect(uprightOf(cut.subarray(0, length))).toEqual(asItIs)
})

test('fill bytes before a segment are left out, and what the camera says is found behind them', () => {
  const jpeg = heldAs(6, 'II')
  const filled = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xff]), jpeg.subarray(2)])
  expect(withoutFill(filled)).toEqual(jpeg)
  expect(withoutFill(jpeg)).toEqual(jpeg)
  expect(uprightOf(withoutFill(filled))).toEqual({ isMirrored: false, turn: 90 })
})
