import { describe, expect, test } from 'vitest'
import type { RoleName } from '../../access/roles.ts'
import type { RequestState, StatusName } from '../lifecycle.ts'
import { canChangeTo, hasTransitionTo, nextTarget, sharedTransitions } from './shared-transitions.ts'

const me = 7
const someoneElse = 8

function at(status: StatusName, hands: Partial<RequestState> = {}): RequestState {
  return {
    status,
    requesterId: someoneElse,
    hands: [{ userId: someoneElse, part: 'raised' }],
    separationOfDuties: true,
    ...hands,
  }
}

const raisedByMe = { userId: me, part: 'raised' } as const
const decisions: readonly StatusName[] = ['approved', 'rejected', 'sendback']
const checkSteps: readonly StatusName[] = ['printed', 'signed', 'ready', 'sendback']
const separation =
  'You raised this request or edited its payment details, so someone else has to decide on it (separation of duties).'

/** For each target status: the reason why it can't be chosen, or 'offered'. */
function offers(role: RoleName, requests: RequestState[], targets: readonly StatusName[]): Record<string, string> {
  const shared = sharedTransitions({ userId: me, role }, requests, targets)
  return Object.fromEntries(shared.map(({ to, blocked }) => [to.name, blocked ?? 'offered']))
}

describe('transitions offered for several requests', () => {
  test('offers a transition if all requests are at its starting status', () => {
    expect(offers('approver', [at('request'), at('processing')], decisions)).toEqual({
      approved: 'offered',
      rejected: 'offered',
      sendback: 'offered',
    })
    expect(offers('processor', [at('printed'), at('printed')], checkSteps)).toEqual({
      printed: 'The 2 selected requests are Printed. Only a request that is Approved can be set to Printed.',
      signed: 'offered',
      sendback: 'The 2 selected requests are Printed. Only a request that is Approved can be set to SendBack.',
      ready: 'The 2 selected requests are Printed. Only a request that is Signed can be set to Ready.',
    })
  })

  test('refuses a transition if one request is at another status, and counts the requests at each status', () => {
    expect(offers('processor', [at('approved'), at('printed'), at('signed'), at('approved')], checkSteps)).toEqual({
      printed:
        '2 of the 4 selected requests are Printed or Signed. Only a request that is Approved can be set to Printed.',
      signed:
        '3 of the 4 selected requests are Approved or Signed. Only a request that is Printed can be set to Signed.',
      ready: '3 of the 4 selected requests are Approved or Printed. Only a request that is Signed can be set to Ready.',
      sendback:
        '2 of the 4 selected requests are Printed or Signed. Only a request that is Approved can be set to SendBack.',
    })
    expect(offers('approver', [at('request'), at('approved')], ['approved']).approved).toBe(
      '1 of the 2 selected requests is Approved. Only a request that is Request or Processing can be set to Approved.',
    )
    expect(offers('processor', [at('approved')], ['ready']).ready).toBe(
      'The selected request is Approved. Only a request that is Signed can be set to Ready.',
    )
  })

  test('offers a transition if the user can make it on some requests, and explains why not on the rest', () => {
    const mine = at('request', { hands: [raisedByMe] })
    const edited = at('processing', { hands: [{ userId: me, part: 'edited' }] })
    const lifted = at('request', { hands: [raisedByMe], separationOfDuties: false })
    const [transition] = sharedTransitions(
      { userId: me, role: 'approver' },
      [at('request'), mine, edited, lifted],
      ['approved'],
    )
    expect(transition?.blocked).toBeUndefined()
    const forbidden = { kind: 'forbidden', sentence: separation }
    expect(transition?.refusals).toEqual([undefined, forbidden, forbidden, undefined])
    expect(offers('approver', [mine, edited], decisions)).toEqual({
      approved: separation,
      rejected: separation,
      sendback: separation,
    })
  })

  test('offers a transition for up to a hundred requests', () => {
    const many = (count: number) => Array.from({ length: count }, () => at('request'))
    expect(offers('approver', many(100), ['approved']).approved).toBe('offered')
    expect(offers('approver', many(101), ['approved']).approved).toBe(
      'At most 100 requests can be changed at once, and 101 are selected.',
    )
  })

  test('never offers a transition to a role that doesn’t have it', () => {
    expect(offers('admin', [at('request')], ['approved']).approved).toBe(
      'An admin can’t set a check request to Approved.',
    )
  })
})

test('lists the input that a shared transition needs', () => {
  const needs = (role: RoleName, targets: readonly StatusName[]) =>
    sharedTransitions({ userId: me, role }, [at('request')], targets).map((transition) => transition.needs)
  expect(needs('approver', decisions)).toEqual([undefined, 'note', 'note'])
  expect(needs('processor', checkSteps)).toEqual([undefined, 'checkNumber', undefined, 'note'])
})

test('allows selection only for roles with a shared transition, and counts only requests they can change', () => {
  const roles = ['approver', 'processor', 'admin'] as const
  const pending = roles.map((role) => hasTransitionTo(role, decisions, ['request', 'processing']))
  expect(pending).toEqual([true, false, false])
  const steps = roles.map((role) => hasTransitionTo(role, checkSteps, ['approved', 'printed', 'signed']))
  expect(steps).toEqual([false, true, false])
  const approver = { userId: me, role: 'approver' } as const
  expect(canChangeTo(approver, at('processing'), decisions)).toBe(true)
  expect(canChangeTo(approver, at('ready'), decisions)).toBe(false)
  expect(canChangeTo(approver, at('request', { hands: [raisedByMe] }), decisions)).toBe(false)
})

test.each([
  ['processor', 'approved', 'printed'],
  ['processor', 'printed', 'signed'],
  ['processor', 'signed', 'ready'],
  ['processor', 'ready', 'closed'],
  ['processor', 'closed', undefined],
  ['approver', 'request', undefined],
  ['approver', 'approved', undefined],
  ['requester', 'sendback', undefined],
] as const)('advances requests for the role %s from status %s to status %s', (role, from, to) => {
  expect(nextTarget(role, from)).toBe(to)
})
