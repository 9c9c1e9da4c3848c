import { expect, test } from 'vitest'
import { checkNumberAfter, significantDigits } from './numbers.ts'

test.each([
  ['1', '2'],
  ['9', '10'],
  ['000103', '000104'],
  ['000999', '001000'],
  ['999999999998', '999999999999'],
  ['999999999999', undefined],
])('follows check number %s with %s', (number, next) => {
  expect(checkNumberAfter(number)).toBe(next)
})

test('ignores leading zeros', () => {
  expect(['104', '0104', '000104', '100'].map(significantDigits)).toEqual(['104', '104', '104', '100'])
})
