import { expect, test } from 'vitest'
import { actsOn } from '#checks/detail/offered-acts.ts'

const printed = {
  number: 1001,
  kind: 'run',
  entered_by: null,
  raised_by: [],
  state: 'printed',
  stop_number: null,
  void_asked: null,
  events: [
    { act: 'print', user_id: 4 },
    { act: 'sign', user_id: 3 },
  ],
} as const
const clerk = { id: 5, role: 'processor' } as const
const request = { status_name: 'ready', hold: null } as const

test('offers only processors to void or stop a printed check', () => {
  expect(actsOn(printed, clerk, request)).toEqual({ acts: ['void', 'stop'], refusals: [] })
  for (const role of ['admin', 'approver'] as const)
    expect(actsOn(printed, { id: 1, role }, request)).toEqual({ acts: [], refusals: [] })
})

test('offers the handover of a signed check once its request is ready and not on hold', () => {
  const signed = { ...printed, state: 'signed' } as const
  expect(actsOn(signed, clerk, request).acts).toEqual(['hand over', 'void', 'stop'])
  expect(actsOn(signed, clerk, undefined).acts).toEqual(['void', 'stop'])
  const early = actsOn(signed, clerk, { ...request, status_name: 'signed' })
  expect(early.acts).toEqual(['void', 'stop'])
  expect(early.refusals).toEqual([
    'Check 1001 is signed. Choose its delivery on the request’s page; then it can be handed over here.',
  ])
  const hold = { by_id: 3, by_name: 'Anton Approves', reason: 'Doubted', at: '2026-11-23T18:00:00.000Z' }
  expect(actsOn(signed, clerk, { ...request, hold }).refusals[0]).toMatch(
    /^Anton Approves put the request for check 1001 on hold/,
  )
})

test('doesn’t let a user who printed, signed, or requested the void approve it, and offers nothing else', () => {
  const void_asked = {
    by: { id: 6, name: 'Asker' },
    reason: 'Wrong',
    request_status: 'approved',
    attachment_id: 1,
  } as const
  const asked = {
    ...printed,
    state: 'issued',
    void_asked,
    events: [...printed.events, { act: 'ask-void', user_id: 6 }],
  } as const
  expect(actsOn(asked, clerk, request)).toEqual({ acts: ['agree'], refusals: [] })
  for (const id of [3, 4, 6])
    expect(actsOn(asked, { id, role: 'processor' }, request)).toEqual({
      acts: [],
      refusals: ['You printed, signed, or asked to void check 1001, so someone else has to agree.'],
    })
  expect(actsOn(asked, { id: 9, role: 'requester' }, request)).toEqual({ acts: [], refusals: [] })
})

test('lets other users decide on an exception, the recipient refuse it, and the author cancel it', () => {
  const at = '2026-11-23T18:00:00.000Z'
  const asked = { by: { id: 5, name: 'Carl' }, receiver: { id: 3, name: 'Anton' }, reason: 'Auction', at }
  const exception = { ...asked, unknown_to_bank: false, allowed: null, refused: null }
  const signed = { ...printed, state: 'signed', exception } as const
  expect(actsOn(signed, { id: 9, role: 'approver' }, request).acts).toEqual(['allow', 'refuse'])
  expect(actsOn(signed, { id: 3, role: 'approver' }, request)).toEqual({
    acts: ['refuse'],
    refusals: ['You are the person taking check 1001, so someone else has to allow the exception.'],
  })
  expect(actsOn(signed, clerk, request).acts).toEqual(['take back', 'hand over', 'void', 'stop'])
  const refused = { ...signed, exception: { ...exception, refused: { by: { id: 9, name: 'Ada' }, at, reason: 'No' } } }
  expect(actsOn(refused, { id: 9, role: 'approver' }, request)).toEqual({ acts: [], refusals: [] })
  expect(actsOn(refused, clerk, request).acts).toEqual(['hand over', 'void', 'stop'])
})

test('waits for the bank’s number on a stopped check, and explains why a cleared check can’t change', () => {
  const stopped = { ...printed, state: 'stopped' } as const
  expect(actsOn(stopped, clerk, request).acts).toEqual(['confirm stop'])
  expect(actsOn({ ...stopped, stop_number: 'SP-1' }, clerk, request).acts).toEqual(['renew stop'])
  expect(actsOn({ ...printed, state: 'voided' }, clerk, request)).toEqual({ acts: [], refusals: [] })
  expect(actsOn({ ...printed, state: 'cleared' }, clerk, request).refusals).toEqual([
    'The bank has paid check 1001, so it can’t be voided.',
  ])
})

test('lets other users confirm an entered check, and authorized users discard it', () => {
  const entered = { ...printed, kind: 'manual', state: 'reserved', entered_by: { id: 5, name: 'Carl' } } as const
  expect(actsOn(entered, { id: 6, role: 'approver' }, request)).toEqual({
    acts: ['confirm entry', 'discard entry'],
    refusals: [],
  })
  expect(actsOn(entered, clerk, request)).toEqual({
    acts: ['discard entry'],
    refusals: ['You entered check 1001, so someone else has to confirm it.'],
  })
  expect(actsOn({ ...entered, raised_by: [6, 7] }, { id: 6, role: 'approver' }, request)).toEqual({
    acts: ['discard entry'],
    refusals: ['You raised the request for check 1001, so someone else has to confirm it.'],
  })
  expect(actsOn(entered, { id: 2, role: 'requester' }, request)).toEqual({ acts: [], refusals: [] })
})

test('offers to undo a clearing only as the server allows, and lets the asker end the own request', () => {
  const paid = { ...printed, state: 'cleared', clearing: { undo_asked: null, refusal: null } } as const
  expect(actsOn(paid, clerk, request).acts).toEqual(['undo clearing'])
  expect(actsOn(paid, { id: 5, role: 'requester' }, request).acts).toEqual([])
  const barred = { ...paid, clearing: { undo_asked: null, refusal: 'You handled this check.' } }
  expect(actsOn(barred, clerk, request)).toEqual({
    acts: [],
    refusals: ['The bank has paid check 1001, so it can’t be voided.', 'You handled this check.'],
  })
  const undo_asked = { by: { id: 6, name: 'Asker' }, reason: 'Wrong', at: '2026-11-26T15:40:00.000Z' }
  const pending = { ...paid, clearing: { undo_asked, refusal: null } }
  expect(actsOn(pending, clerk, request).acts).toEqual(['confirm undo', 'keep clearing'])
  const own = { ...paid, clearing: { undo_asked, refusal: 'You asked, so someone else has to confirm it.' } }
  expect(actsOn(own, { id: 6, role: 'processor' }, request)).toMatchObject({
    acts: ['keep clearing'],
    refusals: expect.arrayContaining(['You asked, so someone else has to confirm it.']),
  })
  expect(actsOn(own, clerk, request).acts).toEqual([])
})
