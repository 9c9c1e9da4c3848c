import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RoleId, roles } from '../../access/roles.ts'
import type { Scope } from '../../access/scope.ts'
import { runs } from '../../testing/random.ts'
import {
  type Confirmer,
  changesToConfirm,
  type Rights,
  rightsInForce,
  roleLabels,
  secondPeopleFor,
  waitingAfter,
} from './rules.ts'

const [admin, requester, approver, processor] = roles.map(({ id }) => id) as [RoleId, RoleId, RoleId, RoleId]

const group: Scope = { level: 1, dealerGroupId: 1, dealershipIds: [], departmentIds: [] }
const otherGroup: Scope = { ...group, dealerGroupId: 2 }
const toyota: Scope = { level: 2, dealerGroupId: 1, dealershipIds: [11], departmentIds: [] }
const honda: Scope = { ...toyota, dealershipIds: [12] }
const everywhere: Scope = { level: 0, dealerGroupId: null, dealershipIds: [], departmentIds: [] }

function rights(roleIds: RoleId[], scope = toyota, more: Partial<Rights> = {}): Rights {
  return { active: true, email: 'pat@test.example', roleIds, scope, ...more }
}

// Handwritten from the rule: the pending changes, and the scope in force until they are confirmed.
const cases: [string, Rights | undefined, Rights, boolean, string[], RoleId[], Scope | undefined][] = [
  ['a new requester', undefined, rights([requester]), false, [], [], undefined],
  ['a new approver', undefined, rights([approver]), false, ['account'], [approver], undefined],
  ['a new admin', undefined, rights([admin]), false, ['account'], [admin], undefined],
  [
    'a new processor who is also a requester',
    undefined,
    rights([requester, processor]),
    false,
    ['account'],
    [processor],
    undefined,
  ],
  ['a new inactive approver', undefined, rights([approver], toyota, { active: false }), false, [], [], undefined],
  [
    'a reactivated approver',
    rights([approver], toyota, { active: false }),
    rights([approver]),
    false,
    ['activation'],
    [approver],
    undefined,
  ],
  ['no change', rights([approver]), rights([approver]), false, [], [], undefined],
  ['one more role', rights([requester]), rights([requester, approver]), false, ['roles'], [approver], undefined],
  [
    'a second confirmed role',
    rights([approver]),
    rights([approver, processor]),
    false,
    ['roles'],
    [processor],
    undefined,
  ],
  ['one fewer role', rights([approver, processor]), rights([approver]), false, [], [], undefined],
  ['one role replaced by another', rights([approver]), rights([processor]), false, ['roles'], [processor], undefined],
  ['a requester with a wider scope', rights([requester]), rights([requester], group), false, [], [], undefined],
  ['an approver with a wider scope', rights([approver]), rights([approver], group), false, ['scope'], [], toyota],
  ['an approver with a narrower scope', rights([approver], group), rights([approver]), false, [], [], undefined],
  [
    'an approver who moves to another dealership',
    rights([approver]),
    rights([approver], honda),
    false,
    ['scope'],
    [approver],
    undefined,
  ],
  [
    'a wider scope and an additional role',
    rights([approver]),
    rights([approver, processor], group),
    false,
    ['roles', 'scope'],
    [processor],
    toyota,
  ],
  [
    'a first role and a wider scope',
    rights([requester]),
    rights([requester, approver], group),
    false,
    ['roles', 'scope'],
    [approver],
    undefined,
  ],
  [
    'another group',
    rights([approver], group),
    rights([approver], otherGroup),
    false,
    ['group', 'scope'],
    [approver],
    undefined,
  ],
  ['a super admin', rights([admin], group), rights([admin], everywhere), false, ['group', 'scope'], [admin], undefined],
  [
    'another password',
    rights([approver, requester]),
    rights([approver, requester]),
    true,
    ['password'],
    [approver],
    undefined,
  ],
  ['another password of a requester', rights([requester]), rights([requester]), true, [], [], undefined],
  [
    'another email',
    rights([approver]),
    rights([approver], toyota, { email: 'p@test.example' }),
    false,
    ['email'],
    [approver],
    undefined,
  ],
]

