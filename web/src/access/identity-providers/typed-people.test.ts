import type { NewPeople } from '@check-requests/domain/access/identity-providers/new-people.ts'
import { expect, test } from 'vitest'
import { typedPeople, typedPeopleField } from '#access/identity-providers/typed-people.ts'

const stored: NewPeople = {
  requester_by_default: true,
  access_level: 3,
  dealership_ids: [7],
  department_ids: [71],
  first_name_claim: 'first',
  last_name_claim: null,
  role_claim: 'groups',
  roles: [{ value: 'Approvers', role_id: 3 }],
  place_claim: 'store',
  places: [{ value: 'FORD', dealership_id: 7, department_id: 71 }],
}

test('sends stored settings unchanged, or none if the provider creates no users', () => {
  expect(typedPeopleField.parse(typedPeople(stored))).toEqual(stored)
  expect(typedPeopleField.parse(typedPeople(null))).toBeNull()
})

test('omits locations that don’t apply to the access level', () => {
  expect(typedPeopleField.parse({ ...typedPeople(stored), access_level: 1 })).toMatchObject({
    dealership_ids: [],
    department_ids: [],
  })
})

test('shows a row’s error at the row’s list', () => {
  const typed = { ...typedPeople(stored), roles: [{ value: '', role_id: 3 as const }] }
  const [issue] = typedPeopleField.safeParse(typed).error?.issues ?? []
  expect([issue?.path, issue?.message]).toEqual([['roles'], 'Enter a claim value.'])
})
