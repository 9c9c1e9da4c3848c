import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { startWorld, type World } from '../testing/world.ts'

const anId = expect.any(Number)
const aMoment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const address = { address: '1 Main Street', city: 'Bend', state: 'OR', zip: '97701', phone: '(541) 555-0100' }

// These are the calls in the specification, each with path, body, and complete response (R202 to R209, R218).
onOneDatabase('the organization API on $name', (kind) => {
  let world: World
  let admin: Client
  beforeAll(async () => {
    world = await startWorld(kind)
    admin = await world.as('admin-super')
  })
  afterAll(() => world.close())

  /** The response status and body for a super admin's call. */
  async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
    const reply = await admin.send(method, `/api/v1${path}`, { body })
    return [reply.status, reply.body]
  }

  const done = (message: string, data: unknown) => ({ success: true, message, data })
  const refused = (fields: Record<string, string>) => ({
    success: false,
    message: expect.any(String),
    error: { code: 'INVALID_FIELDS', fields },
  })

  async function idOf(path: string, body: object): Promise<number> {
    return (await admin.send('POST', `/api/v1${path}`, { body })).body.data.id
  }

  const addGroup = (code: string) => idOf('/dealer-groups', { name: 'Added', code, settings: null })
  const addDealership = (dealer_group_id: number) =>
    idOf('/dealerships', { dealer_group_id, name: 'Added', code: 'ADD', ...address, settings: null })

  test('answers calls that list, create, change, and delete dealer groups as specified', async () => {
    const group = {
      id: anId,
      name: 'Cascade Motors',
      code: 'CAS',
      settings: {
        separation_of_duties: true,
        account_confirmation: true,
        idle_hours: 72,
        reminder_days: 2,
        discreet_mails: false,
        time_zone: 'America/New_York',
      },
    }
    const body = { name: 'Cascade Motors', code: 'CAS', settings: null }
    const created = await call('POST', '/dealer-groups', body)
    expect(created).toMatchObject([201, done('Dealer Group created', group)])
    const id = await idOf('/dealer-groups', { ...body, code: 'OTH' })
    const changed = await call('PUT', `/dealer-groups/${id}`, { name: 'Coast Motors' })
    expect(changed).toMatchObject([
      200,
      done('Dealer Group updated', { ...group, id, name: 'Coast Motors', code: 'OTH' }),
    ])
    const listed = await call('GET', '/dealer-groups')
    expect(listed).toMatchObject([200, done('Dealer groups', expect.arrayContaining([expect.objectContaining(group)]))])
    expect(await call('DELETE', `/dealer-groups/${id}`)).toMatchObject([200, done('Dealer Group removed.', { id })])
    expect(await call('DELETE', `/dealer-groups/${id}`)).toMatchObject([404, { success: false }])
  })

  test('answers calls that list, create, change, and delete dealerships as specified', async () => {
    const dealer_group_id = world.ids.places.EAS
    const sent = { dealer_group_id, name: 'Cascade Ford', code: 'FRD', ...address, settings: null }
    const dealership = {
      ...sent,
      id: anId,
      dealership_id: anId,
      dealer_group_name: 'Eastside Motors',
      is_active: true,
      created_at: aMoment,
    }
    const created = await call('POST', '/dealerships', sent)
    expect(created).toMatchObject([201, done('Dealership created', dealership)])
    const { data } = (await admin.send('GET', '/api/v1/dealerships')).body
    const listed = data.find((row: typeof dealership) => row.code === 'FRD')
    expect(listed).toMatchObject({ ...dealership, dealership_id: listed.id })
    const changes = { name: 'Cascade Kia', is_active: false }
    const changed = await call('PUT', `/dealerships/${listed.id}`, changes)
    expect(changed).toMatchObject([200, done('Dealership updated', { ...dealership, id: listed.id, ...changes })])
    const { id } = listed
    expect(await call('DELETE', `/dealerships/${id}`)).toMatchObject([200, done('Dealership removed.', { id })])
    expect(await call('DELETE', `/dealerships/${id}`)).toMatchObject([404, { success: false }])
  })

  test('answers calls that list, create, change, and delete departments as specified', async () => {
    const dealer_group_id = await addGroup('DEP')
    const dealership_id = await addDealership(dealer_group_id)
    const sent = { dealership_id, dealer_group_id, name: 'Body Shop', code: 'BDY' }
    const names = {
      dealership_name: 'Added',
      dealer_group_name: 'Added',
      dealership_code: 'ADD',
      dealer_group_code: 'DEP',
    }
    const department = { ...sent, ...names, id: anId }
    const created = await call('POST', '/departments', sent)
    expect(created).toMatchObject([201, done('Department created', department)])
    const { data } = (await admin.send('GET', '/api/v1/departments')).body
    const listed = data.find((row: typeof department) => row.code === 'BDY')
    expect(listed).toMatchObject(department)
    const { id } = listed
    const changed = await call('PUT', `/departments/${id}`, { name: 'Paint Shop' })
    expect(changed).toMatchObject([200, done('Department updated', { ...department, id, name: 'Paint Shop' })])
    expect(await call('DELETE', `/departments/${id}`)).toMatchObject([200, done('Department removed.', { id })])
    expect(await call('DELETE', `/departments/${id}`)).toMatchObject([404, { success: false }])
  })

  test('answers calls that list and change purposes and delivery methods as specified', async () => {
    const purpose = { id: 1, name: 'Customer refund', description: null, payment_for: 'Customer' }
    const purposes = done('Purposes', expect.arrayContaining([expect.objectContaining(purpose)]))
    expect(await call('GET', '/purposes')).toMatchObject([200, purposes])
    const renamed = { ...purpose, name: 'Refund', description: 'Overpaid' }
    const { name, description } = renamed
    expect(await call('PUT', '/purposes/1', { name, description })).toMatchObject([
      200,
      done('Purpose updated', renamed),
    ])
    const method = { id: 3, name: 'FedEx Overnight' }
    const methods = done('Delivery methods', expect.arrayContaining([expect.objectContaining(method)]))
    expect(await call('GET', '/delivery-methods')).toMatchObject([200, methods])
    const changed = done('Delivery method updated', { id: 3, name: 'FedEx' })
    expect(await call('PUT', '/delivery-methods/3', { name: 'FedEx' })).toMatchObject([200, changed])
  })

  test.each([
    ['/dealer-groups', ['Name', 'Code']],
    ['/departments', ['Name', 'Code', 'Dealer Group', 'Dealership']],
    ['/dealerships', ['Name', 'Code', 'Dealer Group', 'Address', 'City', 'State', 'ZIP Code', 'Phone']],
  ])('names each required field when POST %s has no values', async (path, labels) => {
    const fieldOf: Record<string, string> = {
      'Dealer Group': 'dealer_group_id',
      Dealership: 'dealership_id',
      'ZIP Code': 'zip',
    }
    const fields = labels.map((label) => [fieldOf[label] ?? label.toLowerCase(), `${label} is required`])
    expect(await call('POST', path, {})).toEqual([422, refused(Object.fromEntries(fields))])
  })
})
