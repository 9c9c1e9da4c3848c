import { expect, test } from 'vitest'
import { daysWithoutClearing, isClearingOverdue } from './reconciled-through.ts'

test.each([
  [null, null, null, false],
  ['2026-10-25', null, 29, false],
  ['2026-10-24', null, 30, true],
  ['2026-01-01', '2026-11-22', 1, false],
  ['2026-01-01', '2026-10-24', 30, true],
  // A file saved in a time zone where the next day has begun.
  ['2026-01-01', '2026-11-24', 0, false],
])(
  'returns the days without clearing (first check on %s, last file on %s) as %s',
  (firstCheckOn, clearedOn, days, is) => {
    const found = daysWithoutClearing({ firstCheckOn, clearedOn }, '2026-11-23')
    expect([found, isClearingOverdue(found)]).toEqual([days, is])
  },
)
