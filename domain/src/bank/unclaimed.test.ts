import { describe, expect, test } from 'vitest'
import { type DormancyRule, dormancyTable, unclaimedDue } from './unclaimed.ts'

// Fictitious rules, because tests shouldn't depend on real state law.
const general = { state: 'TX', dormancy_months: 36, cutoff: '03-01', report: '07-01' }
const wages = { ...general, kind: 'Wages', dormancy_months: 12, letter_days: 120 }
const oregon = { state: 'OR', dormancy_months: 36, cutoff: '06-30', report: '11-01' }
const late = { state: 'NV', dormancy_months: 24, cutoff: '12-31', report: '03-01' }
const table = dormancyTable.parse([general, wages, oregon, late])
const due = (checkDate: string, payeeState: string | null, kind: string | null = null, holderState = 'OR') =>
  unclaimedDue({ checkDate, payeeState, kind }, { holderState, table })

describe('due dates of unclaimed money', () => {
  test.each([
    [
      'under the rule of the payee’s state',
      ['2026-11-20', 'TX'],
      ['TX', 'payee', '2029-11-20', '2030-05-02', '2030-07-01'],
    ],
    [
      'under the rule of the holder’s state',
      ['2026-11-20', null],
      ['OR', 'holder', '2029-11-20', '2030-09-02', '2030-11-01'],
    ],
    [
      'under the rule for the kind of payment',
      ['2026-11-20', 'TX', ' wages '],
      ['TX', 'payee', '2027-11-20', '2028-03-03', '2028-07-01'],
    ],
    [
      'under the general rule',
      ['2026-11-20', 'TX', 'Rebates'],
      ['TX', 'payee', '2029-11-20', '2030-05-02', '2030-07-01'],
    ],
    [
      'in the year whose cutoff the date meets',
      ['2026-03-01', 'TX'],
      ['TX', 'payee', '2029-03-01', '2029-05-02', '2029-07-01'],
    ],
    [
      'in the next year if it misses the cutoff by a day',
      ['2026-03-02', 'TX'],
      ['TX', 'payee', '2029-03-02', '2030-05-02', '2030-07-01'],
    ],
    ['in the year after the cutoff', ['2026-11-20', 'NV'], ['NV', 'payee', '2028-11-20', '2028-12-31', '2029-03-01']],
    ['at the end of a short month', ['2024-02-29', 'OR'], ['OR', 'payee', '2027-02-28', '2027-09-02', '2027-11-01']],
  ] as const)(
    'computes the date when unclaimed money is due %s',
    (_how, [date, state, kind], [to, because, dormantOn, letterBy, reportOn]) => {
      expect(due(date, state, kind ?? null)).toMatchObject({ state: to, because, dormantOn, letterBy, reportOn })
    },
  )

  test('reports a missing rule instead of a due date', () => {
    expect(due('2026-11-20', 'CA', 'Wages')).toEqual({
      missing: 'There is no rule for CA and Wages. Add one to the unclaimed-property table.',
    })
    expect(due('2026-11-20', null, null, 'WA')).toEqual({
      missing: 'There is no rule for WA and payments of any kind. Add one to the unclaimed-property table.',
    })
  })
})

test.each([
  ['an unknown state', [{ ...general, state: 'XX' }], 'Enter a state code, such as TX.'],
  ['an invalid day', [{ ...general, cutoff: '02-29' }], 'Enter a day as MM-DD, such as 06-30.'],
  [
    'two rules for the same kind',
    [wages, { ...wages, kind: 'WAGES' }],
    'There is already a rule for TX and this kind of payment.',
  ],
  ['two general rules', [general, general], 'There is already a rule for TX and this kind of payment.'],
])('refuses an unclaimed property table with %s', (_what, rules: readonly Partial<DormancyRule>[], message) => {
  expect(dormancyTable.safeParse(rules).error?.issues.map((issue) => issue.message)).toEqual([message])
})
