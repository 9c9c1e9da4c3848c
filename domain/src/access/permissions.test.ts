import { describe, expect, test } from 'vitest'
import { type StatusId, statuses, statusOf } from '../check-requests/lifecycle.ts'
import { type Action, mayDo, mayRole, onlyOwn, permissions, refusalToAct } from './permissions.ts'
import type { RoleName } from './roles.ts'

const roleNames: readonly RoleName[] = ['admin', 'requester', 'approver', 'processor']
const caller = 7
const somebodyElse = 8

// Written by hand from R002, R016, R148 to R151, R188 to R191, R201, A4, A12 to A14, A20.
// `any`: every request in scope. `own`: only the person's own requests. A dash: never.
// `at`: the statuses that allow it. `level`: the access levels that may, 0 for super admins.
const table = `
action                          admin  requester  approver  processor  at         level
session.use                     any    any        any       any        123456789  0123
check-requests.read             any    own        any       any        123456789  0123
check-requests.create           any    any        -         -          123456789  0123
check-requests.edit             any    own        -         -          9          0123
check-requests.delete           -      own        -         -          1          0123
check-requests.change-status    -      own        any       any        123456789  0123
check-requests.change-priority  -      own        -         -          1234569    0123
check-requests.update-delivery  -      -          -         any        6          0123
check-requests.hold             any    -          any       any        3456       0123
check-number-clashes.read       any    -          -         -          123456789  0123
duplicates.read                 any    any        any       any        123456789  0123
organisation.read               any    any        any       any        123456789  0123
organisation.write              any    -          -         -          123456789  0123
departments.delete              any    -          -         -          123456789  012
dealer-groups.write             any    -          -         -          123456789  0
choices.write                   any    -          -         -          123456789  0
users.read                      any    -          -         -          123456789  0123
users.write                     any    -          -         -          123456789  0123
audit.read                      any    -          -         -          123456789  01
approvers.read                  any    any        any       any        123456789  0123
`

interface Row {
  action: Action
  at: string
  level: string
  reach: Record<RoleName, string>
}

const oracle: Row[] = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [action, admin = '', requester = '', approver = '', processor = '', at = '', level = ''] = line.split(/\s+/)
    return { action: action as Action, at, level, reach: { admin, requester, approver, processor } }
  })

function expected(row: Row, role: RoleName, status: StatusId, own: boolean): string {
  const reach = row.reach[role]
  if (reach === '-' || (reach === 'own' && !own)) return 'forbidden'
  return row.at.includes(String(status)) ? 'allowed' : 'conflict'
}

function decided(action: Action, role: RoleName, status: StatusId, own: boolean): string {
  const request = { requesterId: own ? caller : somebodyElse, status: statusOf(status).name }
  return refusalToAct(action, { userId: caller, role }, request)?.kind ?? 'allowed'
}

describe('permissions', () => {
  test('every action has its row in the table written by hand', () => {
    expect(Object.keys(permissions).sort()).toEqual(oracle.map((row) => row.action).sort())
  })

  test.each(oracle)('$action: every role, status and ownership is decided as written by hand', (row) => {
    for (const role of roleNames)
      for (const { id } of statuses)
        for (const own of [true, false])
          expect(decided(row.action, role, id, own), `${role} at ${id}, own: ${own}`).toBe(expected(row, role, id, own))
  })

  test.each(oracle)(
    '$action: a role may do it at all, and with which requests, as written by hand',
    ({ action, reach }) => {
      for (const role of roleNames) {
        expect(mayRole(role, action), role).toBe(reach[role] !== '-')
        expect(onlyOwn(role, action), role).toBe(reach[role] === 'own')
      }
    },
  )

  test.each(oracle)('$action: the access levels that may are those written by hand', ({ action, level, reach }) => {
    for (const role of roleNames)
      for (const callerLevel of [0, 1, 2, 3] as const) {
        const allowed = reach[role] !== '-' && level.includes(String(callerLevel))
        expect(mayDo({ role, level: callerLevel }, action), `${role} at level ${callerLevel}`).toBe(allowed)
      }
  })
})

describe('refusalToAct', () => {
  test.each([
    ['check-requests.edit', 'This request is Approved now and can only be edited while it is SendBack.'],
    ['check-requests.delete', 'This request is Approved now and can only be deleted while it is Request.'],
  ] as const)('%s: the sentence names the status and what would help', (action, sentence) => {
    const request = { requesterId: caller, status: 'approved' } as const
    expect(refusalToAct(action, { userId: caller, role: 'requester' }, request)).toEqual({ kind: 'conflict', sentence })
  })

  test('delivery details and priority are refused in words that a person understands', () => {
    const delivery = refusalToAct(
      'check-requests.update-delivery',
      { userId: caller, role: 'processor' },
      { requesterId: somebodyElse, status: 'signed' },
    )
    expect(delivery?.sentence).toBe(
      'This request is Signed now and can only be given other delivery details while it is Ready.',
    )
    const priority = refusalToAct(
      'check-requests.change-priority',
      { userId: caller, role: 'requester' },
      { requesterId: caller, status: 'closed' },
    )
    expect(priority?.sentence).toMatch(
      /^This request is Closed now and can only be given another priority while it is /,
    )
  })

  test('a stranger’s request is refused before its status is revealed', () => {
    const request = { requesterId: somebodyElse, status: 'closed' } as const
    expect(refusalToAct('check-requests.delete', { userId: caller, role: 'requester' }, request)).toEqual({
      kind: 'forbidden',
      sentence: 'Only the person who raised this request can do this.',
    })
  })
})
