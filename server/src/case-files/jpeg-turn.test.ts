import { expect, test } from 'vitest'
import { jpegOf } from '../testing/documents.ts'
import { turnOf } from './documents/jpeg-turn.ts'

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

test.each([
  [1, 0],
  [3, 180],
  [6, 90],
  [8, 270],
  [9, 0],
])('a photograph with orientation %i is turned by %i degrees', (orientation, degrees) => {
  expect(turnOf(heldAs(orientation, 'II'))).toBe(degrees)
  expect(turnOf(heldAs(orientation, 'MM'))).toBe(degrees)
})

test('a picture that says nothing, or whose words end too soon, stays as it is', () => {
  expect(turnOf(jpegOf())).toBe(0)
  const cut = heldAs(6, 'MM').subarray(0, 30)
  for (let length = 0; length <= cut.length; length += 1) expect(turnOf(cut.subarray(0, length))).toBe(0)
})
