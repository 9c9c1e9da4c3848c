import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CodedRequest, type Payment, recentAmounts, summarizePayments, usualCodingOf } from './payees.ts'

const now = Date.parse('2026-11-20T15:00:00.000Z')
const nothing = { recent: 0, earlier: 0, usual_cents: null, last_paid_at: null, under_way: 0 }

function paid(amount_cents: number, cleared_at: string): Payment {
  return { amount_cents, status_id: 7, cleared_at }
}

function at(status_id: Payment['status_id']): Payment {
  return { amount_cents: 5000, status_id, cleared_at: null }
}

describe('payee history', () => {
  test('is empty without requests', () => {
    expect(summarizePayments([], now)).toEqual(nothing)
  })

  test('returns the payments in the last 90 days and before, the usual amount, and the last date', () => {
    const requests = [
      paid(210_000, '2026-11-03T10:00:00.000Z'),
      paid(990_000, '2026-10-03T10:00:00.000Z'),
      paid(210_000, '2026-09-03T10:00:00.000Z'),
      paid(190_000, '2026-08-22T15:00:00.000Z'),
      paid(1, '2026-08-22T14:59:59.999Z'),
    ]
    expect(summarizePayments(requests, now)).toEqual({
      ...nothing,
      recent: 4,
      earlier: 1,
      usual_cents: 210_000,
      last_paid_at: '2026-11-03T10:00:00.000Z',
    })
  })

  test('finds the latest payment, whatever the order of the requests', () => {
    const days = ['2026-10-03T10:00:00.000Z', '2026-11-03T10:00:00.000Z', '2026-09-03T10:00:00.000Z']
    expect(
      summarizePayments(
        days.map((day) => paid(5, day)),
        now,
      ).last_paid_at,
    ).toBe('2026-11-03T10:00:00.000Z')
  })

  test('reports no usual amount for two payments', () => {
    const two = ['2026-11-03T10:00:00.000Z', '2026-11-04T10:00:00.000Z'].map((day) => paid(5, day))
    expect(summarizePayments(two, now)).toMatchObject({ recent: 2, usual_cents: null })
  })

  test.each([1, 2, 3, 4, 5, 6, 9] as const)('treats a request at status %i as in progress and not paid', (status) => {
    expect(summarizePayments([at(status)], now)).toEqual({ ...nothing, under_way: 1 })
  })

  test('treats a rejected request as neither paid nor in progress', () => {
    expect(summarizePayments([at(8)], now)).toEqual(nothing)
  })

  test('reports as usual a paid amount that at least half of the payments don’t exceed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9_999_999_999 }), { minLength: 3, maxLength: 40 }), (amounts) => {
        const requests = amounts.map((amount) => paid(amount, '2026-11-03T10:00:00.000Z'))
        const usual = summarizePayments(requests, now).usual_cents ?? 0
        const atMost = amounts.filter((amount) => amount <= usual).length
        const atLeast = amounts.filter((amount) => amount >= usual).length
        return amounts.includes(usual) && atMost * 2 >= amounts.length && atLeast * 2 >= amounts.length
      }),
    )
  })
})

test('offers at most the four latest distinct amounts', () => {
  const amounts = [5, 7, 5, 9, 7, 11, 13].map((amount_cents) => ({ amount_cents }))
  expect(recentAmounts(amounts)).toEqual([5, 7, 9, 11])
})

describe('usual coding', () => {
  const coded = (values: Partial<CodedRequest>): CodedRequest =>
    Object.assign(
      { purpose_id: 4, department_id: null, delivery_method_id: 1, priority_level: 'normal', account: null } as const,
      values,
    )

  test('suggests what more than half of the newest twelve requests share, with counts', () => {
    const newest = [
      coded({ purpose_id: 5 }),
      ...Array.from({ length: 11 }, () => coded({ account: '7410' })),
      coded({ delivery_method_id: 2 }),
    ]
    expect(usualCodingOf(newest)).toEqual({
      requests: 12,
      usual: [
        { field: 'purpose_id', value: 4, count: 11 },
        { field: 'delivery_method_id', value: 1, count: 12 },
        { field: 'priority_level', value: 'normal', count: 12 },
        { field: 'account', value: '7410', count: 11 },
      ],
    })
  })

  test('suggests nothing from two requests, or from a value that only half of them have', () => {
    expect(usualCodingOf([coded({}), coded({})])).toEqual({ requests: 2, usual: [] })
    const halves = [coded({}), coded({}), coded({ purpose_id: 5 }), coded({ purpose_id: 5 })]
    expect(usualCodingOf(halves).usual.map(({ field }) => field)).toEqual(['delivery_method_id', 'priority_level'])
  })
})
