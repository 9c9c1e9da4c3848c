import { expect, test } from 'vitest'
import { checkStates } from './lifecycle.ts'
import { type KnownOfPaper, whereIsPaper } from './words.ts'

const none: KnownOfPaper = {
  state: 'printed',
  kind: 'run',
  issued_on: null,
  bank_paid_on: null,
  hand_over: null,
  isDefaced: false,
}
const handedOver = { kind: 'picked up', receiver: 'Ada Lovelace', tracking_number: null } as const

const papers: readonly (readonly [Partial<KnownOfPaper>, string])[] = [
  [{ state: 'reserved' }, 'At the printer'],
  [{ state: 'reserved', kind: 'manual' }, 'With the person who entered it'],
  [{ state: 'released' }, 'Blank stock paper'],
  [{ state: 'printed' }, 'In the office, not signed yet'],
  [{ state: 'signed' }, 'In the office, signed'],
  [{ state: 'issued', issued_on: '2026-11-20', hand_over: handedOver }, 'With Ada Lovelace since Nov 20, 2026'],
  [
    {
      state: 'issued',
      issued_on: '2026-11-20',
      hand_over: { kind: 'mailed', receiver: null, tracking_number: '9400' },
    },
    'In the mail (9400) since Nov 20, 2026',
  ],
  [
    { state: 'issued', issued_on: '2026-11-20', hand_over: { ...handedOver, kind: 'mailed' } },
    'In the mail since Nov 20, 2026',
  ],
  [
    { state: 'issued', issued_on: '2026-11-20', hand_over: { ...handedOver, receiver: null } },
    'With the person who took it since Nov 20, 2026',
  ],
  [{ state: 'issued', issued_on: null, hand_over: handedOver }, 'With Ada Lovelace'],
  [{ state: 'issued', kind: 'opening', issued_on: '2026-01-02' }, 'Outside the office since Jan 2, 2026'],
  [{ state: 'cleared', bank_paid_on: '2026-11-25', hand_over: handedOver }, 'At the bank since Nov 25, 2026'],
  [{ state: 'spoiled' }, 'No longer a check: spoiled or skipped'],
  [{ state: 'voided' }, 'In the office, void'],
  [{ state: 'voided', isDefaced: true }, 'In the office, defaced and photographed'],
  [{ state: 'stopped' }, 'Missing: the bank was asked to stop it'],
]

test.each(papers)('describes the location of the paper for a check with %j as: %s', (changes, words) => {
  expect(whereIsPaper({ ...none, ...changes })).toBe(words)
})

test('covers every check state', () => {
  expect([...new Set(papers.map(([{ state }]) => state))].toSorted()).toEqual([...checkStates].toSorted())
})
