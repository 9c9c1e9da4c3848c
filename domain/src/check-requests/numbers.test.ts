import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkNumberAfter, formatRequestNumber, significantDigits } from './numbers.ts'

test.each([
  ['1', '2'],
  ['9', '10'],
  ['000103', '000104'],
  ['000999', '001000'],
  ['999999999998', '999999999999'],
  ['999999999999', undefined],
])('returns the check number after %s as %s', (number, next) => {
  expect(checkNumberAfter(number)).toBe(next)
})

test('ignores leading zeros of check numbers', () => {
  expect(['104', '0104', '000104', '100'].map(significantDigits)).toEqual(['104', '104', '104', '100'])
})

test.each([
  ['NWG', 'TOY', 'SVC', 127, 'NWG-TOY-SVC-000127'],
  ['NWG', 'TOY', null, 1, 'NWG-TOY-000001'],
  ['NWG', null, null, 42, 'NWG-000042'],
  ['NWG', 'TOY', 'SVC', 1_000_000, 'NWG-TOY-SVC-1000000'],
])(
  'builds a request number from the codes %s, %s, and %s and the counter %i: %s',
  (groupCode, dealershipCode, departmentCode, counter, number) => {
    expect(formatRequestNumber({ groupCode, dealershipCode, departmentCode }, counter)).toBe(number)
  },
)

test('never repeats a request number within a dealer group', () => {
  const code = fc.stringMatching(/^[A-Z0-9]{1,10}$/)
  const place = fc.record({ dealershipCode: fc.option(code), departmentCode: fc.option(code) })
  const counter = fc.integer({ min: 1, max: 2_000_000 })
  fc.assert(
    fc.property(code, place, place, counter, counter, (groupCode, one, other, first, second) => {
      fc.pre(first !== second)
      const numbers = [
        formatRequestNumber({ groupCode, ...one }, first),
        formatRequestNumber({ groupCode, ...other }, second),
      ]
      expect(numbers[0]).not.toBe(numbers[1])
    }),
  )
})
