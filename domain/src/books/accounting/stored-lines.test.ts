import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesInWords, readLines, writeLines } from './lines.ts'

test('reads stored lines back unchanged, and stores an empty list as null', () => {
  const line = fc.record({
    account: fc.string(),
    controlNumber: fc.option(fc.string()),
    cents: fc.integer({ min: 1, max: 9_999_999_999 }),
  })
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      expect(readLines(writeLines(lines))).toEqual(lines)
    }),
  )
  expect(writeLines([])).toBeNull()
})

test('formats lines as account, control number, and dollars', () => {
  const lines = [
    { account: '2310', controlNumber: 'S-1002', cents: 40_000 },
    { account: '6800', controlNumber: null, cents: 1250 },
  ]
  expect(linesInWords(writeLines(lines) ?? '')).toBe('2310 S-1002 $400.00, 6800 $12.50')
})
