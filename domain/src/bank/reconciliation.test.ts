import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isStale, positionAt, type ReconciledCheck, reconcile } from './reconciliation.ts'

const check = (more: Partial<ReconciledCheck> = {}): ReconciledCheck => ({
  number: 1,
  amountCents: 100,
  checkDate: '2026-11-01',
  issuedOn: '2026-11-02',
  clearedOn: null,
  paidCents: null,
  endedOn: null,
  isStopped: false,
  ...more,
})

describe('position of a check at the end of a day', () => {
  test.each([
    ['not issued', 'the day precedes its handover', '2026-11-01', {}],
    ['outstanding', 'it was handed over that day', '2026-11-02', {}],
    ['not issued', 'it was never issued', '2026-12-31', { issuedOn: null }],
    ['not issued', 'it was voided before handover', '2026-12-31', { issuedOn: null, endedOn: '2026-11-02' }],
    ['outstanding', 'the day precedes its void', '2026-11-09', { endedOn: '2026-11-10' }],
    ['voided', 'it was voided that day', '2026-11-10', { endedOn: '2026-11-10' }],
    ['stopped', 'it was stopped that day', '2026-11-10', { endedOn: '2026-11-10', isStopped: true }],
    ['outstanding', 'the day precedes its payment', '2026-11-09', { clearedOn: '2026-11-10' }],
    ['cleared', 'it was paid that day', '2026-11-10', { clearedOn: '2026-11-10' }],
    [
      'cleared',
      'the bank paid it although it was void',
      '2026-11-10',
      { clearedOn: '2026-11-10', endedOn: '2026-11-05' },
    ],
    [
      'cleared',
      'the bank paid it before it was handed over',
      '2026-11-02',
      { clearedOn: '2026-11-02', issuedOn: '2026-11-20' },
    ],
  ] as const)('reports a check as %s if %s', (position, _when, asOf, more) => {
    expect(positionAt(check(more), asOf)).toBe(position)
  })
})

test('reports a check as stale after more days than its account allows', () => {
  expect(isStale('2026-06-01', '2026-11-28', 180)).toBe(false)
  expect(isStale('2026-06-01', '2026-11-29', 180)).toBe(true)
})

test('compares book and bank', () => {
  const checks = [
    check({ number: 3, amountCents: 1000, checkDate: '2026-05-01' }),
    check({ number: 1, amountCents: 10_000, checkDate: '2026-06-01' }),
    check({ number: 2, amountCents: 1, checkDate: '2026-05-01' }),
    check({ number: 4, amountCents: 20_000, clearedOn: '2026-11-10' }),
    check({ number: 5, amountCents: 30_000, clearedOn: '2026-11-10', paidCents: 90_000 }),
    check({ number: 6, amountCents: 400, endedOn: '2026-11-10' }),
    check({ number: 7, amountCents: 50, endedOn: '2026-11-10', isStopped: true }),
    check({ number: 8, amountCents: 6, issuedOn: null }),
    check({ number: 9, amountCents: 7, issuedOn: '2026-12-01' }),
  ]
  const unmatched = [
    { date: '2026-11-28', amountCents: 5 },
    { date: '2026-11-29', amountCents: 5 },
  ]
  const { outstandingChecks, ...totals } = reconcile(checks, { asOf: '2026-11-28', staleDays: 180, unmatched })
  expect(totals).toEqual({
    asOf: '2026-11-28',
    issued: { count: 7, cents: 61_451 },
    voided: { count: 1, cents: 400 },
    stopped: { count: 1, cents: 50 },
    book: { count: 5, cents: 61_001 },
    cleared: { count: 2, cents: 50_000 },
    outstanding: { count: 3, cents: 11_001 },
    // 180 days after June 1 is November 28, when the check isn't stale yet.
    stale: { count: 2, cents: 1001 },
    paidCents: 110_000,
    differenceCents: 60_000,
    unmatched: { count: 1, cents: 5 },
  })
  expect(outstandingChecks.map(({ number }) => number)).toEqual([2, 3, 1])
})

const anyDay = fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`)
const anyCheck: fc.Arbitrary<ReconciledCheck> = fc.record({
  number: fc.integer({ min: 1, max: 9999 }),
  amountCents: fc.integer({ min: 1, max: 9_999_999_999 }),
  checkDate: anyDay,
  issuedOn: fc.option(anyDay),
  clearedOn: fc.option(anyDay),
  paidCents: fc.option(fc.integer({ min: 1, max: 9_999_999_999 })),
  endedOn: fc.option(anyDay),
  isStopped: fc.boolean(),
})
const anyChecks = fc.array(anyCheck, { maxLength: 30 })
const none = { staleDays: 5, unmatched: [] }

describe('any checks on any day', () => {
  test('reports each check in one section, and balances equal to the sums of their rows', () => {
    fc.assert(
      fc.property(anyChecks, anyDay, (checks, asOf) => {
        const { issued, voided, stopped, book, cleared, outstanding, ...rest } = reconcile(checks, { asOf, ...none })
        const rowsAt = (position: string) => checks.filter((one) => positionAt(one, asOf) === position)
        const cents = (position: string) => rowsAt(position).reduce((sum, { amountCents }) => sum + amountCents, 0)
        for (const of of ['count', 'cents'] as const) {
          expect(issued[of] - voided[of] - stopped[of]).toBe(book[of])
          expect(book[of] - cleared[of]).toBe(outstanding[of])
          expect(rest.stale[of]).toBeLessThanOrEqual(outstanding[of])
        }
        expect(issued.count + rowsAt('not issued').length).toBe(checks.length)
        expect([outstanding.cents, cleared.cents, voided.cents, stopped.cents]).toEqual(
          ['outstanding', 'cleared', 'voided', 'stopped'].map(cents),
        )
        expect(rest.outstandingChecks).toHaveLength(outstanding.count)
        expect(rest.paidCents - rest.differenceCents).toBe(cleared.cents)
      }),
    )
  })

  test('leaves a day’s report unchanged by later events', () => {
    fc.assert(
      fc.property(anyChecks, anyDay, (checks, asOf) => {
        const until = (day: string | null) => (day !== null && day > asOf ? null : day)
        const then = checks.map((one) => ({
          ...one,
          issuedOn: until(one.issuedOn),
          clearedOn: until(one.clearedOn),
          endedOn: until(one.endedOn),
        }))
        const totalsOf = (rows: readonly ReconciledCheck[]) => {
          const { outstandingChecks, ...totals } = reconcile(rows, { asOf, ...none })
          return { ...totals, numbers: outstandingChecks.map(({ number }) => number) }
        }
        expect(totalsOf(checks)).toEqual(totalsOf(then))
      }),
    )
  })

  test('computes the same totals whatever the order of rows', () => {
    fc.assert(
      fc.property(anyChecks, anyDay, (checks, asOf) => {
        const totalsOf = (rows: readonly ReconciledCheck[]) => ({
          ...reconcile(rows, { asOf, ...none }),
          outstandingChecks: 0,
        })
        expect(totalsOf(checks.toReversed())).toEqual(totalsOf(checks))
      }),
    )
  })
})
