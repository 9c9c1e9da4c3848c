import { expect, test } from 'vitest'
import { axisOf, largestUsual } from './chart.ts'

test.each([
  [[], undefined],
  [[0, 0, 12_000_000], undefined],
  [[400, 800, 2500, 3000], undefined],
  [[400, 800, 2500, 12_000_000], 2500],
  [[300, 12_000_000], 300],
  // Two of seven can be outliers; three of seven are a group of their own.
  [[11_000_000, 100, 12_000_000, 200, 300, 150, 250], 300],
  [[9_000_000, 11_000_000, 100, 12_000_000, 200, 300, 150], undefined],
])('finds the largest usual value in %j (expected: %j)', (values, usual) => {
  expect(largestUsual(values)).toBe(usual)
})

test('ends an axis without outliers at the largest value without truncating bars', () => {
  const axis = axisOf([400, 800, 2500])
  expect([axis.end, axis.isCut(2500), axis.drawn(2500)]).toEqual([2500, false, 2500])
})

test('ends an axis beyond the largest usual value, and truncates an outlier’s bar', () => {
  const axis = axisOf([400, 800, 2500, 12_000_000])
  expect([axis.end, axis.isCut(2500), axis.isCut(12_000_000)]).toEqual([3500, false, true])
  expect([axis.drawn(2500), axis.drawn(12_000_000)]).toEqual([2500, 3500])
  expect([axis.hasScale(3000), axis.hasScale(3500)]).toEqual([true, false])
})

test('gives an axis without values a nonzero length', () => {
  expect(axisOf([]).end).toBe(1)
})
