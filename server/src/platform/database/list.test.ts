import { describe, expect, test } from 'vitest'
import { asCounted, decodeCursor, encodeCursor, isCount, isId, isMoment, pageOf, patternsOf } from './list.ts'

test('shows as many rows as the limit, and its last row only if another page follows', () => {
  expect(pageOf(['a', 'b', 'c'], 2)).toEqual({ shown: ['a', 'b'], last: 'b' })
  expect(pageOf(['a', 'b'], 2)).toEqual({ shown: ['a', 'b'], last: undefined })
  expect(pageOf([], 2)).toEqual({ shown: [], last: undefined })
})

test('returns exact totals up to 10,000, and a lower bound without a sum above that', () => {
  expect(asCounted({ amount: 10_000, cents: 5 })).toEqual({ total: 10_000, cents: 5, isLowerBound: false })
  expect(asCounted({ amount: 10_001, cents: 5 })).toEqual({ total: 10_000, cents: null, isLowerBound: true })
})

test('matches words literally in any order regardless of case', () => {
  expect(patternsOf('50%_off Acme')).toEqual(['%50\\%\\_off%', '%acme%'])
})

describe('a cursor', () => {
  test('returns the parts that it was made of', () => {
    const cursor = encodeCursor(['2026-11-29T08:00:00.000Z', 7])
    expect(decodeCursor<[string, number]>(cursor, [isMoment, isId])).toEqual(['2026-11-29T08:00:00.000Z', 7])
  })

  test.each([
    ['a moment without milliseconds', encodeCursor(['2026-11-29T08:00:00Z', 7])],
    ['a date that doesn’t exist', encodeCursor(['2026-02-31T08:00:00.000Z', 7])],
    ['an id of 0', encodeCursor(['2026-11-29T08:00:00.000Z', 0])],
    ['a fraction as an id', encodeCursor(['2026-11-29T08:00:00.000Z', 1.5])],
    ['one part too few', encodeCursor(['2026-11-29T08:00:00.000Z'])],
    ['one part too many', encodeCursor(['2026-11-29T08:00:00.000Z', 7, 7])],
    ['an object', Buffer.from('{"length":2}').toString('base64url')],
    ['any other text', 'page-2'],
    ['no text', ''],
  ])('is refused with %s', (_, cursor) => {
    expect(() => decodeCursor<[string, number]>(cursor, [isMoment, isId])).toThrow('cursor')
  })

  test('is refused with a negative count', () => {
    expect(() => decodeCursor<[number]>(encodeCursor([-1]), [isCount])).toThrow('cursor')
  })
})
