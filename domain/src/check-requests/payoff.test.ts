import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../values/calendar-date.ts'
import { daysLeft, largestDrawn, payoffOn, refusalToApproveThrough, refusalToPrintPayoff } from './payoff.ts'

const clock = { amount: 1_825_075, perDiem: 412, goodThrough: '2026-11-30' }

describe('payoff', () => {
  test.each([
    ['2026-11-01', 1_825_075],
    ['2026-11-30', 1_825_075],
    ['2026-12-01', 1_825_487],
    ['2026-12-10', 1_829_195],
    ['2027-03-01', 1_862_567],
  ])('computes the payoff on %s as %d cents', (on, cents) => {
    expect(payoffOn(clock, on)).toBe(cents)
  })

  test.each([
    ['2026-11-23', 7],
    ['2026-11-30', 0],
    ['2026-12-02', -2],
    // The end of daylight saving time doesn't change the number of days.
    ['2026-10-31', 30],
  ])('returns the days left on %s as %d', (today, days) => {
    expect(daysLeft(clock.goodThrough, today)).toBe(days)
  })

  test('adds the per diem for each day after the good-through date only', () => {
    const days = fc.integer({ min: -400, max: 400 })
    fc.assert(
      fc.property(fc.nat(9_999_999), fc.nat(99_999), days, (amount, perDiem, offset) => {
        const one = { amount, perDiem, goodThrough: '2026-11-30' }
        const on = addDays('2026-11-30', offset)
        const step = payoffOn(one, addDays(on, 1)) - payoffOn(one, on)
        expect(step).toBe(offset >= 0 ? perDiem : 0)
        expect(payoffOn(one, on)).toBe(amount + perDiem * Math.max(0, offset))
        expect(Number.isSafeInteger(payoffOn(one, on))).toBe(true)
      }),
    )
  })

  test.each([
    ['2026-11-29', '2026-11-23', false],
    ['2026-11-30', '2026-11-23', true],
    ['2027-01-29', '2026-11-23', true],
    ['2027-01-30', '2026-11-23', false],
    ['2026-12-03', '2026-12-04', false],
    ['2026-12-04', '2026-12-04', true],
    ['2027-01-29', '2026-12-04', true],
    ['2027-01-30', '2026-12-04', false],
    ['2027-01-29', '2027-01-29', true],
    ['2027-01-30', '2027-01-30', false],
  ])(
    'approves a payoff through the date %s on the day %s only within 60 days (expected: %j)',
    (through, today, isApproved) => {
      const refusal = refusalToApproveThrough(through, { goodThrough: clock.goodThrough, today })
      expect(refusal === undefined).toBe(isApproved)
    },
  )

  test('refuses an approval that comes too late, and says what to do', () => {
    expect(refusalToApproveThrough('2027-01-30', { goodThrough: clock.goodThrough, today: '2027-01-30' })).toBe(
      'This payoff was good through Nov 30, 2026, more than 60 days ago. Send the request back for a new payoff letter.',
    )
  })

  test('approves at most the amount assumed before approval, and then totals exactly the approved amount', () => {
    const late = fc.integer({ min: -100, max: 200 })
    fc.assert(
      fc.property(fc.nat(9_999_999), fc.nat(99_999), late, late, (amount, perDiem, now, through) => {
        const { goodThrough } = clock
        const [today, last] = [addDays(goodThrough, now), addDays(goodThrough, through)]
        if (refusalToApproveThrough(last, { goodThrough, today })) return
        const approved_cents = payoffOn({ amount, perDiem, goodThrough }, last)
        const drawable = { amount_cents: amount, per_diem_cents: perDiem, approved_cents: null }
        expect(approved_cents).toBeLessThanOrEqual(largestDrawn(drawable))
        expect(largestDrawn({ ...drawable, approved_cents })).toBe(approved_cents)
      }),
    )
    expect(largestDrawn({ amount_cents: 100_00, per_diem_cents: 5_000_00, approved_cents: null })).toBe(300_100_00)
    expect(largestDrawn({ amount_cents: 100_00, per_diem_cents: null, approved_cents: null })).toBe(100_00)
  })

  test('prints up to the approved amount, and refuses one cent more with advice on what to do', () => {
    expect(refusalToPrintPayoff(clock, { approved: 1_825_487, today: '2026-12-01' })).toBeUndefined()
    expect(refusalToPrintPayoff(clock, { approved: 1_825_486, today: '2026-12-01' })).toBe(
      'This payoff was good through Nov 30, 2026. $18,254.87 is owed today, but only $18,254.86 was approved. Send the request back for a new approval.',
    )
  })
})
