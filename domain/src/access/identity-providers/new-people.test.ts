import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstAccessOf, type NewPeople, namesOf, newPeople, rolesLost, rolesNamedBy } from './new-people.ts'

const plain: NewPeople = {
  requester_by_default: true,
  access_level: 2,
  dealership_ids: [5],
  department_ids: [],
  first_name_claim: null,
  last_name_claim: null,
  role_claim: 'groups',
  roles: [
    { value: 'Approvers', role_id: 3 },
    { value: 'Cashiers', role_id: 4 },
  ],
  place_claim: 'store',
  places: [
    { value: 'FORD', dealership_id: 7, department_id: 71 },
    { value: 'FORD', dealership_id: 7, department_id: 72 },
    { value: 'KIA', dealership_id: 8, department_id: 81 },
  ],
}

test('adds roles from claims to the default role, and replaces default locations with claimed ones', () => {
  expect(firstAccessOf(plain, { groups: ['Approvers', 'Parking'], store: 'FORD' })).toEqual({
    roleIds: [2, 3],
    givenRoleIds: [3],
    primaryRole: 2,
    level: 3,
    dealershipIds: [7],
    departmentIds: [71, 72],
  })
  expect(firstAccessOf(plain, { groups: 'approvers', store: ['BMW'] })).toEqual({
    roleIds: [2],
    givenRoleIds: [],
    primaryRole: 2,
    level: 2,
    dealershipIds: [5],
    departmentIds: [],
  })
})

test('creates no account for a person without a role', () => {
  const strict = { ...plain, requester_by_default: false }
  expect(firstAccessOf(strict, { groups: ['Parking'] })).toBeUndefined()
  expect(firstAccessOf(strict, { groups: ['Cashiers', 'Approvers'] })).toMatchObject({
    primaryRole: 3,
    roleIds: [3, 4],
  })
})

test('removes a mapped role that the claims no longer name, and removes nothing without a mapping', () => {
  expect(rolesLost(plain, { groups: ['Cashiers'] }, [3, 4])).toEqual([3])
  expect(rolesLost(plain, {}, [3, 4])).toEqual([3, 4])
  expect(rolesLost({ ...plain, role_claim: null, roles: [] }, {}, [3, 4])).toEqual([])
})

test.each<[object, object | undefined]>([
  [
    { given_name: ' Nora ', family_name: 'New' },
    { first: 'Nora', last: 'New' },
  ],
  [{ given_name: 'Nora' }, undefined],
  [{ given_name: 'Nora', family_name: 'N\u0007' }, undefined],
  [{ given_name: ['Nora'], family_name: 'New' }, undefined],
])('reads the user’s names from the claims %j: %j', (claims, names) => {
  expect(namesOf(plain, claims as Record<string, unknown>)).toEqual(names)
})

test.each<[string, Partial<NewPeople>, string]>([
  ['no role', { requester_by_default: false, role_claim: null, roles: [] }, 'roles'],
  ['an access level without its dealerships', { dealership_ids: [] }, 'dealership_ids'],
  ['dealerships for the group level', { access_level: 1 }, 'dealership_ids'],
  ['the department level without departments', { access_level: 3 }, 'department_ids'],
  ['roles without a claim', { role_claim: null }, 'roles'],
  ['a location claim without values', { places: [] }, 'places'],
  [
    'values for both dealerships and departments',
    { places: [...plain.places, { value: 'BMW', dealership_id: 9, department_id: null }] },
    'places',
  ],
])('refuses provider settings with %s', (_, changes, field) => {
  const refused = newPeople.safeParse({ ...plain, ...changes })
  expect(refused.error?.issues.map(({ path }) => path[0])).toContain(field)
  expect(newPeople.safeParse(plain).success).toBe(true)
})

// Providers can send values of any type under any name.
const claims = fc.dictionary(
  fc.constantFrom('groups', 'store', '__proto__', 'sub'),
  fc.oneof(
    fc.anything(),
    fc.array(fc.oneof(fc.constantFrom('Approvers', 'Cashiers', 'FORD', 'KIA', 'constructor'), fc.anything())),
  ),
)

function textsOf(said: Record<string, unknown>, name: string): unknown[] {
  return Object.hasOwn(said, name) ? [said[name]].flat() : []
}

test('never grants a role or location that neither a mapping row nor the settings contain', () => {
  fc.assert(
    fc.property(claims, fc.boolean(), (said, requester_by_default) => {
      const access = firstAccessOf({ ...plain, requester_by_default }, said)
      const [groups, stores] = [textsOf(said, 'groups'), textsOf(said, 'store')]
      const expected = [requester_by_default && 2, groups.includes('Approvers') && 3, groups.includes('Cashiers') && 4]
      expect(access?.roleIds ?? []).toEqual(expected.filter(Boolean))
      const departments = [stores.includes('FORD') && [71, 72], stores.includes('KIA') && 81].flat().filter(Boolean)
      expect(access?.departmentIds ?? departments).toEqual(departments)
      const level = departments.length > 0 ? 3 : 2
      expect(access?.level ?? level).toBe(level)
    }),
  )
})

test('keeps roles just granted by claims when the same claims arrive again', () => {
  fc.assert(
    fc.property(claims, (said) => {
      expect(rolesLost(plain, said, rolesNamedBy(plain, said))).toEqual([])
    }),
  )
})
