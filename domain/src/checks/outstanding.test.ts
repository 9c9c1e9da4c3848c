import { expect, test } from 'vitest'
import { daysOutstanding, isStaleCheck } from './outstanding.ts'

const issued = { state: 'issued', issued_on: '2026-10-30', check_date: '2026-10-28' } as const

test('returns the days from a check’s handover until the bank paid it', () => {
  expect(daysOutstanding(issued, '2026-11-02')).toBe(3)
  expect(daysOutstanding(issued, '2026-10-29')).toBe(0)
  expect(daysOutstanding({ ...issued, state: 'cleared' }, '2026-11-02')).toBeUndefined()
  expect(daysOutstanding({ state: 'signed', issued_on: null }, '2026-11-02')).toBeUndefined()
})

test('reports an outstanding check as stale once it is older than its account allows', () => {
  expect(isStaleCheck(issued, '2026-11-07', 10)).toBe(false)
  expect(isStaleCheck(issued, '2026-11-08', 10)).toBe(true)
  expect(isStaleCheck({ ...issued, state: 'voided' }, '2026-11-08', 10)).toBe(false)
})
