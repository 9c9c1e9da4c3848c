import { expect, test } from 'vitest'
import { missingPlace } from './required-fields.ts'

const group = { dealer_group_id: 'Group is required' }
const dealer = { dealership_id: 'Dealer is required' }
const department = { department_id: 'Department is required' }

test.each([
  ['group level, nothing chosen', 1, {}, group],
  ['group level, group chosen', 1, { dealer_group_id: 1 }, {}],
  ['dealership level, nothing chosen', 2, {}, { ...group, ...dealer }],
  ['dealership level, group chosen', 2, { dealer_group_id: 1 }, dealer],
  ['dealership level, group and dealer chosen', 2, { dealer_group_id: 1, dealership_id: 2 }, {}],
  ['department level, nothing chosen', 3, {}, { ...group, ...dealer, ...department }],
  ['department level, group and dealer chosen', 3, { dealer_group_id: 1, dealership_id: 2 }, department],
  ['department level, all chosen', 3, { dealer_group_id: 1, dealership_id: 2, department_id: 3 }, {}],
  ['group level, a department without its dealer', 1, { dealer_group_id: 1, department_id: 3 }, dealer],
  ['super admin, nothing chosen', 0, {}, {}],
  [
    'null instead of a choice',
    3,
    { dealer_group_id: null, dealership_id: null, department_id: null },
    { ...group, ...dealer, ...department },
  ],
] as const)('lists the required location fields for a user at %s', (_name, level, place, missing) => {
  expect(missingPlace(level, place)).toEqual(missing)
})
