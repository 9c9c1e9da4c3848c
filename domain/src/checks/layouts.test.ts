import { expect, test } from 'vitest'
import {
  checkFields,
  checkLayouts,
  checkSize,
  clearBelow,
  envelopeWindows,
  type FieldName,
  layoutNames,
  layoutOf,
  noOffsets,
  type Rectangle,
  sheet,
  shiftOf,
  smallestLetters,
  stubPlaces,
  whyNotOffsets,
} from './layouts.ts'

const overlap = (one: Rectangle, other: Rectangle) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** The page presets of the reference: y of the checks and of the stubs. */
test.each([
  ['top', [0], [252, 504]],
  ['middle', [252], [0, 504]],
  ['bottom', [540], [0, 270]],
  ['three', [0, 252, 504], []],
] as const)('the sheet %s', (name, checks, stubs) => {
  const layout = layoutOf(name)
  expect(layout.checks).toEqual(checks)
  expect(layout.stubs.map(({ y }) => y)).toEqual(stubs)
  const parts = [
    ...layout.checks.map((y) => ({ x: 0, y, ...checkSize })),
    ...layout.stubs.map((stub) => ({ x: 0, width: sheet.width, ...stub })),
  ]
  for (const part of parts) {
    expect(part.y + part.height).toBeLessThanOrEqual(sheet.height)
    for (const other of parts) if (other !== part) expect(overlap(part, other)).toBe(false)
  }
  for (const { height } of layout.stubs) expect(stubPlaces.total).toBeLessThan(height)
})

test('the list of layouts has each of them', () => {
  expect([...layoutNames].sort()).toEqual(Object.keys(checkLayouts).sort())
})

/** Rectangles of the reference's table, 3.2. */
const reference: Partial<Record<FieldName, readonly number[]>> = {
  payer: [20, 20, 249, 62],
  number: [500, 16, 76, 18],
  fraction: [400, 16, 90, 20],
  date: [480, 54, 96, 16],
  payee: [90, 88, 385, 16],
  amount: [490, 86, 86, 20],
  words: [60, 119, 480, 16],
  address: [60, 141, 240, 54],
  memo: [60, 195, 240, 12],
}

test('the fields stand where the reference has them', () => {
  const fields = checkFields(false)
  for (const [name, rectangle] of Object.entries(reference)) {
    const field = Object.entries(fields).find(([other]) => other === name)?.[1]
    expect([field?.x, field?.y, field?.width, field?.height]).toEqual(rectangle)
  }
  expect([fields.payee.baseline, fields.words.baseline, fields.date.baseline, fields.memo.baseline]).toEqual([
    102, 132, 67, 204,
  ])
  // The lines above which two people sign, one over the other, left edge and width as the reference has them.
  expect([fields.signature1, fields.signature2].map(({ x, width }) => [x, width])).toEqual([
    [384, 192],
    [384, 192],
  ])
  expect(fields.signature1.y - fields.signature2.y).toBe(30)
  expect([checkFields(true).memo.baseline, checkFields(true).memo.y]).toEqual([194, 186])
})

test('nothing is printed in the lowest 5/8 inch, or 3/4 inch where everything printed is magnetic', () => {
  expect([clearBelow(false), clearBelow(true)]).toEqual([252 - 45, 252 - 54])
})

test.each([false, true])('fields share no place, and stay above the clear band (MICR: %s)', (hasMicr) => {
  const { micr, ...fields } = checkFields(hasMicr)
  const all = Object.values(fields)
  const overlaps = all.flatMap((field) =>
    all.filter((other) => other !== field && overlap(field, other)).map((other) => `${field.label} and ${other.label}`),
  )
  expect(overlaps).toEqual([])
  for (const field of all) {
    expect(field.y + field.height).toBeLessThanOrEqual(clearBelow(hasMicr))
    expect(field.x + field.width).toBeLessThanOrEqual(checkSize.width)
    expect(field.size).toBeGreaterThanOrEqual(smallestLetters)
  }
  expect(micr.y).toBeGreaterThan(207)
  expect(checkSize.height - micr.baseline).toBeCloseTo(0.254 * 72, 9)
  expect([(checkSize.height - micr.y) / 72, (checkSize.height - micr.y - micr.height) / 72]).toEqual([7 / 16, 3 / 16])
})

test('payer and address are seen in the windows of an envelope', () => {
  const [sender, payee = { x: 0, y: 0, width: 0, height: 0 }] = envelopeWindows
  const { payer, address } = checkFields(false)
  expect(payer).toMatchObject(sender ?? {})
  expect(address.x).toBeGreaterThan(payee.x)
  expect(address.y).toBeGreaterThan(payee.y)
  expect(address.x + address.width).toBeLessThan(payee.x + payee.width)
  expect(address.y + address.height).toBeLessThan(payee.y + payee.height)
})

test('offsets are hundredths of an inch, and add up', () => {
  expect(shiftOf(noOffsets)).toEqual({ x: 0, y: 0 })
  const offsets = { x: 100, y: -25, fields: { date: { x: 5, y: 10 } } }
  expect(shiftOf(offsets)).toEqual({ x: 72, y: -18 })
  expect(shiftOf(offsets, 'payee')).toEqual({ x: 72, y: -18 })
  expect(shiftOf(offsets, 'date').x).toBeCloseTo(75.6, 9)
  expect(shiftOf(offsets, 'date').y).toBeCloseTo(-10.8, 9)
})

test.each([
  [{ ...noOffsets, x: 0.5 }, /whole hundredths/],
  [{ ...noOffsets, fields: { date: { x: 0, y: Number.NaN } } }, /whole hundredths/],
  [{ ...noOffsets, x: 51 }, /half an inch/],
  [{ ...noOffsets, y: -51 }, /half an inch/],
  [{ ...noOffsets, fields: { date: { x: 60, y: 0 } } }, /^Date would leave the check/],
  [{ ...noOffsets, fields: { payer: { x: 0, y: -40 } } }, /^Payer would leave the check/],
  [{ ...noOffsets, fields: { memo: { x: 0, y: 3 } } }, /^Memo would come into the band/],
  [{ ...noOffsets, fields: { micr: { x: 0, y: 7 } } }, /^The MICR line is moved by 1\/16 inch/],
])('%j is refused', (offsets, why) => {
  expect(whyNotOffsets(offsets, false)).toMatch(why)
})

test('offsets up to the limits are taken', () => {
  const fields = { date: { x: 40, y: 10 }, memo: { x: 0, y: 0 }, micr: { x: -6, y: 6 } }
  expect(whyNotOffsets({ x: 50, y: -50, fields }, false)).toBeUndefined()
  expect(whyNotOffsets({ x: 50, y: -50, fields }, true)).toBeUndefined()
})
