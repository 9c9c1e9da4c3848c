import type { User } from '@check-requests/domain/people/users/fields.ts'
import { expect, test } from 'vitest'
import type { Person } from '#access/sessions/session-state.ts'
import { refusalToChange, refusalToDelete } from '#people/users/authority.ts'

const superAdmin = { id: 1, access_level: 0 } as Person
const groupAdmin = { id: 2, access_level: 1 } as Person
const userWith = (id: number, ...role_ids: number[]) => ({ id, role_ids }) as User

const onlySuper = 'Only super admins can change an admin. Ask a super admin.'
const notYourself = 'You can’t delete your own account.'

// Which of the two actions is available, as decided by the server (A17): change, delete.
test.each([
  ['a group admin and a requester', groupAdmin, userWith(7, 2), undefined, undefined],
  ['a group admin and a user with all other roles', groupAdmin, userWith(7, 2, 3, 4), undefined, undefined],
  ['a group admin and another admin', groupAdmin, userWith(8, 1), onlySuper, onlySuper],
  ['a group admin and a requester who is admin too', groupAdmin, userWith(8, 2, 1), onlySuper, onlySuper],
  ['a group admin and themselves', groupAdmin, userWith(2, 1), undefined, notYourself],
  ['a super admin and an admin', superAdmin, userWith(8, 1), undefined, undefined],
  ['a super admin and themselves', superAdmin, userWith(1, 1), undefined, notYourself],
])('allows or refuses editing and deletion of users (%s)', (_, admin, user, change, remove) => {
  expect([refusalToChange(admin, user), refusalToDelete(admin, user)]).toEqual([change, remove])
})
