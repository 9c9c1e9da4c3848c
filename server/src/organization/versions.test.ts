import { organizationEndpoints as organization } from '@check-requests/domain/organization/endpoints.ts'
import { userEndpoints as users } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { emailOf } from '../testing/organization.ts'
import { startWorld, type World } from '../testing/world.ts'

/** Something that users can edit: how to read it, change one field, and, if possible, delete it. */
interface Resource {
  readonly name: string
  /** The changed field, as named in the message. */
  readonly field: string
  read(admin: Client): Promise<{ id: number; version: number }>
  change(admin: Client, id: number, text: string, version?: number): ReturnType<Client['call']>
  remove?(admin: Client, id: number, version: number): ReturnType<Client['call']>
}

const named = (version?: number) => (version === undefined ? {} : { version })

async function newest<Row extends { id: number; version: number }>(reply: Promise<{ data: Row[] }>): Promise<Row> {
  const { data } = await reply
  return data.toSorted((one, other) => other.id - one.id)[0] as Row
}

const resources: Resource[] = [
  {
    name: 'department',
    field: 'name',
    read: (admin) => newest(admin.call(organization.departments)),
    change: (admin, id, name, version) =>
      admin.call(organization.updateDepartment, { params: { id }, body: { name, ...named(version) } }),
    remove: (admin, id, version) => admin.call(organization.removeDepartment, { params: { id }, body: { version } }),
  },
  {
    name: 'dealership',
    field: 'city',
    read: (admin) => newest(admin.call(organization.dealerships)),
    change: (admin, id, city, version) =>
      admin.call(organization.updateDealership, { params: { id }, body: { city, ...named(version) } }),
    remove: (admin, id, version) => admin.call(organization.removeDealership, { params: { id }, body: { version } }),
  },
  {
    name: 'dealer group',
    field: 'name',
    read: (admin) => newest(admin.call(organization.dealerGroups)),
    change: (admin, id, name, version) =>
      admin.call(organization.updateGroup, { params: { id }, body: { name, ...named(version) } }),
    remove: (admin, id, version) => admin.call(organization.removeGroup, { params: { id }, body: { version } }),
  },
  {
    name: 'purpose',
    field: 'payment for',
    read: async (admin) => (await admin.call(organization.purposes)).data[3] as { id: number; version: number },
    change: (admin, id, payment_for, version) =>
      admin.call(organization.updatePurpose, { params: { id }, body: { payment_for, ...named(version) } }),
  },
  {
    name: 'delivery method',
    field: 'name',
    read: (admin) => newest(admin.call(organization.deliveryMethods)),
    change: (admin, id, name, version) =>
      admin.call(organization.updateDeliveryMethod, { params: { id }, body: { name, ...named(version) } }),
  },
  {
    name: 'user',
    field: 'title',
    read: (admin) => newest(admin.call(users.list)),
    change: (admin, id, title, version) => admin.call(users.update, { body: { id, title, ...named(version) } }),
    remove: (admin, id, version) => admin.call(users.remove, { body: { id, version } }),
  },
]

onBothDatabases('concurrent edits on $name', (kind) => {
  let world: World
  let admin: Client
  beforeAll(async () => {
    world = await startWorld(kind)
    admin = await world.as('admin-super')
  })
  afterAll(() => world.close())

  describe.each(resources)('a $name', (resource) => {
    test('increments the version with every change', async () => {
      const { id, version } = await resource.read(admin)
      const { status, data } = await resource.change(admin, id, 'First', version)
      expect({ status, data }).toMatchObject({ status: 200, data: { id, version: version + 1 } })
      expect(await resource.read(admin)).toMatchObject({ id, version: version + 1 })
    })

    test('refuses a change based on an older version, and names the newer change and its user', async () => {
      const { id, version } = await resource.read(admin)
      await resource.change(await world.logIn(emailOf('admin-super')), id, 'Second', version)
      const before = await resource.read(admin)
      const stale = await resource.change(admin, id, 'Third', version)
      expect(stale).toMatchObject({
        status: 409,
        message: `admin-super Tester changed this ${resource.name} (${resource.field}) in the meantime. Review it before you continue.`,
        error: { code: 'CONFLICT', current: { version: version + 1, updated_by: 'admin-super Tester' } },
      })
      expect(await resource.read(admin)).toEqual(before)
    })

    test('accepts a change without a version', async () => {
      const { id, version } = await resource.read(admin)
      expect((await resource.change(admin, id, 'Fourth')).status).toBe(200)
      expect(await resource.read(admin)).toMatchObject({ id, version: version + 1 })
    })

    test('accepts only one of two changes made to the same version at the same time', async () => {
      const { id, version } = await resource.read(admin)
      const replies = await Promise.all(['Fifth', 'Sixth'].map((text) => resource.change(admin, id, text, version)))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await resource.read(admin)).toMatchObject({ id, version: version + 1 })
    })

    const { remove } = resource
    if (!remove) return
    test('refuses a deletion based on an older version', async () => {
      const { id, version } = await resource.read(admin)
      await resource.change(admin, id, 'Seventh', version)
      expect((await remove(admin, id, version)).status).toBe(409)
      expect((await remove(admin, id, version + 1)).status).toBe(200)
      expect((await resource.read(admin)).id).not.toBe(id)
    })
  })
})
