import type { APIRequestContext } from '@playwright/test'
import type { DealerGroup, Dealership, Department } from '../../domain/src/organization/fields.ts'
import type { User } from '../../domain/src/people/users/fields.ts'
import { addDealership, addDepartment, ownWord, superAdmin } from './administration.ts'
import { type ApiUser, apiAs } from './api.ts'
import { chosenPassword } from './session.ts'

/** All users of a dealer group with approval titles, and two admins: one edits its policy, the other publishes it. */
const cast = {
  editor: { first_name: 'Ada', last_name: 'Ember', role: 1 },
  publisher: { first_name: 'Paul', last_name: 'Quist', role: 1 },
  requester: { first_name: 'Rita', last_name: 'Rowe', role: 2 },
  approver: { first_name: 'Otto', last_name: 'Olsen', role: 3 },
  controller: { first_name: 'Carla', last_name: 'Young', role: 3 },
  manager: { first_name: 'Gwen', last_name: 'Marsh', role: 3 },
} as const

type Part = keyof typeof cast

/** A test's own dealer group, so that its policy affects no other test. */
export interface PolicyGroup {
  group: DealerGroup
  dealership: Dealership
  department: Department
  emails: Record<Part, string>
  people: Record<Part, User>
  titles: { controller: number; manager: number }
}

/** Adds a dealer group with a dealership, a department, users, and the titles of two of them. */
export async function addPolicyGroup(request: APIRequestContext): Promise<PolicyGroup> {
  const api = await apiAs(request, superAdmin)
  const word = ownWord()
  const group = await api.call<DealerGroup>('POST', '/dealer-groups', {
    name: `Orchard ${word}`,
    code: word,
    settings: { account_confirmation: false },
  })
  const dealership = await addDealership(api, group.id, 'Orchard Motors')
  const department = await addDepartment(api, dealership, 'Service')
  const people = {} as Record<Part, User>
  for (const [part, { role, ...names }] of Object.entries(cast)) {
    const email = `${part}@${word}.example`.toLowerCase()
    const place = { dealer_group_id: group.id, dealership_ids: [dealership.id], department_ids: [department.id] }
    people[part as Part] = await api.call<User>('POST', '/users', {
      email,
      username: email,
      password: chosenPassword,
      ...names,
      role_ids: [role],
      primary_role: role,
      ...(role === 2 ? { access_level: 3, ...place } : { access_level: 1, dealer_group_id: group.id }),
    })
  }
  const emails = Object.fromEntries(Object.entries(people).map(([part, { email }]) => [part, email])) as Record<
    Part,
    string
  >
  const titles = {
    controller: await addTitle(api, group, 'Controller', people.controller),
    manager: await addTitle(api, group, 'General manager', people.manager),
  }
  return { group, dealership, department, emails, people, titles }
}

async function addTitle(api: ApiUser, { id: dealer_group_id }: DealerGroup, name: string, holder: User) {
  const { id } = await api.call<{ id: number }>('POST', '/approval-titles', { dealer_group_id, name })
  const titles = [{ approval_title_id: id, dealership_id: null }]
  await api.call('PUT', `/users/${holder.id}/approval-titles`, { titles, version: holder.version })
  return id
}

/** Publishes a policy edited by one admin of the group and published by the other. */
export async function putPolicyInForce(request: APIRequestContext, place: PolicyGroup, policy: object): Promise<void> {
  const path = `/dealer-groups/${place.group.id}/approval-policy`
  const editor = await apiAs(request, place.emails.editor)
  const { version } = await editor.call<{ version: number }>('PUT', `${path}/draft`, policy)
  const publisher = await apiAs(request, place.emails.publisher)
  await publisher.call('POST', `${path}/publish`, { note: 'As agreed with the owners.', version })
}
