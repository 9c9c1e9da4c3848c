import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../testing/random.ts'
import { type AccountingLine, addUp, type ChartAccount, defaultFor, faultsOf, linesWith, sumOf } from './lines.ts'

const accounts: readonly ChartAccount[] = [
  { number: '2310', name: 'Vehicle payoffs', isActive: true },
  { number: '6800', name: 'Shop supplies', isActive: true },
  { number: '1999', name: 'Suspense', isActive: false },
]
const chart = new Map(accounts.map((account) => [account.number, account]))

function line(account: string, cents: number, controlNumber: string | null = null): AccountingLine {
  return { account, cents, controlNumber }
}

test('accepts a request without lines but doesn’t report its lines as adding up to the amount', () => {
  expect(faultsOf([], 1000, chart)).toEqual([])
  expect(addUp([], 1000)).toBe(false)
  expect(addUp([], 0)).toBe(false)
})

test.each<[string, AccountingLine[], object[]]>([
  ['one line for the whole amount', [line('2310', 1000)], []],
  ['one account with two control numbers', [line('2310', 400, 'S1'), line('2310', 600, 'S2')], []],
  ['the same account with and without control number', [line('2310', 400), line('2310', 600, 'S2')], []],
  [
    'a total one cent too low',
    [line('2310', 999)],
    [
      {
        line: null,
        message:
          'The lines add up to $9.99, $0.01 less than the amount of the request. Change the lines until their total matches the amount.',
      },
    ],
  ],
  [
    'a total that is too high',
    [line('2310', 1000), line('6800', 150_000)],
    [
      {
        line: null,
        message:
          'The lines add up to $1,510.00, $1,500.00 more than the amount of the request. Change the lines until their total matches the amount.',
      },
    ],
  ],
  [
    'a missing account and an inactive one',
    [line('1', 400), line('1999', 600)],
    [
      { line: 0, message: 'The chart of accounts has no account 1. Choose another account.' },
      { line: 1, message: 'Account 1999, Suspense, is inactive. Choose another account.' },
    ],
  ],
  [
    'the same account and control number twice',
    [line('2310', 400, 'S1'), line('6800', 100), line('2310', 500, 's1')],
    [{ line: 2, message: 'This line has the same account and control number as line 1. Combine the two lines.' }],
  ],
])('accepts or refuses accounting lines with %s', (_, lines, faults) => {
  expect(faultsOf(lines, 1000, chart)).toEqual(faults)
})

const cents = fc.integer({ min: 1, max: 9_999_999_999 })

test('adds up split amounts in any order, and detects any changed line', () => {
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 50 }), fc.nat(), cents, (parts, at, change) => {
      const lines = parts.map((part, index) => line('2310', part, `S${index}`))
      const amount = sumOf(lines)
      expect(faultsOf(lines, amount, chart)).toEqual([])
      expect(faultsOf(lines.toReversed(), amount, chart)).toEqual([])
      const changed = lines.with(at % lines.length, line('2310', (parts[at % parts.length] ?? 0) + change, 'other'))
      expect(faultsOf(changed, amount, chart).map((fault) => fault.line)).toEqual([null])
      expect(addUp(lines.slice(1), amount)).toBe(false)
    }),
  )
})

test('accepts only active accounts, unique control numbers, and lines that add up to the amount', () => {
  const anyLine = fc.record({
    account: fc.constantFrom('2310', '6800', '1999', '1'),
    controlNumber: fc.constantFrom(null, 'A', 'a', 'B'),
    cents: fc.constantFrom(1, 2, 3),
  })
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 4 }), fc.nat({ max: 8 }), (lines, amount) => {
      if (lines.length === 0) return
      const isSound =
        lines.every(({ account }) => ['2310', '6800'].includes(account)) &&
        new Set(lines.map((one) => `${one.account} ${one.controlNumber?.toUpperCase()}`)).size === lines.length &&
        lines.reduce((sum, one) => sum + one.cents, 0) === amount
      expect(faultsOf(lines, amount, chart).length === 0).toBe(isSound)
    }),
    runs({ gate: 500, nightly: 20_000 }),
  )
})

test('adds an increased amount to the first of the largest lines so that the lines still add up', () => {
  const lines = [line('6800', 100), line('2310', 500), line('1999', 500)]
  expect(linesWith(lines, 1250)).toEqual([line('6800', 100), line('2310', 650), line('1999', 500)])
  expect(linesWith(lines, 1100)).toEqual(lines)
  expect(linesWith([], 1250)).toEqual([])
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 50 }), fc.nat(), (parts, growth) => {
      const before = parts.map((part, index) => line('2310', part, `S${index}`))
      const amount = sumOf(before) + growth
      expect(faultsOf(linesWith(before, amount), amount, chart)).toEqual([])
    }),
  )
})

const defaults = [
  { purposeId: 1, dealershipId: null, account: '2310' },
  { purposeId: 1, dealershipId: 7, account: '6800' },
  { purposeId: 2, dealershipId: 7, account: '1999' },
]

test.each([
  [1, 7, '6800'],
  [1, 8, '2310'],
  [1, null, '2310'],
  [2, 7, '1999'],
  [2, 8, undefined],
  [2, null, undefined],
  [3, 7, undefined],
])('chooses the default account for purpose %s at dealership %s (expected: %s)', (purposeId, dealershipId, account) => {
  expect(defaultFor(defaults, { purposeId, dealershipId })).toBe(account)
})
