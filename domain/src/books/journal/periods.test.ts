import { expect, test } from 'vitest'
import { lastDayOf, refusalToBegin, refusalToClose, refusalToExport } from './events.ts'

test.each([
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2026-11', '2026-11-30'],
  ['2026-12', '2026-12-31'],
])('ends the month %s on %s', (month, last) => {
  expect(lastDayOf(month)).toBe(last)
})

const closing = {
  month: '2026-10',
  beginsOn: '2026-09-15',
  closedThrough: null,
  todays: ['2026-11-02', '2026-11-01'],
  waiting: 0,
}

test.each([
  [{}, undefined],
  [{ beginsOn: null }, 'Set up the journal before you close a month.'],
  [{ closedThrough: '2026-09-30' }, undefined],
  [{ closedThrough: '2026-10-31' }, 'Everything through Oct 31, 2026 is already closed.'],
  [{ month: '2026-08' }, 'The journal begins on Sep 15, 2026. There is nothing to close before that.'],
  [
    { todays: ['2026-11-01', '2026-10-31'] },
    'This month ends on Oct 31, 2026. Close it after it has ended at all dealerships.',
  ],
  [{ waiting: 1 }, '1 check through Oct 31, 2026 hasn’t been exported. Create an export through that day first.'],
  [{ waiting: 12 }, '12 checks through Oct 31, 2026 haven’t been exported. Create an export through that day first.'],
])('closes October or explains why not (facts: %j; refusal: %s)', (changes, sentence) => {
  expect(refusalToClose({ ...closing, ...changes })).toBe(sentence)
})

test.each([
  ['2026-11-23', null, false, undefined],
  ['2026-08-23', null, false, undefined],
  ['2026-08-22', null, false, 'Choose Aug 23, 2026 or a later day.'],
  ['2026-12-01', '2026-11-01', false, undefined],
  ['2026-11-01', '2026-11-01', true, undefined],
  [
    '2026-12-01',
    '2026-11-01',
    true,
    'The journal already has exports or closed months, so its first day can’t be changed.',
  ],
] as const)(
  'lets a journal begin on %s or explains why not (previous first day: %s, in use: %s; refusal: %s)',
  (wanted, beginsOn, isUsed, sentence) => {
    expect(refusalToBegin(wanted, { beginsOn, today: '2026-11-23', isUsed })).toBe(sentence)
  },
)

test.each([
  ['2026-11-23', '2026-11-01', undefined],
  ['2026-11-24', '2026-11-01', 'Choose a day no later than today, Nov 23, 2026.'],
  ['2026-11-23', null, 'Set up the journal before you create an export.'],
] as const)(
  'exports through %s or explains why not (first day of the journal: %s; refusal: %s)',
  (upTo, beginsOn, sentence) => {
    expect(refusalToExport(upTo, { beginsOn, today: '2026-11-23' })).toBe(sentence)
  },
)
