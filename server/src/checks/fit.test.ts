import { amountInWords, type CheckFile } from '@check-requests/domain/checks/front.ts'
import {
  envelopeWindows,
  fieldNames,
  type LayoutName,
  layoutNames,
  layoutOf,
  type Offsets,
  shiftOf,
} from '@check-requests/domain/checks/layouts.ts'
import { businessTemplate } from '@check-requests/domain/checks/micr/template.ts'
import { whyNotOffsets } from '@check-requests/domain/checks/offsets.ts'
import { runs } from '@check-requests/domain/testing/random.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { fileWith, plainFace } from '../testing/checks-on-paper.ts'
import { CheckDrawing } from './documents/compose-check.ts'
import { type Ink, moved } from './documents/ink.ts'
import { cutLine, fitBlock, fitLine, fitWords, Letters, readLetters, wrapAnyway } from './documents/letters.ts'

/** Allows for rounding in sums of widths. */
const slip = 0.000_001

let letters: Letters
beforeAll(async () => {
  letters = new Letters(await readLetters())
})

const amount = fc.oneof(
  fc.integer({ min: 1, max: 9_999_999_999 }),
  fc.integer({ min: 7_000_000_000, max: 8_000_000_000 }),
)
const name = fc
  .array(fc.stringMatching(/^[A-Za-z.,&']{1,14}$/), { minLength: 1, maxLength: 30 })
  .map((words) => words.join(' '))

test('fills the line after the words of every amount with at least three asterisks', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 240, max: 480 }), (cents, width) => {
      const fitted = fitWords(letters, amountInWords(cents), { width, size: 10 })
      if (!fitted) return
      const { size, lines } = fitted
      expect(size).toBeGreaterThanOrEqual(7)
      expect(lines.join(' ')).toMatch(/^[A-Z][a-z -]+ and \d\d\/100 \*{3,}$/)
      expect(lines.join(' ').replace(/ \*+$/, '')).toBe(amountInWords(cents))
      for (const line of lines) expect(letters.widthOf(line, size)).toBeLessThanOrEqual(width + slip)
      expect(letters.widthOf(`${lines.at(-1)}*`, size)).toBeGreaterThan(width - slip)
    }),
    runs({ gate: 500, nightly: 10_000 }),
  )
})

test('fits the words of every amount up to the maximum on a check', () => {
  fc.assert(
    fc.property(amount, (cents) => {
      expect(fitWords(letters, amountInWords(cents), { width: 480, size: 10 })).toBeDefined()
    }),
  )
})

test('fits the longest words for an amount below a million on one line of a check filled with asterisks', () => {
  const words = amountInWords(99_999_999)
  expect(words).toHaveLength(69)
  const fitted = fitWords(letters, words, { width: 480, size: 10 })
  expect(fitted?.lines).toEqual([
    expect.stringMatching(/^Nine hundred ninety-nine thousand nine hundred .* and 99\/100 \*{3,}$/),
  ])
  expect(fitted?.size).toBeGreaterThanOrEqual(7)
})

test('puts one space between the words and the asterisks', () => {
  const fitted = fitWords(letters, amountInWords(123_456), { width: 480, size: 10 })
  expect(fitted?.lines).toEqual([expect.stringMatching(/^One thousand two hundred thirty-four and 56\/100 \*{16,}$/)])
})

test('prints every name in full and as large as its space allows', () => {
  fc.assert(
    fc.property(name, (text) => {
      const fitted = fitLine(letters, text, { width: 385, size: 10 })
      if (!fitted) return expect(letters.widthOf(text, 7)).toBeGreaterThan(385)
      const { size, lines } = fitted
      expect(lines.join(' ')).toBe(text)
      expect(lines.length).toBeLessThanOrEqual(2)
      for (const line of lines) expect(letters.widthOf(line, size)).toBeLessThanOrEqual(385 + slip)
      if (lines.length === 2) expect(size).toBe(7)
      if (size < 10) expect(letters.widthOf(text, size + 0.5)).toBeGreaterThan(385)
      return undefined
    }),
  )
})

test('keeps every line of a text block within the block', () => {
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 7 }), (lines) => {
      const fitted = fitBlock(letters, lines, { width: 240, height: 54, size: 10, pitch: 1.1 })
      if (!fitted) return
      expect(fitted.lines.join(' ')).toBe(lines.join(' '))
      expect(fitted.size * (0.9 + (fitted.lines.length - 1) * 1.1)).toBeLessThanOrEqual(54 + slip)
      for (const line of fitted.lines) expect(letters.widthOf(line, fitted.size)).toBeLessThanOrEqual(240 + slip)
    }),
  )
})

test('splits a word wider than its line and truncates a line that is too long', () => {
  const word = 'W'.repeat(100)
  const lines = wrapAnyway(letters, `a ${word} b`, { width: 100, size: 8 })
  expect(lines.join('').replaceAll(' ', '')).toBe(`a${word}b`)
  for (const line of lines) expect(letters.widthOf(line, 8)).toBeLessThanOrEqual(100)
  const { line, size } = cutLine(letters, word, { width: 100, size: 8 })
  expect(line).toMatch(/^W+…$/)
  expect(size).toBe(7)
  expect(letters.widthOf(line, size)).toBeLessThanOrEqual(100)
  expect(letters.widthOf(`W${line}`, size)).toBeGreaterThan(100)
})