describe('changes that need a second person', () => {
  test.each(cases)(
    'applies a change or leaves it pending (%s)',
    (_what, before, after, newPassword, names, roleIds, scopeInForce) => {
      const step = { before, after, newPassword }
      expect(changesToConfirm(step)).toEqual(names)
      expect(waitingAfter(step)).toEqual({ roleIds, scopeInForce })
    },
  )

  const anyRoles = fc.subarray([admin, requester, approver, processor], { minLength: 1 })
  const anyScope = fc.constantFrom(group, otherGroup, toyota, honda, everywhere)
  const anyRights: fc.Arbitrary<Rights> = fc.record({
    active: fc.boolean(),
    email: fc.constantFrom('pat@test.example', 'p@test.example'),
    roleIds: anyRoles,
    scope: anyScope,
  })

  test('never puts an unconfirmed role into effect in any sequence of changes', () => {
    const covered = (scope: Scope) =>
      [1, 2].flatMap((groupId) =>
        [11, 12]
          .filter((id) => {
            if (scope.level === 0) return true
            if (scope.dealerGroupId !== groupId) return false
            return scope.level === 1 || scope.dealershipIds.includes(id)
          })
          .map((id) => `${groupId}/${id}`),
      )
    const deeds = ({ active, roleIds, scope }: Rights) =>
      active
        ? roleIds.filter((id) => id !== requester).flatMap((id) => covered(scope).map((place) => `${id} ${place}`))
        : []
    fc.assert(
      fc.property(anyRights, fc.array(fc.tuple(anyRights, fc.boolean()), { maxLength: 4 }), (first, changes) => {
        let inForce = first
        let allowed = deeds(first)
        for (const [after, newPassword] of changes) {
          inForce = rightsInForce(after, waitingAfter({ before: inForce, after, newPassword }))
          const now = deeds(inForce)
          expect(now.filter((deed) => !allowed.includes(deed))).toEqual([])
          allowed = now
        }
      }),
      runs({ gate: 500, nightly: 20_000 }),
    )
  })
})

describe('eligible second people', () => {
  const person = (userId: number, roleIds: RoleId[], scope: Scope): Confirmer => ({
    userId,
    name: `P${userId}`,
    roleIds,
    scope,
  })
  const grace = person(1, [admin], group)
  const joan = person(2, [admin, approver], group)
  const hal = person(3, [admin], honda)
  const sam = person(4, [admin], everywhere)
  const denise = person(5, [approver], group)
  const priya = person(6, [processor], group)
  const elsewhere = person(7, [admin, approver], otherGroup)
  const asked = { userId: 9, scope: toyota, askedBy: [1] }
  const idsOf = (people: Confirmer[], confirmation = asked) =>
    secondPeopleFor(people, confirmation).map(({ userId }) => userId)

  test.each([
    ['another group admin, and a super admin', [grace, joan, hal, sam, denise, priya], [2, 4]],
    ['a super admin if no other admin covers the account', [grace, hal, sam, denise, priya], [4]],
    ['an approver if there is no admin', [grace, hal, denise, priya], [5]],
    [
      'no one if only a processor, an admin elsewhere, and the user who asked are left',
      [grace, hal, priya, elsewhere],
      [],
    ],
  ])('lets a change be confirmed by %s', (_who, people, ids) => {
    expect(idsOf(people)).toEqual(ids)
  })

  test('never lets users with any role confirm a change to their own account', () => {
    expect(idsOf([joan, sam, denise], { ...asked, userId: 2 })).toEqual([4])
    expect(idsOf([joan, denise], { ...asked, userId: 2 })).toEqual([5])
  })

  test('never lets anyone involved in a change confirm it', () => {
    expect(idsOf([grace, joan, sam, denise], { ...asked, askedBy: [1, 2, 4] })).toEqual([5])
    expect(idsOf([grace, joan, sam, denise], { ...asked, askedBy: [1, 2, 4, 5] })).toEqual([])
  })
})

test('joins role names as in a sentence', () => {
  expect(roleLabels([admin, approver, processor])).toBe('Admin, Approver, and Processor')
})
