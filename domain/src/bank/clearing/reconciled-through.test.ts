import { expect, test } from 'vitest'
import { reconciledThrough } from './reconciled-through.ts'

test.each([
  ['no file was confirmed', null, null, null, null],
  ['no exception is open', '2026-11-02', '2026-11-20', null, '2026-11-20'],
  ['the last payment is open', '2026-11-02', '2026-11-20', '2026-11-20', '2026-11-19'],
  ['a payment in between is open', '2026-11-02', '2026-11-20', '2026-11-03', '2026-11-02'],
  ['the first payment is open', '2026-11-02', '2026-11-20', '2026-11-02', null],
])(
  'computes the date through which an account is reconciled when %s',
  (_, paidFrom, paidThrough, openSince, through) => {
    expect(reconciledThrough({ paidFrom, paidThrough, openSince })).toBe(through)
  },
)
