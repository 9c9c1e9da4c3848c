import { expect, test } from 'vitest'
import { reachInWords } from './reconciled-through.ts'

const asOf = '2026-11-30'

test.each([
  [null, null, null, 'Not reconciled yet: no bank file is confirmed.'],
  [
    '2026-11-30',
    null,
    '2026-11-30',
    'Reconciled through Nov 30, 2026. Confirmed bank files extend through Nov 30, 2026.',
  ],
  [
    '2026-12-15',
    '2026-12-02',
    '2026-12-01',
    'Reconciled through Dec 1, 2026. Confirmed bank files extend through Dec 15, 2026.',
  ],
  [
    '2026-11-27',
    null,
    '2026-11-27',
    'Reconciled through Nov 27, 2026: no confirmed file covers later payments through Nov 30, 2026.',
  ],
  [
    '2026-12-15',
    '2026-11-24',
    '2026-11-23',
    'Reconciled through Nov 23, 2026: an exception of Nov 24, 2026 is open. Confirmed bank files extend through Dec 15, 2026.',
  ],
  [
    '2026-11-27',
    '2026-11-02',
    null,
    'Not reconciled yet: an exception of Nov 2, 2026 is open. Confirmed bank files extend through Nov 27, 2026.',
  ],
])(
  'describes an account with files through %s and an exception open since %s as reconciled through %s',
  (paidThrough, openSince, through, sentence) => {
    expect(reachInWords({ paidThrough, openSince, through }, asOf)).toBe(sentence)
  },
)
