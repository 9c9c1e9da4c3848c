import { describe, expect, test } from 'vitest'
import type { RoleName } from '../access/roles.ts'
import {
  allIds,
  everyCase,
  keyOf,
  markOf,
  roleNames,
  stateOf,
  wrongTransitions,
} from '../testing/transitions-by-hand.ts'
import {
  choices,
  filterChoices,
  groupings,
  isOpen,
  refusal,
  type StatusName,
  statuses,
  statusIdsOf,
  statusNamed,
  statusOf,
  trackerStep,
  trackerSteps,
  transitions,
} from './lifecycle.ts'

const untouched = { own: false, raised: false, edited: false, approved: false, separation: true }

describe('statuses', () => {
  test('defines nine statuses with the names, texts, and colors in the table', () => {
    const rows = statuses.map((row) => [row.id, row.name, row.badge, row.filter, row.color, row.step])
    expect(rows).toEqual([
      [1, 'request', 'Request', 'Request', 'blue', 'Initial check request'],
      [2, 'processing', 'Processing', 'Processing', 'teal', 'Check in processing'],
      [3, 'approved', 'Approved', 'Approval', 'green', 'Check request in approval'],
      [4, 'printed', 'Printed', 'Printing', 'orange', 'Check in printing'],
      [5, 'signed', 'Signed', 'Signing', 'purple', 'Check in signing'],
      [6, 'ready', 'Ready', 'Ready', 'yellow', 'Check is ready for deliver or pickup'],
      [7, 'closed', 'Closed', 'Close', 'gray', 'Request complete'],
      [8, 'rejected', 'Rejected', 'Rejected', 'red', null],
      [9, 'sendback', 'SendBack', 'SendBack', 'pink', null],
    ])
  })

  test('finds a status by its id or name', () => {
    for (const row of statuses) {
      expect(statusOf(row.id)).toBe(row)
      expect(statusNamed(row.name)).toBe(row)
    }
  })

  test('groups the statuses as lists and dashboards name them', () => {
    expect(groupings).toEqual({
      pending: ['request', 'processing'],
      processing: ['approved', 'printed', 'signed'],
      completed: ['ready', 'closed'],
      sendback: ['sendback'],
      rejected: ['rejected'],
    })
    expect(statusIdsOf('pending')).toEqual([1, 2])
    expect(statusIdsOf('processing')).toEqual([3, 4, 5])
    expect(statusIdsOf('completed')).toEqual([6, 7])
    expect(statusIdsOf('sendback')).toEqual([9])
    expect(statusIdsOf('rejected')).toEqual([8])
  })

  test('treats only closed and rejected requests as ended', () => {
    const open = statuses.filter((row) => isOpen(row.name)).map((row) => row.id)
    expect(open).toEqual([1, 2, 3, 4, 5, 6, 9])
  })
})

describe('transitions', () => {
  test('contains exactly the 14 transitions of decision A4, the send-back of E4, and the withdrawals of F1', () => {
    const written = roleNames.flatMap((role) =>
      allIds.flatMap((from) =>
        allIds.flatMap((to) => (markOf(role, from, to) === undefined ? [] : [`${role} ${from} ${to}`])),
      ),
    )
    expect(transitions.map(keyOf).sort()).toEqual(written.sort())
    const ofA4 = [
      ...['requester 9 1', 'requester 6 7'],
      ...['approver 1 2', 'approver 1 3', 'approver 1 8', 'approver 1 9'],
      ...['approver 2 3', 'approver 2 8', 'approver 2 9', 'approver 6 7'],
      ...['processor 3 4', 'processor 4 5', 'processor 5 6', 'processor 6 7'],
    ]
    expect(ofA4).toHaveLength(14)
    expect(written.sort()).toEqual([...ofA4, 'processor 3 9', 'requester 1 8', 'requester 2 8'].sort())
  })

  test('reaches every status from Request', () => {
    const reached = new Set<StatusName>(['request'])
    for (const name of reached) for (const row of transitions) if (row.from === name) reached.add(row.to)
    expect([...reached].map((name) => statusNamed(name).id).sort()).toEqual([...allIds])
  })

  test('contains a transition from every status except Closed and Rejected', () => {
    const stuck = statuses.filter((status) => !transitions.some((row) => row.from === status.name))
    expect(stuck.map((status) => status.name)).toEqual(['closed', 'rejected'])
  })

  test('lets roles change requests only at the statuses in the specification', () => {
    const movesAt = (role: RoleName) => [
      ...new Set(transitions.filter((row) => row.by === role).map((row) => statusNamed(row.from).id)),
    ]
    expect(movesAt('requester').sort()).toEqual([1, 2, 6, 9])
    expect(movesAt('approver').sort()).toEqual([1, 2, 6])
    expect(movesAt('processor').sort()).toEqual([3, 4, 5, 6])
    expect(movesAt('admin')).toEqual([])
  })
})

