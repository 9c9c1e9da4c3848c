import type { RoleName } from '@check-requests/domain/access/roles.ts'
import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import { describe, expect, test } from 'vitest'
import {
  approvedStep,
  choicesFor,
  doneInWords,
  labelOf,
  labelWithAmount,
  onlyChoice,
  stepDoneInWords,
} from '#check-requests/status/transition-labels.ts'
import { personAs } from '#testing/people.ts'
import { listedRequest } from '#testing/requests.ts'

const hold = { by_id: 5, by_name: 'Denise Carver', reason: 'Invoice missing', at: '2026-11-20T15:00:00.000Z' }

describe('transitions offered to a role', () => {
  test.each<[RoleName, StatusName, string[]]>([
    ['approver', 'request', ['processing', 'approved', 'rejected', 'sendback']],
    ['approver', 'processing', ['approved', 'rejected', 'sendback']],
    ['approver', 'approved', []],
    ['approver', 'ready', ['closed']],
    ['processor', 'request', []],
    ['processor', 'approved', ['printed', 'sendback']],
    ['processor', 'printed', ['signed']],
    ['processor', 'signed', ['ready']],
    ['processor', 'ready', ['closed']],
    ['processor', 'closed', []],
    ['requester', 'request', []],
    ['requester', 'sendback', ['request']],
    ['requester', 'ready', ['closed']],
    ['admin', 'request', []],
  ])('offers the role %s at status %s the target statuses %j', (role, status_name, targets) => {
    const choices = choicesFor(personAs(role), listedRequest({ status_name }))
    expect(choices.map(({ to }) => to.name)).toEqual(targets)
  })

  test('offers auditors no transitions', () => {
    expect(choicesFor(personAs('approver', { audits: true }), listedRequest())).toEqual([])
  })

  test('refuses requesters every transition of another user’s request', () => {
    const [choice] = choicesFor(personAs('requester'), listedRequest({ status_name: 'sendback' }))
    expect(choice).toMatchObject({ own: true, refusal: 'Only the requester of this check request can do this.' })
  })

  test('lets requesters resubmit their own requests', () => {
    const [choice] = choicesFor(personAs('requester', { id: 2 }), listedRequest({ status_name: 'sendback' }))
    expect(choice?.refusal).toBeUndefined()
  })

  test('names the user who put the request on hold, for every transition', () => {
    const choices = choicesFor(personAs('processor'), listedRequest({ status_name: 'approved', hold }))
    expect(choices.every(({ refusal }) => refusal?.startsWith('Denise Carver has put this request on hold'))).toBe(true)
  })

  test('lists the inputs that each transition needs and offers', () => {
    const needs = (status_name: StatusName) =>
      choicesFor(personAs('processor'), listedRequest({ status_name })).map(({ needs, offers }) => needs ?? offers)
    expect(needs('printed')).toEqual(['checkNumber'])
    expect(needs('signed')).toEqual(['deliveryMethod'])
    expect(needs('ready')).toEqual(['receivedBy'])
  })

  test('marks the send-back of an approved request as stopping that request', () => {
    const choices = choicesFor(personAs('processor'), listedRequest({ status_name: 'approved' }))
    expect(choices.map(({ to, stops }) => [to.name, stops])).toEqual([
      ['printed', false],
      ['sendback', true],
    ])
  })
})

describe('decision that the policy reserves for another user', () => {
  const waiting = 'Denise Carver decides first.'

  test('refuses a decision that the policy reserves for another user, but allows processing', () => {
    const choices = choicesFor(personAs('approver'), listedRequest(), waiting)
    expect(choices.map(({ to, refusal, waitsForOthers }) => [to.name, refusal, waitsForOthers])).toEqual([
      ['processing', undefined, false],
      ['approved', waiting, true],
      ['rejected', waiting, true],
      ['sendback', waiting, true],
    ])
  })

  test('gives a hold as the reason before the policy', () => {
    const [, approve] = choicesFor(personAs('approver'), listedRequest({ hold }), waiting)
    expect(approve?.refusal).toMatch(/^Denise Carver has put this request on hold/)
    expect(approve?.waitsForOthers).toBe(false)
  })

  test('lets a processor stop an approved request despite the policy', () => {
    const choices = choicesFor(personAs('processor'), listedRequest({ status_name: 'approved' }), waiting)
    expect(choices.every(({ refusal }) => refusal === undefined)).toBe(true)
  })
})

describe('preselected status', () => {
  const only = (role: RoleName, status_name: StatusName, changes = {}) =>
    onlyChoice(choicesFor(personAs(role), listedRequest({ status_name, ...changes })))

  test.each<[RoleName, StatusName, number | null]>([
    ['processor', 'printed', 5],
    ['processor', 'approved', 4],
    ['approver', 'processing', null],
    ['admin', 'request', null],
  ])('preselects for the role %s at status %s the target status %s', (role, status_name, id) => {
    expect(only(role, status_name)).toBe(id)
  })

  test('preselects no status if the only one is refused', () => {
    expect(only('processor', 'printed', { hold })).toBeNull()
  })
})

describe('wording of transitions', () => {
  test.each<[StatusName, string, string]>([
    ['approved', 'Approve', 'Approved'],
    ['rejected', 'Reject', 'Rejected'],
    ['sendback', 'Send Back', 'Sent back'],
    ['processing', 'Start Processing', 'Started processing'],
    ['request', 'Resubmit', 'Resubmitted'],
    ['closed', 'Complete Check Request', 'Completed'],
    ['printed', 'Mark as Printed', 'Marked as Printed:'],
  ])('labels a transition to status %s “%s”, and reports it as “%s”', (to, name, past) => {
    expect(labelOf(to)).toMatchObject({ name, past })
  })

  test.each<[StatusName, string | undefined]>([
    ['approved', 'a'],
    ['rejected', 'r'],
    ['sendback', 's'],
    ['printed', undefined],
    ['closed', undefined],
  ])('gives a transition to status %s the shortcut key %s', (to, key) => {
    expect(labelOf(to).key).toBe(key)
  })

  test('shows the amount on the button, unless the specification defines its label', () => {
    expect(labelWithAmount('approved', 1796.24)).toBe('Approve $1,796.24')
    expect(labelWithAmount('signed', 5)).toBe('Mark as Signed $5.00')
    expect(labelWithAmount('closed', 1796.24)).toBe('Complete Check Request')
  })

  test('names the check in the notice of a decision', () => {
    expect(doneInWords('printed', listedRequest())).toBe(
      'Marked as Printed: $1,796.24 to Harbor Glass Works, LAG-TOY-SVC-000127',
    )
  })

  test('names an approved step with its request', () => {
    expect(stepDoneInWords('Controller', listedRequest())).toBe(
      'Approved step “Controller” for $1,796.24 to Harbor Glass Works, LAG-TOY-SVC-000127',
    )
  })
})

test.each<[StatusName, string | undefined]>([
  ['request', 'Controller'],
  ['processing', 'Controller'],
  ['approved', undefined],
  ['rejected', undefined],
])('names the approved step of a request at status %s (expected: %s)', (status_name, step) => {
  const changes = [{ field: 'approval_step', from: null, to: 'Controller' }]
  expect(approvedStep({ status_name, changes })).toBe(step)
})
