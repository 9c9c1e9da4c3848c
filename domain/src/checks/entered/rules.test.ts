import { expect, test } from 'vitest'
import { actWhenConfirmed, refusalToConfirmEntry, refusalToOpen } from './rules.ts'

test('only a check that was entered and waits is confirmed, each kind in its way', () => {
  expect(actWhenConfirmed({ kind: 'manual', state: 'reserved' })).toBe('print')
  expect(actWhenConfirmed({ kind: 'opening', state: 'reserved' })).toBe('open')
  expect(actWhenConfirmed({ kind: 'run', state: 'reserved' })).toBeUndefined()
  expect(actWhenConfirmed({ kind: 'manual', state: 'printed' })).toBeUndefined()
  expect(actWhenConfirmed({ kind: 'opening', state: 'released' })).toBeUndefined()
})

test('neither who entered a check nor who raised its request confirms it', () => {
  const check = { number: 1001, enteredById: 4, requesterId: 2 }
  expect(refusalToConfirmEntry(4, check)).toBe('You entered check 1001, so somebody else has to confirm it.')
  expect(refusalToConfirmEntry(2, check)).toMatch(/^You raised the request of check 1001/)
  expect(refusalToConfirmEntry(5, check)).toBeUndefined()
})

test('a check of the time before has a number before the next one', () => {
  expect(refusalToOpen(1000, 1001)).toBeUndefined()
  expect(refusalToOpen(1001, 1001)).toBe(
    'Number 1001 is not of the time before: the next number of the account is 1001.',
  )
})
