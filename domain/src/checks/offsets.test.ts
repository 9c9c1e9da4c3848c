import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../testing/random.ts'
import {
  clearBelow,
  envelopeWindows,
  type FieldName,
  fieldNames,
  inkSpace,
  isPrinted,
  layoutNames,
  layoutOf,
  noOffsets,
  type Offsets,
  type Rectangle,
  type SheetForm,
  stubInk,
} from './layouts.ts'
import { whyNotOffsets } from './offsets.ts'

const forms: readonly SheetForm[] = layoutNames.flatMap((layout) => [
  { layout, isBlank: true, hasMicr: true },
  { layout, isBlank: true, hasMicr: false },
  { layout, isBlank: false, hasMicr: false },
])
const nameOf = ({ layout, isBlank, hasMicr }: SheetForm) =>
  `${layout}, ${isBlank ? 'blank' : 'preprinted'}${hasMicr ? ', MICR' : ''}`

function edgesOf({ x, y, width, height }: Rectangle, across: number, down: number) {
  const [left, top] = [x + across * 0.72, y + down * 0.72]
  return { left, top, right: left + width, bottom: top + height }
}
type Edges = ReturnType<typeof edgesOf>

const meet = (one: Edges, other: Edges) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.001 &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.001

/** What offsets do to the ink of a sheet, found without the rule. */
function harmOf({ x, y, fields }: Offsets, form: SheetForm): string[] {
  const printed = fieldNames.filter((name) => isPrinted(name, form))
  const onCheck = printed.map((name) => {
    const own = fields[name] ?? { x: 0, y: 0 }
    return { name, edges: edgesOf(inkSpace(name, form), own.x, own.y) }
  })
  const { checks, stubs } = layoutOf(form.layout)
  const onSheet = [
    ...checks.flatMap((top) =>
      onCheck.map(({ edges: { left, right, top: from, bottom } }) =>
        edgesOf({ x: left, y: top + from, width: right - left, height: bottom - from }, x, y),
      ),
    ),
    ...stubs.map((stub) => edgesOf({ ...stubInk, y: stub.y + stubInk.y }, x, y)),
  ]
  const moved = onCheck.filter(({ name }) => fields[name] !== undefined)
  return [
    ...onSheet
      .filter(({ left, top, right, bottom }) => left < -0.001 || top < -0.001 || right > 612.001 || bottom > 792.001)
      .map(() => 'off the sheet'),
    ...moved
      .filter(({ edges: { left, top, right } }) => left < -0.001 || top < -0.001 || right > 612.001)
      .map(({ name }) => `${name} off the check`),
    ...moved
      .filter(({ name, edges }) => name !== 'micr' && edges.bottom > clearBelow(form.hasMicr) + 0.001)
      .map(({ name }) => `${name} in the clear band`),
    ...moved.flatMap((one) =>
      onCheck.filter((other) => other !== one && meet(one.edges, other.edges)).map(() => `${one.name} on another`),
    ),
    ...moved
      .filter(({ name, edges }) => name === 'memo' && envelopeWindows.some((one) => meet(edges, edgesOf(one, 0, 0))))
      .map(() => 'memo in a window'),
  ]
}

const small = fc.oneof(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -60, max: 60 }))
const offset = fc.oneof(fc.constant(0), fc.integer({ min: -25, max: 25 }), fc.integer({ min: -50, max: 50 }))
const anyOffsets: fc.Arbitrary<Offsets> = fc
  .tuple(
    offset,
    offset,
    fc.uniqueArray(fc.tuple(fc.constantFrom(...fieldNames), small, small), {
      maxLength: 3,
      selector: ([name]) => name,
    }),
  )
  .map(([x, y, moved]) => ({
    x,
    y,
    fields: Object.fromEntries(
      moved.map(([name, across, down]) => {
        const most = name === 'micr' ? 6 : 60
        const within = (own: number) => Math.max(-most, Math.min(most, own))
        return [name, { x: within(across), y: within(down) }]
      }),
    ),
  }))

test.each(forms.map((form) => [nameOf(form), form] as const))('moves nothing by default (%s)', (_name, form) => {
  expect(whyNotOffsets(noOffsets, form)).toEqual({})
  const unmoved = Object.fromEntries(fieldNames.map((name) => [name, { x: 0, y: 0 }]))
  expect(harmOf({ ...noOffsets, fields: unmoved }, form)).toEqual([])
})

test('accepts exactly the offsets that keep ink on the sheet, fields apart, and the memo out of the windows', () => {
  fc.assert(
    fc.property(fc.constantFrom(...forms), anyOffsets, (form, offsets) => {
      const refused = Object.keys(whyNotOffsets(offsets, form)).length > 0
      expect(refused).toBe(harmOf(offsets, form).length > 0)
    }),
    runs({ gate: 3000, nightly: 50_000 }),
  )
})

