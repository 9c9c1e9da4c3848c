import { expect, test } from 'vitest'
import {
  fittingScale,
  nextRotation,
  type Rotation,
  rotated,
  sharpness,
  sheetAt,
  zoomedIn,
  zoomedOut,
} from '#documents/attachments/viewer/sheet.ts'

const letter = { width: 816, height: 1056 }

test.each([
  [1, 1.25, 0.9],
  [0.8, 0.9, 0.75],
  [0.995, 1.25, 0.9],
  [6, 6, 4],
  [0.1, 0.25, 0.1],
])('changes the scale %d to %d when zooming in, and to %d when zooming out', (scale, larger, smaller) => {
  expect([zoomedIn(scale), zoomedOut(scale)]).toEqual([larger, smaller])
})

test.each<[name: string, rotation: Rotation, width: number, scale: number]>([
  ['a page in a narrow window', 0, 408, 0.5],
  ['a page turned by 90 degrees', 90, 528, 0.5],
  ['a page enlarged in a wide window', 180, 1224, 1.5],
  ['the maximum scale', 0, 8160, 2],
  ['the minimum scale', 0, 1, 0.1],
])('scales a sheet to fit (%s)', (_name, rotation, width, scale) => {
  expect(fittingScale([letter], rotation, width)).toBeCloseTo(scale)
})

test('scales several sheets to fit the widest one', () => {
  expect(fittingScale([letter, { width: 1632, height: 816 }], 0, 816)).toBeCloseTo(0.5)
})

test('returns to the start after four turns, and swaps width and height at every other turn', () => {
  const turns = [0, 1, 2, 3].reduce<Rotation[]>((all) => [...all, nextRotation(all.at(-1) ?? 0)], [0])
  expect(turns).toEqual([0, 90, 180, 270, 0])
  expect(turns.map((turn) => rotated(letter, turn).width)).toEqual([816, 1056, 816, 1056, 816])
})

test('draws a sheet at screen resolution, up to the maximum canvas size', () => {
  expect(sharpness(letter, 1, 2)).toBe(2)
  const wide = { width: 20_000, height: 100 }
  expect(wide.width * sharpness(wide, 1, 2)).toBeCloseTo(8192)
  const large = { width: 8000, height: 8000 }
  expect((8000 * 0.5 * sharpness(large, 0.5, 3)) ** 2).toBeCloseTo(2 ** 24)
})

test.each([
  [0, 0],
  [399, 0],
  [400, 1],
  [2000, 2],
  [-5, 0],
])('finds at the vertical position %d the sheet %d', (middle, sheet) => {
  expect(sheetAt([8, 400, 800], middle)).toBe(sheet)
})
