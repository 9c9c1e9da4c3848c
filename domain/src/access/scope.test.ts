import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../testing/random.ts'
import { type AccessLevel, accessLevels, covers, coversScope, leadsInto, type Place, type Scope } from './scope.ts'

// A small organization: group → dealerships → departments, ids unique across all groups.
const organization = [
  {
    id: 1,
    dealerships: [
      { id: 11, departments: [111, 112] },
      { id: 12, departments: [121] },
    ],
  },
  { id: 2, dealerships: [{ id: 21, departments: [211, 212] }] },
]

const departments = organization.flatMap((group) =>
  group.dealerships.flatMap((dealership) =>
    dealership.departments.map((id) => ({ id, dealership: dealership.id, group: group.id })),
  ),
)

const places: Place[] = organization.flatMap((group) => [
  { dealerGroupId: group.id, dealershipId: null, departmentId: null },
  ...group.dealerships.flatMap((dealership) => [
    { dealerGroupId: group.id, dealershipId: dealership.id, departmentId: null },
    ...dealership.departments.map((id) => ({ dealerGroupId: group.id, dealershipId: dealership.id, departmentId: id })),
  ]),
])

// The naive model of A12 walks the organization and lists every location that a scope covers.
function coveredPlaces(scope: Scope): Set<Place> {
  return new Set(
    places.filter((place) => {
      if (scope.level === 0) return true
      if (place.dealerGroupId !== scope.dealerGroupId) return false
      if (scope.level === 1) return true
      const listed = scope.level === 2 ? place.dealershipId : place.departmentId
      const ids = scope.level === 2 ? scope.dealershipIds : scope.departmentIds
      return ids.some((id) => id === listed)
    }),
  )
}

// `leftovers`: whether the user record still lists location IDs below the access level in effect.
const anyScope: fc.Arbitrary<Scope> = fc
  .record({
    level: fc.constantFrom<AccessLevel>(0, 1, 2, 3),
    group: fc.constantFrom(...organization),
    chosen: fc.subarray(departments, { minLength: 1 }),
    leftovers: fc.boolean(),
  })
  .map(({ level, group, chosen, leftovers }) => {
    const inGroup = chosen.filter((row) => row.group === group.id)
    return {
      level,
      dealerGroupId: level === 0 ? null : group.id,
      dealershipIds: level < 2 && !leftovers ? [] : [...new Set(inGroup.map((row) => row.dealership))],
      departmentIds: level < 3 && !leftovers ? [] : inGroup.map((row) => row.id),
    }
  })
  .filter((scope) => scope.level < 2 || scope.dealershipIds.length > 0)

describe('access levels', () => {
  test('numbers access levels from super admin to department', () => {
    expect(accessLevels).toEqual({ superAdmin: 0, group: 1, dealership: 2, department: 3 })
  })
})

describe('covers', () => {
  const scopes: Record<string, Scope> = {
    'super admin': { level: 0, dealerGroupId: null, dealershipIds: [], departmentIds: [] },
    'group 1': { level: 1, dealerGroupId: 1, dealershipIds: [], departmentIds: [] },
    'dealership 11': { level: 2, dealerGroupId: 1, dealershipIds: [11], departmentIds: [] },
    'department 111': { level: 3, dealerGroupId: 1, dealershipIds: [11], departmentIds: [111] },
  }

  test.each([
    ['super admin', [1, null, null], true],
    ['super admin', [2, 21, 211], true],
    ['group 1', [1, null, null], true],
    ['group 1', [1, 12, 121], true],
    ['group 1', [2, null, null], false],
    ['dealership 11', [1, null, null], false],
    ['dealership 11', [1, 11, null], true],
    ['dealership 11', [1, 11, 112], true],
    ['dealership 11', [1, 12, null], false],
    ['department 111', [1, null, null], false],
    ['department 111', [1, 11, null], false],
    ['department 111', [1, 11, 111], true],
    ['department 111', [1, 11, 112], false],
  ] as const)(
    'reports whether the scope “%s” covers a request at location %j (expected: %s)',
    (name, [dealerGroupId, dealershipId, departmentId], answer) => {
      expect(covers(scopes[name] as Scope, { dealerGroupId, dealershipId, departmentId })).toBe(answer)
    },
  )

  test('covers the same locations as a naive model', () => {
    fc.assert(
      fc.property(anyScope, (scope) => {
        const covered = coveredPlaces(scope)
        for (const place of places) expect(covers(scope, place)).toBe(covered.has(place))
      }),
      runs({ gate: 500, nightly: 20_000 }),
    )
  })

  test('ignores the ids of another dealer group in a user’s scope', () => {
    const smuggled: Scope = { level: 3, dealerGroupId: 1, dealershipIds: [11, 21], departmentIds: [111, 211] }
    expect(covers(smuggled, { dealerGroupId: 2, dealershipId: 21, departmentId: 211 })).toBe(false)
  })
})

describe('leadsInto', () => {
  test('accepts a location only if it is covered or can be completed to a covered one', () => {
    fc.assert(
      fc.property(anyScope, (scope) => {
        const covered = [...coveredPlaces(scope)]
        for (const place of places) {
          const continued = covered.some(
            (whole) =>
              whole.dealerGroupId === place.dealerGroupId &&
              (place.dealershipId === null || whole.dealershipId === place.dealershipId) &&
              (place.departmentId === null || whole.departmentId === place.departmentId),
          )
          expect(leadsInto(scope, place)).toBe(continued)
        }
      }),
      runs({ gate: 500, nightly: 20_000 }),
    )
  })
})

describe('coversScope', () => {
  test('covers a scope only if the naive model covers all of its locations', () => {
    fc.assert(
      fc.property(anyScope, anyScope, (outer, inner) => {
        const covered = coveredPlaces(outer)
        const contained = [...coveredPlaces(inner)].every((place) => covered.has(place))
        if (coversScope(outer, inner)) expect(contained).toBe(true)
        if (contained && outer.level <= inner.level) expect(coversScope(outer, inner)).toBe(true)
      }),
      runs({ gate: 1000, nightly: 50_000 }),
    )
  })

  test('covers every scope by itself and by the super admin scope', () => {
    const superAdmin: Scope = { level: 0, dealerGroupId: null, dealershipIds: [], departmentIds: [] }
    fc.assert(
      fc.property(anyScope, (scope) => {
        expect(coversScope(scope, scope)).toBe(true)
        expect(coversScope(superAdmin, scope)).toBe(true)
      }),
    )
  })

  test('never covers a scope without a dealership or department at its access level', () => {
    const nowhere: Scope = { level: 2, dealerGroupId: 1, dealershipIds: [], departmentIds: [] }
    const dealership: Scope = { level: 2, dealerGroupId: 1, dealershipIds: [11], departmentIds: [] }
    expect(coversScope(dealership, nowhere)).toBe(false)
  })
})
