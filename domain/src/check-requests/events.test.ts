import { expect, test } from 'vitest'
import { eventInFull, eventInWords, historyActions, requestEvents } from './events.ts'

test.each([
  ['created', 'request', 'raised this request'],
  ['resubmitted', 'request', 'edited and resubmitted it'],
  ['status', 'request', 'resubmitted it'],
  ['status', 'processing', 'started processing it'],
  ['status', 'approved', 'approved it'],
  ['status', 'printed', 'printed the check'],
  ['status', 'signed', 'had the check signed'],
  ['status', 'ready', 'marked it as ready for delivery or pickup'],
  ['status', 'closed', 'completed it'],
  ['status', 'rejected', 'rejected it'],
  ['status', 'sendback', 'sent it back'],
  ['withdrawn', 'rejected', 'withdrew it'],
  ['priority', 'approved', 'changed the priority'],
  ['delivery', 'ready', 'changed the delivery details'],
  ['held', 'printed', 'put it on hold'],
  ['released', 'printed', 'lifted the hold'],
] as const)('describes the event %s at status %s on the request’s own page as “%s”', (name, status, words) => {
  expect(eventInWords(name, status)).toBe(words)
})

test.each([
  ['created', 'request', 'raised this request'],
  ['resubmitted', 'request', 'edited and resubmitted this request'],
  ['status', 'sendback', 'set this request to SendBack'],
  ['withdrawn', 'rejected', 'withdrew this request'],
  ['priority', 'approved', 'changed the priority of this request'],
  ['delivery', 'ready', 'changed the delivery details of this request'],
  ['held', 'printed', 'put this request on hold'],
  ['released', 'printed', 'lifted the hold on this request'],
  ['attached', 'request', 'added a document to this request'],
  ['detached', 'request', 'removed a document from this request'],
  ['routed', 'processing', 'routed this request again'],
] as const)('describes the event %s at status %s on other pages as “%s”', (name, status, words) => {
  expect(eventInFull(name, status)).toBe(words)
})

// These names are stored in histories and in the audit trail, so they must never change.
test('keeps the stored event names of every earlier release', () => {
  expect([...historyActions]).toEqual([
    'created',
    'status',
    'resubmitted',
    'withdrawn',
    'priority',
    'delivery',
    'diverted',
    'held',
    'released',
    'explained',
    'attached',
    'detached',
    'routed',
    'voided',
    'stopped',
  ])
  expect(requestEvents.map(({ action }) => action)).toEqual([
    'check-request.create',
    'check-request.change-status',
    'check-request.resubmit',
    'check-request.withdraw',
    'check-request.change-priority',
    'check-request.update-delivery',
    'check-request.divert',
    'check-request.hold',
    'check-request.lift-hold',
    'check-request.pay-though-alike',
    'check-request.attach',
    'check-request.detach',
    'check-request.route-anew',
    'check-request.void-check',
    'check-request.stop-check',
    'check-request.delete',
  ])
})
