import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FlaggableCheck, redFlagKinds, redFlags } from './red-flags.ts'

const check = (more: Partial<FlaggableCheck> = {}): FlaggableCheck => ({
  number: 10,
  amountCents: 12_345,
  payee: 'Acme Parts',
  address: null,
  // A Wednesday.
  checkDate: '2026-11-18',
  payeeSince: '2020-01-01',
  isTakenBack: false,
  replaces: null,
  ...more,
})
const limits = { limits: [500_000, 100_000_00] }
const found = (...checks: readonly FlaggableCheck[]) =>
  redFlags(checks, limits).flatMap(({ check: { number }, flags }) =>
    flags.map(({ kind, sentence }) => `${number} ${kind}: ${sentence}`),
  )

test('raises no flag for an ordinary check', () => {
  expect(redFlags([check()], limits)).toEqual([])
})

describe('red flags', () => {
  test.each([
    [{ amountCents: 300_000 }, 'round amount: $3,000.00 is a round amount.'],
    [
      { amountCents: 475_000 },
      'just below a limit: $4,750.00 is at or just below the limit of $5,000.00, above which another person must also decide.',
    ],
    [
      { amountCents: 9_999_999 },
      'just below a limit: $99,999.99 is at or just below the limit of $100,000.00, above which another person must also decide.',
    ],
    [
      { address: 'PO Box 12\nAustin, TX', payeeSince: '2026-10-19' },
      'new payee with a post box: Acme Parts has been a payee only since Oct 19, 2026 and has a post office box.',
    ],
    [{ checkDate: '2026-11-21' }, 'weekend: The check is dated Nov 21, 2026, a Saturday.'],
    [{ checkDate: '2026-11-22' }, 'weekend: The check is dated Nov 22, 2026, a Sunday.'],
    [{ replaces: 9 }, 'voided and paid again: The check replaces check 9, which was voided or stopped.'],
  ] as const)('raises a flag for %o', (more, sentence) => {
    expect(found(check(more))).toEqual([`10 ${sentence}`])
  })

  test.each([
    [{ amountCents: 300_001 }],
    [{ amountCents: 474_999 }],
    [{ amountCents: 500_001 }],
    [{ address: 'PO Box 12', payeeSince: '2026-10-18' }],
    [{ address: '12 Po Boxwood Street', payeeSince: '2026-11-18' }],
    [{ checkDate: '2026-11-20' }],
    [{ checkDate: '2026-11-23' }],
    [{ replaces: 9, isTakenBack: true }],
  ] as const)('raises no flag for %o', (more) => {
    expect(found(check(more))).toEqual([])
  })

  test.each(['P.O. Box 1', 'p o box 1', 'P. O.  BOX 1', 'Post Office\nBox 9', '1 Main St PMB 4', 'PO BOX1', 'POBOX 7'])(
    'recognizes %j as a post office box',
    (address) => {
      expect(found(check({ address, payeeSince: '2026-11-18' }))).toHaveLength(1)
    },
  )

  test('flags the later of two checks to one payee within a week', () => {
    const first = check({ number: 9, checkDate: '2026-11-12', payee: 'ACME  parts' })
    const sentence = 'Acme Parts was already paid by check 9 on Nov 12, 2026, less than a week earlier.'
    expect(found(check(), first)).toEqual([`10 twice in a week: ${sentence}`])
    expect(found(check(), { ...first, checkDate: '2026-11-11' })).toEqual([])
    expect(found(check(), { ...first, isTakenBack: true })).toEqual([])
    expect(found(check({ isTakenBack: true }), first)).toEqual([])
    expect(found(check(), { ...first, payee: 'Other' })).toEqual([])
  })

  test('names the previous check (on the same day, the one with the lower number)', () => {
    const others = [check({ number: 8, checkDate: '2026-11-13' }), check({ number: 9 })]
    expect(found(check(), ...others)).toEqual([
      '10 twice in a week: Acme Parts was already paid by check 9 on Nov 18, 2026, less than a week earlier.',
      '9 twice in a week: Acme Parts was already paid by check 8 on Nov 13, 2026, less than a week earlier.',
    ])
  })

  test('names the date of the replaced check', () => {
    expect(found(check({ number: 9, checkDate: '2026-11-16', isTakenBack: true }), check({ replaces: 9 }))).toEqual([
      '10 voided and paid again: The check replaces check 9 of Nov 16, 2026, which was voided or stopped.',
    ])
  })
})

test('raises each kind of flag at most once for a check, in a fixed order', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          number: fc.integer({ min: 1, max: 99 }),
          amountCents: fc.constantFrom(100_000, 500_000, 12_345),
          payee: fc.constantFrom('A', 'B'),
          address: fc.constantFrom(null, 'PO Box 1'),
          checkDate: fc.constantFrom('2026-11-18', '2026-11-21', '2026-11-22'),
          payeeSince: fc.constantFrom('2026-11-01', '2020-01-01'),
          isTakenBack: fc.boolean(),
          replaces: fc.option(fc.integer({ min: 1, max: 99 })),
        }),
      ),
      (checks) => {
        for (const { check: one, flags } of redFlags(checks, limits)) {
          expect(checks).toContain(one)
          const places = flags.map(({ kind }) => redFlagKinds.indexOf(kind))
          expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
          expect(places.length).toBeGreaterThan(0)
        }
      },
    ),
  )
})
