import { expect, test } from 'vitest'
import { stateOfCheckInWords } from '../words.ts'
import { actWhenConfirmed, refusalClosedSince, refusalInClosedMonth, refusalToOpen } from './rules.ts'

test('confirms only a pending entered check, according to its kind', () => {
  expect(actWhenConfirmed({ kind: 'manual', state: 'reserved' })).toBe('print')
  expect(actWhenConfirmed({ kind: 'opening', state: 'reserved' })).toBe('open')
  expect(actWhenConfirmed({ kind: 'run', state: 'reserved' })).toBeUndefined()
  expect(actWhenConfirmed({ kind: 'manual', state: 'printed' })).toBeUndefined()
  expect(actWhenConfirmed({ kind: 'opening', state: 'released' })).toBeUndefined()
})

test('requires a number below the account’s next one for a prior check', () => {
  expect(refusalToOpen(1000, 1001)).toBeUndefined()
  expect(refusalToOpen(1001, 1001)).toBe(
    'Number 1001 can’t be from before the account was set up, because the account’s next number is 1001.',
  )
})

test('distinguishes entries pending confirmation from checks being printed', () => {
  expect(stateOfCheckInWords({ kind: 'manual', state: 'reserved' })).toBe('Waiting for a second person')
  expect(stateOfCheckInWords({ kind: 'opening', state: 'reserved' })).toBe('Waiting for a second person')
  expect(stateOfCheckInWords({ kind: 'run', state: 'reserved' })).toBe('Being printed')
  expect(stateOfCheckInWords({ kind: 'manual', state: 'printed' })).toBe('Printed')
})

test('requires a reason for a date in a closed month only', () => {
  expect(refusalInClosedMonth('2026-10-31', null, null)).toBeUndefined()
  expect(refusalInClosedMonth('2026-11-01', '2026-10-31', null)).toBeUndefined()
  expect(refusalInClosedMonth('2026-10-31', '2026-10-31', null)).toBe(
    'The journal is closed through Oct 31, 2026. Enter a reason for entering a check dated Oct 31, 2026.',
  )
  expect(refusalInClosedMonth('2026-10-31', '2026-10-31', 'Found')).toBeUndefined()
  expect(refusalClosedSince({ number: 9, date: '2026-10-31', reason: null }, '2026-10-31')).toMatch(
    /^The month of check 9, dated Oct 31, 2026, was closed/,
  )
  expect(refusalClosedSince({ number: 9, date: '2026-11-01', reason: null }, '2026-10-31')).toBeUndefined()
})