test('measures the same text widths that are drawn', () => {
  expect(letters.widthOf('Acme', 10)).toBeCloseTo(10 * (0.639 + 0.48 + 0.932 + 0.564), 1)
  expect(letters.widthOf('e\u0301', 10)).toBe(letters.widthOf('é', 10))
  expect(letters.faceOf('\u00ad', 'normal')).toBeUndefined()
})

/** The edges of what is printed, in points: capitals and accents above the baseline, and letters that reach down. */
function edgesOf(ink: Ink) {
  if (ink.kind === 'line')
    return {
      left: Math.min(ink.from[0], ink.to[0]),
      right: Math.max(ink.from[0], ink.to[0]),
      top: Math.min(ink.from[1], ink.to[1]),
      bottom: Math.max(ink.from[1], ink.to[1]),
    }
  const { x: left, y } = ink
  if (ink.kind === 'frame' || ink.kind === 'picture')
    return { left, right: left + ink.width, top: y, bottom: y + ink.height }
  if (ink.kind === 'symbol') return { left, right: left + 6.6, top: y - 8.424, bottom: y }
  const right = left + letters.widthOf(ink.text, ink.size, ink.weight)
  return { left, right, top: y - 0.75 * ink.size, bottom: y + 0.22 * ink.size }
}
type Edges = ReturnType<typeof edgesOf>

const meet = (one: Edges, other: Edges) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

const line = fc.constantFrom('4200 Aurora Avenue North, Building 7', 'Suite 12', 'Attn: Jörg Gygax', 'Tacoma, WA 98421')
const offset = fc.integer({ min: -30, max: 30 })
const offsets: fc.Arbitrary<Offsets> = fc
  .tuple(offset, offset, fc.constantFrom(...fieldNames), fc.integer({ min: -6, max: 6 }), offset)
  .map(([x, y, name, across, down]) => ({
    x,
    y,
    fields: { [name]: { x: across, y: name === 'micr' ? Math.trunc(down / 5) : down } },
  }))

/** The ink of a file's first check; none if the check is refused. */
function inkOf({ stock, mark, checks: [check = plainFace] }: CheckFile): readonly Ink[] {
  const { ink, refusals } = new CheckDrawing(letters, { stock, mark }, check).compose()
  return refusals.length > 0 ? [] : ink
}

function expectOnSheet(all: readonly Ink[], layout: LayoutName, set: Offsets): void {
  const { x, y } = shiftOf({ ...set, fields: {} })
  for (const check of layoutOf(layout).checks)
    for (const ink of all) {
      const { left, right, top, bottom } = edgesOf(moved(ink, { x, y: y + check }))
      expect(Math.min(left, top, 612 - right, 792 - bottom)).toBeGreaterThanOrEqual(-0.26)
    }
}

test('shows no memo in an envelope window, on the address, or off the sheet, with up to six lines of address', () => {
  const paper = fc.constantFrom(
    { paper: 'blank', micr: businessTemplate } as const,
    { paper: 'blank', micr: null } as const,
    { paper: 'pre-printed', micr: null } as const,
  )
  const content = fc.record({
    payees: fc.array(name, { minLength: 1, maxLength: 2 }),
    addressLines: fc.array(line, { maxLength: 6 }),
    memo: fc.array(fc.constantFrom('VIN 1HGCM82633A004352', 'gjpqy', 'ÉÀÖ', 'W'.repeat(40)), { minLength: 1 }),
  })
  let drawn = 0
  fc.assert(
    fc.property(fc.constantFrom(...layoutNames), paper, content, offsets, (layout, stock, { memo, ...face }, set) => {
      const form = { layout, isBlank: stock.paper === 'blank', hasMicr: stock.micr !== null }
      if (Object.keys(whyNotOffsets(set, form)).length > 0) return
      const inkWith = (text: string | null) =>
        inkOf(fileWith({ stock: { ...stock, layout, offsets: set }, face: { ...face, memo: text } }))
      const [without, all] = [inkWith(null), inkWith(memo.join(' '))]
      if (all.length > 0) drawn += 1
      const known = new Set(without.map((ink) => JSON.stringify(ink)))
      const added = all.filter((ink) => !known.has(JSON.stringify(ink)))
      expect(added.length > 0).toBe(all.length > 0)
      for (const ink of added) {
        const edges = edgesOf(ink)
        for (const { x, y, width, height } of envelopeWindows)
          expect(meet(edges, { left: x, right: x + width, top: y, bottom: y + height })).toBe(false)
        for (const other of without) expect(meet(edges, edgesOf(other))).toBe(false)
      }
      expectOnSheet(all, layout, set)
    }),
    runs({ gate: 1000, nightly: 20_000 }),
  )
  expect(drawn).toBeGreaterThan(100)
})
