import { expect, test } from 'vitest'
import { checkStates } from './lifecycle.ts'
import { type KnownOfPaper, whereIsPaper } from './paper.ts'

const none: KnownOfPaper = {
  ...{ state: 'printed', kind: 'run', issued_on: null, bank_paid_on: null, hand_over: null, isDefaced: false },
}
const handedOver = { kind: 'picked up', receiver: 'Ada Lovelace', tracking_number: null } as const

test.each<[Partial<KnownOfPaper>, string]>([
  [{ state: 'reserved' }, 'At the printer'],
  [{ state: 'reserved', kind: 'manual' }, 'With whoever entered the check'],
  [{ state: 'printed' }, 'In the house, not signed yet'],
  [{ state: 'issued', issued_on: '2026-11-20', hand_over: handedOver }, 'With Ada Lovelace since Nov 20, 2026'],
  [
    {
      state: 'issued',
      issued_on: '2026-11-20',
      hand_over: { kind: 'mailed', receiver: null, tracking_number: '9400' },
    },
    'In the mail (9400) since Nov 20, 2026',
  ],
  [{ state: 'issued', kind: 'opening', issued_on: '2026-01-02' }, 'Out of the house since Jan 2, 2026'],
  [{ state: 'cleared', bank_paid_on: '2026-11-25', hand_over: handedOver }, 'At the bank since Nov 25, 2026'],
  [{ state: 'voided' }, 'In the house, void'],
  [{ state: 'voided', isDefaced: true }, 'In the house, defaced and photographed'],
  [{ state: 'stopped' }, 'Missing: the bank was asked to stop it'],
])('of a check like %j the paper is: %s', (changes, words) => {
  expect(whereIsPaper({ ...none, ...changes })).toBe(words)
})

test('the paper of a check in any state is somewhere', () => {
  for (const state of checkStates) expect(whereIsPaper({ ...none, state })).not.toBe('')
})
