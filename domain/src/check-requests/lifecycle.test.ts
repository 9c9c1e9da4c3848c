import { describe, expect, test } from 'vitest'
import type { RoleName } from '../access/roles.ts'
import { type HandPart, handParts } from './hands.ts'
import {
  choices,
  filterChoices,
  groupings,
  isOpen,
  type RequestState,
  refusal,
  type StatusId,
  type StatusName,
  statuses,
  statusIdsOf,
  statusNamed,
  statusOf,
  trackerStep,
  trackerSteps,
  transitions,
} from './lifecycle.ts'

const roleNames: readonly RoleName[] = ['admin', 'requester', 'approver', 'processor']
const allIds: readonly StatusId[] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const caller = 7
const somebodyElse = 8

// Decision A4 by ids, written by hand: the targets of each role by current status.
// `own`: only for the requester. By separation of duties, `!`: not by who raised or edited it; `r`: not by who raised
// it; `a`: not by who approved it.
const transitionsByHand: Record<RoleName, Partial<Record<StatusId, string>>> = {
  admin: {},
  requester: { 9: '1own', 6: '7own' },
  approver: { 1: '2 3! 8! 9!', 2: '3! 8! 9!', 6: '7' },
  processor: { 3: '4r 9', 4: '5a', 5: '6', 6: '7' },
}

// What a transition also needs (A4): a reason when the requester must learn why, a check number when a check is signed.
const needs = {
  note: ['approver 1 8', 'approver 1 9', 'approver 2 8', 'approver 2 9', 'processor 3 9'],
  checkNumber: ['processor 4 5'],
}

interface Case {
  role: RoleName
  from: StatusId
  to: StatusId
  own: boolean
  raised: boolean
  edited: boolean
  approved: boolean
  separation: boolean
}

const both = [true, false]

function everyCase(): Case[] {
  return roleNames.flatMap((role) =>
    allIds.flatMap((from) => allIds.flatMap((to) => everyHand().map((hands) => ({ role, from, to, ...hands })))),
  )
}

function everyHand() {
  return both.flatMap((own) =>
    both.flatMap((raised) =>
      both.flatMap((edited) =>
        both.flatMap((approved) => both.map((separation) => ({ own, raised, edited, approved, separation }))),
      ),
    ),
  )
}

function expected({ role, from, to, own, raised, edited, approved, separation }: Case): string {
  const mark = markOf(role, from, to)
  if (mark === undefined) return allIds.some((id) => markOf(role, id, to) !== undefined) ? 'conflict' : 'forbidden'
  if (mark === 'own') return own ? 'allowed' : 'forbidden: not own'
  const barred = { '!': raised || edited, r: raised, a: approved, '': false }[mark]
  return separation && barred ? 'forbidden: separation of duties' : 'allowed'
}

function markOf(role: RoleName, from: StatusId, to: StatusId): string | undefined {
  const target = transitionsByHand[role][from]?.split(' ').find((word) => word.startsWith(String(to)))
  return target?.slice(1)
}

function decided(row: Case): string {
  const found = refusal({ userId: caller, role: row.role }, stateOf(row), statusOf(row.to).name)
  if (!found) return 'allowed'
  if (found.sentence === 'Only the person who raised this request can do this.') return `${found.kind}: not own`
  if (found.sentence.endsWith('(separation of duties).')) return `${found.kind}: separation of duties`
  return found.kind
}

type Hands = Pick<Case, 'own' | HandPart | 'separation'>

function stateOf(row: Hands & Pick<Case, 'from'>): RequestState {
  return {
    status: statusOf(row.from).name,
    requesterId: row.own ? caller : somebodyElse,
    hands: handParts.map((part) => ({ userId: row[part] ? caller : somebodyElse, part })),
    separationOfDuties: row.separation,
  }
}

const untouched = { own: false, raised: false, edited: false, approved: false, separation: true }