test.each(forms.map((form) => [nameOf(form), form] as const))(
  'names a limit for the sheet’s offset in each direction that is accepted, and the first that isn’t (%s)',
  (_name, form) => {
    for (const axis of ['x', 'y'] as const)
      for (const sign of [1, -1]) {
        const refusal = whyNotOffsets({ ...noOffsets, [axis]: 50 * sign }, form)[axis]
        if (refusal === undefined) continue
        expect(refusal).toMatch(/^The [a-zMICR -]+ would leave the sheet by \d+\.\d mm\. Enter -?\d+ or (less|more)\.$/)
        const limit = Number(/Enter (-?\d+)/.exec(refusal)?.[1])
        expect(whyNotOffsets({ ...noOffsets, [axis]: limit }, form)).toEqual({})
        expect(whyNotOffsets({ ...noOffsets, [axis]: limit + sign }, form)[axis]).toBeDefined()
      }
  },
)

test.each(fieldNames.filter((name) => name !== 'micr'))('keeps the field %s on its check in each direction', (name) => {
  const form: SheetForm = { layout: 'three', isBlank: true, hasMicr: true }
  const why = (x: number, y: number) => whyNotOffsets({ ...noOffsets, fields: { [name]: { x, y } } }, form)[name]
  expect(why(-1000, 0)).toMatch(/would leave the check by \d+\.\d mm/)
  expect(why(1000, 0)).toMatch(/would leave the check by \d+\.\d mm/)
  expect(why(0, -500)).toMatch(/would leave the check by \d+\.\d mm/)
  expect(why(0, 500)).toMatch(/would reach into the clear band for the MICR line by \d+\.\d mm/)
})

const blank: SheetForm = { layout: 'top', isBlank: true, hasMicr: false }
const micrAtBottom: SheetForm = { layout: 'bottom', isBlank: true, hasMicr: true }
const preprinted: SheetForm = { layout: 'top', isBlank: false, hasMicr: false }
const moved = (name: FieldName, x: number, y: number) => ({ ...noOffsets, fields: { [name]: { x, y } } })

test.each<[Offsets, SheetForm, object]>([
  [{ ...noOffsets, x: 0.5 }, blank, { x: 'Enter offsets as whole hundredths of an inch.' }],
  [moved('date', 0, Number.NaN), blank, { date: 'Enter offsets as whole hundredths of an inch.' }],
  [{ ...noOffsets, x: 51 }, blank, { x: expect.stringMatching(/half an inch/) }],
  // The print band of the line ends 13.5 points above the lower edge; 50 hundredths are 36 points.
  [{ ...noOffsets, y: 50 }, micrAtBottom, { y: 'The MICR line would leave the sheet by 8.0 mm. Enter 18 or less.' }],
  [{ ...noOffsets, y: -30 }, blank, { y: 'The bank would leave the sheet by 2.0 mm. Enter -22 or more.' }],
  [{ ...noOffsets, y: -30 }, micrAtBottom, { y: 'The stub would leave the sheet by 4.1 mm. Enter -13 or more.' }],
  [{ ...noOffsets, x: -50 }, blank, { x: 'The payer would leave the sheet by 5.7 mm. Enter -27 or more.' }],
  [moved('date', 60, 0), blank, { date: 'The date would leave the check by 2.6 mm. Use smaller offsets.' }],
  [
    moved('memo', 0, 20),
    blank,
    { memo: expect.stringMatching(/^The memo would reach into the clear band .* 1\.6 mm/) },
  ],
  [
    moved('memo', -50, 0),
    blank,
    { memo: expect.stringMatching(/^The memo would show in the envelope window by 9\.6 mm/) },
  ],
  [
    moved('memo', 20, 0),
    blank,
    { memo: 'The memo would overlap the second signature by 3.0 mm. Use smaller offsets.' },
  ],
  [moved('date', 0, -30), blank, { date: 'The date would overlap the fraction by 1.3 mm. Use smaller offsets.' }],
  [moved('date', 0, -30), preprinted, {}],
  [moved('micr', 0, 7), blank, { micr: expect.stringMatching(/more than 1\/16 inch/) }],
  [
    { x: 40, y: 0, fields: { date: { x: 20, y: 0 } } },
    blank,
    {
      date: 'With the sheet’s offset, the date would leave the sheet by 2.6 mm. Use smaller offsets.',
    },
  ],
  [{ x: -30, y: 0, fields: { payee: { x: 5, y: 0 }, payer: { x: 5, y: 0 } } }, blank, {}],
])('says what the offsets %j would do', (offsets, form, why) => {
  expect(whyNotOffsets(offsets, form)).toEqual(why)
})
