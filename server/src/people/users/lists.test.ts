import { userEndpoints as endpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf, type PersonName, people } from '../../testing/organization.ts'
import { startWorld, type World } from '../../testing/world.ts'

const northwest = people.filter((person) => person.group === 'NWG').map(({ name }) => name)
const eastside = people.filter((person) => person.group === 'EAS').map(({ name }) => name)
const toyota = northwest.filter((name) => name.endsWith('-dealership') || name.endsWith('-department'))
const service = northwest.filter((name) => name.endsWith('-department'))

/** The approvers offered to each requester (A19): active approvers whose scope covers the requester's entire scope. */
const approversFor: Partial<Record<PersonName, PersonName[]>> = {
  'requester-department': [
    'approver-super',
    'approver-group',
    'approver-dealership',
    'approver-department',
    'everyone',
  ],
  'requester-dealership': ['approver-super', 'approver-group', 'approver-dealership', 'everyone'],
  'requester-honda': ['approver-super', 'approver-group', 'everyone'],
  'processor-group': ['approver-super', 'approver-group', 'everyone'],
  'admin-super': ['approver-super'],
  'requester-eastside': ['approver-super', 'approver-eastside', 'everyone-eastside'],
}

onBothDatabases('user lists on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  test.each([
    ['admin-super', people.map(({ name }) => name)],
    ['admin-group', northwest],
    ['admin-dealership', toyota],
    ['admin-department', service],
    ['admin-eastside', eastside],
  ] as const)('shows user %s only the users within their scope, newest first', async (name, expected) => {
    const { data } = await (await world.as(name)).call(endpoints.list)
    const ids = data.map(({ id }) => id)
    expect(data.map(({ email }) => email).sort()).toEqual(expected.map(emailOf).sort())
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })

  test('shows a user’s roles, scope, and names, and never a password', async () => {
    const reply = await (await world.as('admin-group')).call(endpoints.list)
    const find = (name: PersonName) => reply.data.find(({ email }) => email === emailOf(name))
    const { places } = world.ids
    expect(find('requester-department')).toMatchObject({
      username: emailOf('requester-department'),
      role_ids: [2],
      role_names: ['Requester'],
      primary_role: 2,
      access_level: '3',
      dealer_group_name: 'Northwest Auto Group',
      dealership_ids: [places['NWG/TOY']],
      dealership_name: ['Dealership TOY'],
      department_ids: [places['NWG/TOY/SVC']],
      department_name: ['SVC'],
      active: true,
    })
    expect(find('everyone')?.role_names).toEqual(['Admin', 'Requester', 'Approver', 'Processor'])
    expect(find('inactive')?.active).toBe(false)
    expect(reply.text).not.toMatch(/argon2|password_hash/)
  })

  test.each(['requester-group', 'approver-super', 'processor-group'] as const)(
    'refuses to list users for user %s',
    async (name) => {
      const reply = await (await world.as(name)).call(endpoints.list)
      expect([reply.status, reply.error.code]).toEqual([403, 'FORBIDDEN'])
    },
  )

  test.each(Object.entries(approversFor))(
    'offers user %s only the approvers whose scope covers the user’s scope',
    async (name, expected) => {
      const { data } = await (await world.as(name as PersonName)).call(endpoints.approvers)
      expect(data.map((person) => person.name).sort()).toEqual(expected.map((approver) => `${approver} Tester`).sort())
    },
  )
})
