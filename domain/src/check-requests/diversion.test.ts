import { expect, test } from 'vitest'
import { refusalByDelivery } from '../checks/custody.ts'
import { checkBars } from '../checks/duties.ts'
import { divertsCheck, refusalToChoose, refusalToDivert } from './diversion.ts'
import { refusalByDuty } from './duties.ts'

const drawn = { draws: true, exists: true }

test('recognizes only the change from mail to pickup as a diversion', () => {
  expect(divertsCheck('carrier', 'pickup')).toBe(true)
  expect(divertsCheck('carrier', 'other')).toBe(true)
  expect(divertsCheck('carrier', 'carrier')).toBe(false)
  expect(divertsCheck('pickup', 'other')).toBe(false)
  expect(divertsCheck('pickup', 'carrier')).toBe(false)
})

test('lets processors divert checks without a bank account here, and requires an approver for the rest', () => {
  expect(refusalToChoose(undefined, 'carrier', 'pickup')).toBeUndefined()
  expect(refusalToChoose(drawn, 'carrier', 'pickup')).toMatch(/an approver must allow the handover/)
  expect(refusalToChoose(drawn, 'pickup', 'other')).toBeUndefined()
  expect(refusalToDivert(drawn, 'carrier')).toBeUndefined()
  expect(refusalToDivert(drawn, 'pickup')).toMatch(/isn’t to be mailed/)
  expect(refusalToDivert(undefined, 'carrier')).toMatch(/^No bank account is set up/)
})

test('refuses to hand over a check approved for mailing, and refuses the person who diverted it', () => {
  const mailed = { number: 1001, isMailed: true }
  expect(refusalByDelivery('mailed', mailed)).toBeUndefined()
  expect(refusalByDelivery('picked up', mailed)).toMatch(/was approved for mailing/)
  expect(refusalByDelivery('given to requester', mailed)).toMatch(/was approved for mailing/)
  expect(refusalByDelivery('picked up', { ...mailed, isMailed: false })).toBeUndefined()
  const did = [{ userId: 5, duty: 'diverted' }] as const
  expect(refusalByDuty(checkBars['hand over'], 5, did, mailed)).toMatch(/^You allowed check 1001 to be handed over/)
  expect(refusalByDuty(checkBars['hand over'], 6, did, mailed)).toBeUndefined()
})
