import { describe, expect, test } from 'vitest'
import { requestFilter, seesRequest, type Viewer } from './permissions.ts'
import type { AccessLevel } from './scope.ts'

function viewer(role: Viewer['role'], level: AccessLevel): Viewer {
  const dealerGroupId = level === 0 ? null : 10
  return { userId: 1, role, scope: { level, dealerGroupId, dealershipIds: [20, 21], departmentIds: [30] } }
}

describe('request visibility', () => {
  test.each([
    ['a super admin sees everything', viewer('admin', 0), { column: null, ids: [] }],
    ['a group approver sees the group', viewer('approver', 1), { column: 'dealer_group_id', ids: [10] }],
    ['a dealership processor sees the dealerships', viewer('processor', 2), { column: 'dealership_id', ids: [20, 21] }],
    ['a department approver sees the department', viewer('approver', 3), { column: 'department_id', ids: [30] }],
    ['a requester sees their own', viewer('requester', 1), { column: 'requester_id', ids: [1] }],
  ])('filters the visible requests: %s', (_who, who, filter) => {
    expect(requestFilter(who)).toEqual(filter)
  })

  const request = { dealer_group_id: 10, dealership_id: 20, department_id: 31, requester_id: 1 }

  test.each([
    ['a super admin', viewer('admin', 0), request, true],
    ['an approver of the group', viewer('approver', 1), request, true],
    ['an approver of another group', viewer('approver', 1), { ...request, dealer_group_id: 11 }, false],
    ['a processor of the dealership', viewer('processor', 2), request, true],
    [
      'a processor of the same dealership id in another group',
      viewer('processor', 2),
      { ...request, dealer_group_id: 11 },
      false,
    ],
    ['an approver of another department', viewer('approver', 3), request, false],
    [
      'a department approver of a request without a department',
      viewer('approver', 3),
      { ...request, department_id: null },
      false,
    ],
    ['the requester, now in another department', viewer('requester', 3), request, true],
    ['the requester, now in another group', viewer('requester', 3), { ...request, dealer_group_id: 11 }, false],
    ['a requester who didn’t create it', viewer('requester', 1), { ...request, requester_id: 2 }, false],
  ])('shows a request only to users who can see it: %s', (_who, who, row, sees) => {
    expect(seesRequest(who, row)).toBe(sees)
  })
})
