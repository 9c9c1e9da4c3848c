/** The four roles (R003, R113). A user may hold several; one is active at a time (R005). */
export const roles = [
  { id: 1, name: 'admin', code: 'AD', label: 'Admin' },
  { id: 2, name: 'requester', code: 'RQ', label: 'Requester' },
  { id: 3, name: 'approver', code: 'AP', label: 'Approver' },
  { id: 4, name: 'processor', code: 'PR', label: 'Processor' },
] as const

export type Role = (typeof roles)[number]
export type RoleId = Role['id']
export type RoleName = Role['name']

/** The role with this id; undefined when the id isn't one of the four. */
export function findRole(id: number): Role | undefined {
  return roles.find((role) => role.id === id)
}

/** The role with this name. */
export function roleNamed(name: RoleName): Role {
  return roles.find((role) => role.name === name) as Role
}

/** True for the id of one of the four roles. */
export function isRoleId(id: number): id is RoleId {
  return findRole(id) !== undefined
}

/** Returns the role for a valid id. */
export function roleOf(id: RoleId): Role {
  return roles[id - 1] as Role
}

/** Returns the name of the role with this valid id. */
export function roleName(id: RoleId): RoleName {
  return roleOf(id).name
}
