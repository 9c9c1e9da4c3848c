import { expect, test } from 'vitest'
import {
  type CheckField,
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
} from './layouts.ts'

const overlap = (one: Rectangle, other: Rectangle) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** The page presets of the reference: y positions of the checks and stubs. */
test.each([
  ['top', [0], [252, 504]],
  ['middle', [252], [0, 504]],
  ['bottom', [540], [0, 270]],
  ['three', [0, 252, 504], []],
] as const)('lays out the sheet %s as in the reference', (name, checks, stubs) => {
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

test('lists all layouts', () => {
  expect([...layoutNames].sort()).toEqual(Object.keys(checkLayouts).sort())
})

/** The rectangles in table 3.2 of the reference. */
const reference: Partial<Record<FieldName, readonly number[]>> = {
  payer: [20, 20, 249, 62],
  number: [500, 16, 76, 18],
  fraction: [400, 16, 90, 20],
  date: [480, 54, 96, 16],
  payee: [90, 88, 385, 16],
  amount: [490, 86, 86, 20],
  words: [60, 119, 480, 16],
  address: [60, 141, 240, 54],
}

test('places the fields as in the reference', () => {
  const fields = checkFields
  for (const [name, rectangle] of Object.entries(reference)) {
    const field = Object.entries(fields).find(([other]) => other === name)?.[1]
    expect([field?.x, field?.y, field?.width, field?.height]).toEqual(rectangle)
  }
  expect([fields.payee.baseline, fields.words.baseline, fields.date.baseline]).toEqual([102, 132, 67])
  // Two signature lines of 2.5 inches, one above the other, that end with the amount.
  expect([fields.signature1, fields.signature2].map(({ x, width }) => [x + width, width])).toEqual([
    [576, 180],
    [576, 180],
  ])
  expect(fields.signature1.y - fields.signature2.y).toBe(30)
  // The memo is 1/8 inch right of the window for the payee, which ends at 303.
  expect(fields.memo.x).toBe(303 + 9)
})

test('places first lines on the reference’s baselines, and fits every line of an address', () => {
  const fields = checkFields
  expect([fields.payer.baseline, fields.number.baseline, fields.address.baseline]).toEqual([34, 30, 150])
  expect([fields.fraction.size, fields.fraction.align, fields.number.align, fields.amount.align]).toEqual([
    7,
    'right',
    'right',
    'right',
  ])
  // Lines are 11 points apart: five of them.
  expect(linesAt11(fields.address)).toBe(5)
})

function linesAt11({ y, height, baseline }: CheckField): number {
  return Math.floor((y + height - baseline) / 11) + 1
}

test('places a stub’s header, eleven lines, and total as in the reference', () => {
  const { left, right, head, payee, pitch, firstLine, lastLine, total, line } = stubPlaces
  expect([left, right, head, payee]).toEqual([36, 576, 21, 110])
  expect([firstLine, pitch, lastLine, total]).toEqual([56, 12, 176, 198])
  expect((lastLine - firstLine) / pitch + 1).toBe(11)
  expect([line.number, line.description, line.amount]).toEqual([102, 226, 576])
})

test('keeps the lowest 5/8 inch clear, or 3/4 inch if all printing is magnetic', () => {
  expect([clearBelow(false), clearBelow(true)]).toEqual([252 - 45, 252 - 54])
})

test.each([false, true])('keeps fields apart and above the clear band (MICR: %s)', (hasMicr) => {
  const { micr, ...fields } = checkFields
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

test('places the windows of a No. 8 5/8 envelope as in the reference', () => {
  const edges = envelopeWindows.map(({ x, y, width, height }) => [x, x + width, y, y + height])
  expect(edges).toEqual([
    [20, 269, 20, 82],
    [54, 303, 139, 201],
  ])
})

test('shows payer and payee address in the envelope windows', () => {
  const [sender, payee = { x: 0, y: 0, width: 0, height: 0 }] = envelopeWindows
  const { payer, address } = checkFields
  expect(payer).toMatchObject(sender ?? {})
  expect(address.x).toBeGreaterThan(payee.x)
  expect(address.y).toBeGreaterThan(payee.y)
  expect(address.x + address.width).toBeLessThan(payee.x + payee.width)
  expect(address.y + address.height).toBeLessThan(payee.y + payee.height)
})

test('adds offsets in hundredths of an inch', () => {
  expect(shiftOf(noOffsets)).toEqual({ x: 0, y: 0 })
  const offsets = { x: 100, y: -25, fields: { date: { x: 5, y: 10 } } }
  expect(shiftOf(offsets)).toEqual({ x: 72, y: -18 })
  expect(shiftOf(offsets, 'payee')).toEqual({ x: 72, y: -18 })
  expect(shiftOf(offsets, 'date').x).toBeCloseTo(75.6, 9)
  expect(shiftOf(offsets, 'date').y).toBeCloseTo(-10.8, 9)
})
