import { expect, test } from 'vitest'
import { findRole, roleName, roles } from './roles.ts'

test('gives the four roles the ids, codes, and labels in the specification', () => {
  expect(roles.map((role) => [role.id, role.name, role.code, role.label])).toEqual([
    [1, 'admin', 'AD', 'Admin'],
    [2, 'requester', 'RQ', 'Requester'],
    [3, 'approver', 'AP', 'Approver'],
    [4, 'processor', 'PR', 'Processor'],
  ])
})

test('finds each role by its id and no role by any other value', () => {
  for (const role of roles) {
    expect(findRole(role.id)).toBe(role)
    expect(roleName(role.id)).toBe(role.name)
  }
  for (const id of [0, 5, -1, 1.5, Number.NaN]) expect(findRole(id)).toBeUndefined()
})