describe('transition refusals', () => {
  test('accepts or refuses every role, transition, part, and setting as in the handwritten table', () => {
    expect(everyCase()).toHaveLength(4 * 9 * 9 * 32)
    expect(wrongTransitions()).toEqual([])
  })

  test('applies separation of duties only to the transitions that it names', () => {
    const mine = { own: true, raised: true, edited: true, approved: true, separation: true }
    expect(refusal({ userId: 7, role: 'approver' }, stateOf({ ...mine, from: 1 }), 'processing')).toBeUndefined()
    expect(refusal({ userId: 7, role: 'approver' }, stateOf({ ...mine, from: 6 }), 'closed')).toBeUndefined()
    expect(refusal({ userId: 7, role: 'processor' }, stateOf({ ...mine, from: 3 }), 'sendback')).toBeUndefined()
    expect(refusal({ userId: 7, role: 'processor' }, stateOf({ ...mine, from: 5 }), 'ready')).toBeUndefined()
  })

  test.each([
    ['admin', 1, 3, 'An admin can’t set a check request to Approved.'],
    ['approver', 3, 4, 'An approver can’t set a check request to Printed.'],
    ['requester', 1, 3, 'A requester can’t set a check request to Approved.'],
    ['processor', 1, 8, 'A processor can’t set a check request to Rejected.'],
    ['processor', 2, 4, 'This request is Processing now. Only a request that is Approved can be set to Printed.'],
    [
      'approver',
      7,
      8,
      'This request is Closed now. Only a request that is Request or Processing can be set to Rejected.',
    ],
  ] as const)('explains why the role %s can’t change status %i to status %i', (role, from, to, sentence) => {
    const request = stateOf({ ...untouched, from })
    expect(refusal({ userId: 7, role }, request, statusOf(to).name)?.sentence).toBe(sentence)
  })
})

describe('offered transitions', () => {
  test.each(roleNames)('offers the role %s exactly the targets in the table', (role) => {
    for (const from of allIds) {
      const request = stateOf({ ...untouched, own: true, separation: false, from })
      const offered = choices({ userId: 7, role }, request)
      const targets = allIds.filter((to) => markOf(role, from, to) !== undefined)
      expect(offered.map((choice) => choice.to.id).sort()).toEqual(targets)
      expect(offered.every((choice) => !('refusal' in choice))).toBe(true)
    }
  })

  test.each(roleNames)('offers an auditor with the role %s nothing, and refuses every transition', (role) => {
    const auditor = { userId: 7, role, audits: true }
    for (const from of allIds) {
      const request = stateOf({ ...untouched, own: true, separation: false, from })
      expect(choices(auditor, request)).toEqual([])
      const refusals = allIds.map((to) => refusal(auditor, request, statusOf(to).name)?.sentence)
      expect(new Set(refusals)).toEqual(
        new Set(['You are an auditor of this dealer group. Auditors can view everything but can’t make changes.']),
      )
    }
  })

  test('explains why a target isn’t available now', () => {
    const offered = choices({ userId: 7, role: 'approver' }, stateOf({ ...untouched, from: 1, raised: true }))
    const refused = offered.filter((choice) => choice.refusal?.kind === 'forbidden').map((choice) => choice.to.name)
    expect(refused).toEqual(['approved', 'rejected', 'sendback'])
    expect(offered.find((choice) => choice.to.name === 'processing')?.refusal).toBeUndefined()
  })
})

describe('filter choices', () => {
  test.each([
    ['admin', []],
    ['requester', ['Request', 'Close']],
    ['approver', ['Processing', 'Approval', 'Rejected', 'SendBack', 'Close']],
    ['processor', ['Printing', 'Signing', 'Ready', 'Close']],
  ] as const)('gives %s the filter labels of the specification in order', (role, labels) => {
    expect(filterChoices(role).map((status) => status.filter)).toEqual(labels)
  })
})

describe('status tracker', () => {
  test('shows the seven steps in order', () => {
    expect(trackerSteps().map((status) => status.step)).toEqual([
      'Initial check request',
      'Check in processing',
      'Check request in approval',
      'Check in printing',
      'Check in signing',
      'Check is ready for deliver or pickup',
      'Request complete',
    ])
  })

  test('shows a sent-back request at step 1 and a rejected request at none', () => {
    const steps = statuses.map((status) => trackerStep(status.name))
    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, undefined, 1])
  })
})