describe('statuses', () => {
  test('nine statuses carry the names, texts and colors of the table', () => {
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

  test('a status is found by its id and by its name', () => {
    for (const row of statuses) {
      expect(statusOf(row.id)).toBe(row)
      expect(statusNamed(row.name)).toBe(row)
    }
  })

  test('groupings hold the statuses that lists and dashboards name', () => {
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

  test('only a closed or rejected request is off its way', () => {
    const open = statuses.filter((row) => isOpen(row.name)).map((row) => row.id)
    expect(open).toEqual([1, 2, 3, 4, 5, 6, 9])
  })
})

describe('transitions', () => {
  test('the table has exactly the transitions of decision A4', () => {
    const written = roleNames.flatMap((role) =>
      allIds.flatMap((from) =>
        allIds.flatMap((to) => (markOf(role, from, to) === undefined ? [] : [`${role} ${from} ${to}`])),
      ),
    )
    expect(transitions.map(keyOf).sort()).toEqual(written.sort())
    expect(transitions).toHaveLength(15)
  })

  test('a reject and a send-back need a note, a signature needs the check number', () => {
    const asking = (need: string) => transitions.filter((row) => row.needs === need).map(keyOf)
    expect(asking('note').sort()).toEqual(needs.note)
    expect(asking('checkNumber')).toEqual(needs.checkNumber)
  })

  test('every status can be reached from Request', () => {
    const reached = new Set<StatusName>(['request'])
    for (const name of reached) for (const row of transitions) if (row.from === name) reached.add(row.to)
    expect([...reached].map((name) => statusNamed(name).id).sort()).toEqual([...allIds])
  })

  test('every status but Closed and Rejected has a way on', () => {
    const stuck = statuses.filter((status) => !transitions.some((row) => row.from === status.name))
    expect(stuck.map((status) => status.name)).toEqual(['closed', 'rejected'])
  })

  test('roles can change requests exactly at the statuses of the spec', () => {
    const movesAt = (role: RoleName) => [
      ...new Set(transitions.filter((row) => row.by === role).map((row) => statusNamed(row.from).id)),
    ]
    expect(movesAt('requester').sort()).toEqual([6, 9])
    expect(movesAt('approver').sort()).toEqual([1, 2, 6])
    expect(movesAt('processor').sort()).toEqual([3, 4, 5, 6])
    expect(movesAt('admin')).toEqual([])
  })
})

describe('refusal', () => {
  test.each(roleNames)('decides every case of %s as the table written by hand', (role) => {
    const cases = everyCase().filter((row) => row.role === role)
    expect(cases).toHaveLength(9 * 9 * 32)
    const wrong = cases
      .filter((row) => decided(row) !== expected(row))
      .map((row) => ({ ...row, decided: decided(row) }))
    expect(wrong).toEqual([])
  })

  test('separation of duties leaves transitions that it does not name alone', () => {
    const mine = { own: true, raised: true, edited: true, approved: true, separation: true }
    expect(refusal({ userId: caller, role: 'approver' }, stateOf({ ...mine, from: 1 }), 'processing')).toBeUndefined()
    expect(refusal({ userId: caller, role: 'approver' }, stateOf({ ...mine, from: 6 }), 'closed')).toBeUndefined()
    expect(refusal({ userId: caller, role: 'processor' }, stateOf({ ...mine, from: 3 }), 'sendback')).toBeUndefined()
    expect(refusal({ userId: caller, role: 'processor' }, stateOf({ ...mine, from: 5 }), 'ready')).toBeUndefined()
  })

  test.each([
    ['admin', 1, 3, 'An admin cannot set a check request to Approved.'],
    ['approver', 3, 4, 'An approver cannot set a check request to Printed.'],
    ['requester', 1, 3, 'A requester cannot set a check request to Approved.'],
    ['processor', 1, 8, 'A processor cannot set a check request to Rejected.'],
    ['processor', 2, 4, 'This request is Processing now. Only a request that is Approved can be set to Printed.'],
    [
      'approver',
      7,
      8,
      'This request is Closed now. Only a request that is Request or Processing can be set to Rejected.',
    ],
  ] as const)('says to %s at %i why %i is not possible', (role, from, to, sentence) => {
    const request = stateOf({ ...untouched, from })
    expect(refusal({ userId: caller, role }, request, statusOf(to).name)?.sentence).toBe(sentence)
  })
})

describe('choices', () => {
  test.each(roleNames)('offers %s exactly the targets of the table', (role) => {
    for (const from of allIds) {
      const request = stateOf({ ...untouched, own: true, separation: false, from })
      const offered = choices({ userId: caller, role }, request)
      const targets = allIds.filter((to) => markOf(role, from, to) !== undefined)
      expect(offered.map((choice) => choice.to.id).sort()).toEqual(targets)
      expect(offered.every((choice) => !('refusal' in choice))).toBe(true)
    }
  })

  test('a choice that is not possible now says why', () => {
    const offered = choices({ userId: caller, role: 'approver' }, stateOf({ ...untouched, from: 1, raised: true }))
    const refused = offered.filter((choice) => choice.refusal?.kind === 'forbidden').map((choice) => choice.to.name)
    expect(refused).toEqual(['approved', 'rejected', 'sendback'])
    expect(offered.find((choice) => choice.to.name === 'processing')?.refusal).toBeUndefined()
  })
})

describe('filterChoices', () => {
  test.each([
    ['admin', []],
    ['requester', ['Request', 'Close']],
    ['approver', ['Processing', 'Approval', 'Rejected', 'SendBack', 'Close']],
    ['processor', ['Printing', 'Signing', 'Ready', 'Close']],
  ] as const)('gives %s the filter labels of the spec in their order', (role, labels) => {
    expect(filterChoices(role).map((status) => status.filter)).toEqual(labels)
  })
})

describe('tracker', () => {
  test('shows the seven steps in the order of the flow', () => {
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

  test('a sent-back request stands at step 1 and a rejected one at none', () => {
    const steps = statuses.map((status) => trackerStep(status.name))
    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, undefined, 1])
  })
})

function keyOf(row: (typeof transitions)[number]): string {
  return `${row.by} ${statusNamed(row.from).id} ${statusNamed(row.to).id}`
}
