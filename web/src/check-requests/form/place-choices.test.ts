import type { DealerGroup, Dealership, Department } from '@check-requests/domain/organization/fields.ts'
import { expect, test } from 'vitest'
import {
  dealershipsOf,
  departmentsOf,
  groupsOf,
  nowhere,
  type Places,
  placesOf,
  stillOffered,
  withDealership,
  withGroup,
  withOnlyChoices,
} from '#check-requests/form/place-choices.ts'

const group = (id: number, is_active = true) => ({ id, name: `Group ${id}`, code: `G${id}`, is_active }) as DealerGroup
const dealership = (id: number, dealer_group_id: number, is_active = true) =>
  ({ id, dealer_group_id, is_active }) as Dealership
const department = (id: number, dealership_id: number, is_active = true) =>
  ({ id, dealership_id, is_active }) as Department

// Group 1 has dealerships 11 (departments 111 and 112), 12 (department 121), and the inactive 13. Group 2 has only
// dealership 21 with department 211.
const all: Places = {
  groups: [group(1), group(2)],
  dealerships: [dealership(11, 1), dealership(12, 1), dealership(13, 1, false), dealership(21, 2)],
  departments: [department(111, 11), department(112, 11), department(121, 12), department(211, 21)],
}

const superAdmin = { dealerGroupId: null, dealershipIds: [], departmentIds: [] }
const ofGroup1 = { dealerGroupId: 1, dealershipIds: [], departmentIds: [] }
const of12 = { dealerGroupId: 1, dealershipIds: [12], departmentIds: [] }
const of111 = { dealerGroupId: 1, dealershipIds: [11], departmentIds: [111] }

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
const chosen = (dealer_group_id: number | null, dealership_id: number | null, department_id: number | null) => ({
  dealer_group_id,
  dealership_id,
  department_id,
})

test.each([
  ['a super admin', [superAdmin], [1, 2], [11, 12, 13, 21], [111, 112, 121, 211]],
  ['a user of one dealer group', [ofGroup1], [1], [11, 12, 13, 21], [111, 112, 121, 211]],
  ['a user of one dealership', [of12], [1], [12], [111, 112, 121, 211]],
  ['a user of one department', [of111], [1], [11], [111]],
  ['an admin for a user of one department', [ofGroup1, of111], [1], [11], [111]],
  ['two users without a common dealership', [of12, of111], [1], [], [111]],
])('offers the assigned locations to %s', (_, people, groups, dealerships, departments) => {
  const places = placesOf(all, people)
  expect([ids(places.groups), ids(places.dealerships), ids(places.departments)]).toEqual([
    groups,
    dealerships,
    departments,
  ])
})

test('offers active dealerships of the chosen group, and departments of the chosen dealership', () => {
  expect(ids(dealershipsOf(all, chosen(1, null, null)))).toEqual([11, 12])
  expect(ids(dealershipsOf(all, chosen(null, null, null)))).toEqual([])
  expect(ids(departmentsOf(all, chosen(1, 11, null)))).toEqual([111, 112])
  expect(ids(departmentsOf(all, chosen(1, null, null)))).toEqual([])
})

test('keeps a selected dealership that became inactive', () => {
  expect(ids(dealershipsOf(all, chosen(1, 13, null)))).toEqual([11, 12, 13])
})

test('offers an inactive dealer group or department only if it is selected', () => {
  const some: Places = {
    ...all,
    groups: [group(1), group(2), group(3, false)],
    departments: [department(111, 11), department(112, 11, false)],
  }
  expect(ids(groupsOf(some, nowhere))).toEqual([1, 2])
  expect(ids(groupsOf(some, chosen(3, null, null)))).toEqual([1, 2, 3])
  expect(ids(departmentsOf(some, chosen(1, 11, null)))).toEqual([111])
  expect(ids(departmentsOf(some, chosen(1, 11, 112)))).toEqual([111, 112])
  expect(stillOffered(some, chosen(3, null, null))).toEqual(nowhere)
  expect(stillOffered(some, chosen(1, 11, 112))).toEqual(chosen(1, 11, null))
  expect(withOnlyChoices(some, chosen(1, 11, null))).toEqual(chosen(1, 11, 111))
})

test('clears invalid levels of an earlier location and all levels below them', () => {
  expect(stillOffered(all, chosen(1, 11, 112))).toEqual(chosen(1, 11, 112))
  expect(stillOffered(all, chosen(1, 11, 121))).toEqual(chosen(1, 11, null))
  expect(stillOffered(all, chosen(1, 13, 111))).toEqual(chosen(1, null, null))
  expect(stillOffered(placesOf(all, [of12]), chosen(1, 11, 112))).toEqual(chosen(1, null, null))
  expect(stillOffered(placesOf(all, [ofGroup1]), chosen(2, 21, 211))).toEqual(nowhere)
})

test('selects the only option of a level, and keeps selected options', () => {
  expect(withOnlyChoices(all, nowhere)).toEqual(chosen(null, null, null))
  expect(withOnlyChoices(placesOf(all, [of12]), nowhere)).toEqual(chosen(1, 12, 121))
  expect(withOnlyChoices(all, chosen(2, null, null))).toEqual(chosen(2, 21, 211))
  expect(withOnlyChoices(all, chosen(1, 11, 112))).toEqual(chosen(1, 11, 112))
})

test('clears dealership and department after a change of group, and department after a change of dealership', () => {
  expect(withGroup(all, 1)).toEqual(chosen(1, null, null))
  expect(withGroup(all, 2)).toEqual(chosen(2, 21, 211))
  expect(withGroup(all, null)).toEqual(chosen(null, null, null))
  expect(withDealership(all, chosen(1, 12, 121), 11)).toEqual(chosen(1, 11, null))
  expect(withDealership(all, chosen(1, 11, 112), 12)).toEqual(chosen(1, 12, 121))
  expect(withDealership(all, chosen(1, 11, 112), null)).toEqual(chosen(1, null, null))
})
