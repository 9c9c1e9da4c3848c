import { type RoleId, roles } from '@check-requests/domain/access/roles.ts'
import { urns } from '@check-requests/domain/people/directory/scim.ts'
import type { Person } from '../../access/accounts/queries/people.ts'

/** A user as a directory sees one. */
function user(person: Person, base: string) {
  const { userId, externalId, username, firstName, lastName, name, email, title, active, roleIds, createdAt } = person
  return {
    schemas: [urns.user],
    id: String(userId),
    ...(externalId !== null && { externalId }),
    userName: username,
    name: { givenName: firstName, familyName: lastName, formatted: name },
    displayName: name,
    ...(title !== null && { title }),
    emails: [{ value: email, type: 'work', primary: true }],
    active,
    groups: roleIds.map((id) => ({ value: String(id), display: labelOf(id), $ref: `${base}/Groups/${id}` })),
    meta: { resourceType: 'User', created: createdAt, location: `${base}/Users/${userId}` },
  }
}

function labelOf(id: RoleId): string {
  return roles.find((role) => role.id === id)?.label ?? String(id)
}

/** A role as a directory sees it: a group of the users who hold it. */
function group(id: RoleId, people: readonly Person[] | undefined, base: string) {
  return {
    schemas: [urns.group],
    id: String(id),
    displayName: labelOf(id),
    ...(people && {
      members: membersOf(id, people).map((member) => ({ ...member, $ref: `${base}/Users/${member.value}` })),
    }),
    meta: { resourceType: 'Group', location: `${base}/Groups/${id}` },
  }
}

function membersOf(id: RoleId, people: readonly Person[]) {
  const holders = people.filter(({ roleIds }) => roleIds.includes(id))
  return holders.map(({ userId, name }) => ({ value: String(userId), display: name }))
}

/** Users and roles in SCIM form. */
export const present = { user, group, membersOf, labelOf }
