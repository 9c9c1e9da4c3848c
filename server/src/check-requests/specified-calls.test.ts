import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { bodyAt, bring, raise, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const anId = expect.any(Number)
const aMoment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

// Each call has the path and body from the specification; the tests compare the whole response (R210 to R217, R116).
onOneDatabase('specified request calls on $name', (kind) => {
  let world: World
  let requester: Client
  beforeAll(async () => {
    world = await startWorld(kind)
    requester = await world.as('requester-department')
  })
  afterAll(() => world.close())

  const done = (message: string, data: unknown) => ({ success: true, message, data })

  /** All fields that the specification sends on create and update (R114), plus those that its form omits (B2). */
  function formOf(request_number: string) {
    const { people, places } = world.ids
    return {
      requester_id: people['requester-department'],
      dealer_group_id: places.NWG,
      dealership_id: places['NWG/TOY'],
      department_id: places['NWG/TOY/SVC'],
      purpose_id: 21,
      delivery_method_id: 3,
      status_id: 1,
      request_number,
      amount: 1250.5,
      payee_type: 'individual',
      payee_sub_type: 'customer',
      payee_name_1: 'Zoë O’Neil',
      payee_name_2: 'Max O’Neil',
      memo_line: 'Refund',
      due_date: '2026-12-24',
      priority_level: 'critical',
      vin_last_digits: 'AB1234',
      po_purchase_no: 'PO-1',
      mailing_method: 'UPS',
      delivery_method_other: null,
      purpose_other: 'Raffle prize',
      mailing_address: '1 Main Street',
      notes: 'Call first.',
    }
  }

  /** All fields that the specification reads (R116) from a request just created with these values. */
  function shownOf({ requester_id, ...sent }: ReturnType<typeof formOf>, id: number) {
    return {
      ...sent,
      id,
      status_name: 'request',
      status_history: [
        { user_name: 'requester-department Tester', timestamp: aMoment, status_name: 'request', note: null },
      ],
      requester_name: 'requester-department Tester',
      dealer_group_name: 'Northwest Auto Group',
      dealership_name: 'Dealership TOY',
      department_name: 'SVC',
      purpose_name: 'other',
      request_date: aMoment,
      created_at: aMoment,
      cleared_date: null,
      check_number: null,
      delivery_method_name: 'FedEx Overnight',
      tracking_number: null,
    }
  }

  const nextNumber = async () => {
    const { NWG: dealer_group_id, 'NWG/TOY': dealership_id, 'NWG/TOY/SVC': department_id } = world.ids.places
    const query = { dealer_group_id, dealership_id, department_id }
    return (await requester.send('GET', '/api/v1/check-requests/next-number', { query })).body.data.request_number
  }

  test('creates a request with status 201 and an id, and returns it with every specified field', async () => {
    const sent = formOf(await nextNumber())
    const created = await requester.send('POST', '/api/v1/check-requests/create-check-req', { body: sent })
    expect(created.status).toBe(201)
    const { request_number } = sent
    expect(created.body).toMatchObject(done('Check Request Submitted', { id: anId, request_number }))
    const { id } = created.body.data
    const read = await requester.send('GET', `/api/v1/check-requests/${id}`)
    expect(read.status).toBe(200)
    expect(read.body).toMatchObject(done('Check request', shownOf(sent, id)))
  })

  test('updates the specified fields, keeps the number, and stores null values', async () => {
    const { id, request_number } = await raiseTo(world, 9, 'requester-department', 'NWG/TOY/SVC')
    const blank = {
      purpose_other: null,
      notes: null,
      vin_last_digits: null,
      mailing_method: null,
      mailing_address: null,
    }
    const other = { purpose_id: 10, delivery_method_id: 4, delivery_method_other: 'Ask for Jo' }
    const sent = { ...formOf(request_number), ...blank, ...other }
    const updated = await requester.send('PUT', `/api/v1/check-requests/${id}`, { body: sent })
    expect(updated.status).toBe(200)
    expect(updated.body).toMatchObject(done('Check Request Updated', { id, request_number }))
    const read = await requester.send('GET', `/api/v1/check-requests/${id}`)
    expect(read.body.data).toMatchObject({ ...sent, status_name: 'request' })
  })

  test('accepts an update and delivery details inside a data field', async () => {
    const raised = await raiseTo(world, 9, 'requester-department', 'NWG/TOY/SVC')
    const data = formOf(raised.request_number)
    const path = `/api/v1/check-requests/${raised.id}`
    const updated = await requester.send('PUT', path, { body: { data } })
    expect([updated.status, updated.body.message]).toEqual([200, 'Check Request Updated'])
    expect((await requester.send('GET', path)).body.data).toMatchObject({ ...data, status_name: 'request' })
    const ready = await raiseTo(world, 6, 'requester-department', 'NWG/TOY/SVC')
    const processor = await world.as('processor-group')
    const details = { delivery_method_id: 1, mailing_method: 'FedEx', tracking_number: '7749 22' }
    const changed = await processor.send('PUT', `/api/v1/check-requests/${ready.id}`, { body: { data: details } })
    expect([changed.status, changed.body.message]).toEqual([200, 'Check delivery details updated'])
    expect((await processor.send('GET', `/api/v1/check-requests/${ready.id}`)).body.data).toMatchObject(details)
  })

  test.each([
    ['another field next to data', { data: { priority_level: 'urgent' }, message: null }],
    ['a list in data', { data: [] }],
    ['a text in data', { data: 'urgent' }],
  ])('rejects a body with %s', async (_, body) => {
    const { id } = await raise(world, 'requester-department', 'NWG/TOY/SVC')
    const refused = await requester.send('PATCH', `/api/v1/check-requests/${id}/change-priority`, { body })
    expect([refused.status, refused.body.message]).toEqual([400, 'Unknown field: data. Remove it.'])
  })

  test('accepts delivery details at the path for updates when a request is Ready', async () => {
    const { id, request_number } = await raiseTo(world, 6, 'requester-department', 'NWG/TOY/SVC')
    const details = {
      delivery_method_id: 1,
      mailing_method: 'FedEx',
      tracking_number: '7749 22',
      delivery_method_other: null,
    }
    const processor = await world.as('processor-group')
    const updated = await processor.send('PUT', `/api/v1/check-requests/${id}`, { body: details })
    expect(updated.status).toBe(200)
    expect(updated.body).toMatchObject(done('Check delivery details updated', { id, request_number }))
    const read = await processor.send('GET', `/api/v1/check-requests/${id}`)
    expect(read.body.data).toMatchObject({ ...details, delivery_method_name: 'USPS Mail' })
  })

  test('returns the whole list as an array of requests with histories', async () => {
    const { id } = await raise(world, 'requester-honda', 'NWG/HON')
    const client = await world.as('requester-honda')
    const list = await client.send('GET', '/api/v1/check-requests/by-user')
    expect(list.status).toBe(200)
    expect(list.body).toMatchObject(done('Check requests', [{ id, status_id: 1, payee_name_1: 'Harbor Paint Supply' }]))
    const { data } = (await client.send('GET', `/api/v1/check-requests/${id}`)).body
    const { created_by_id, last_editor_id, hands, separation_of_duties, hold, ...same } = data
    expect(list.body.data).toMatchObject([same])
    expect(same.status_history).toMatchObject([{ user_name: 'requester-honda Tester', status_name: 'request' }])
  })

  test('deletes a request with status 200 and returns 404 for it afterward', async () => {
    const { id, request_number } = await raise(world, 'requester-department', 'NWG/TOY/SVC')
    const removed = await requester.send('DELETE', `/api/v1/check-requests/${id}`)
    expect([removed.status, removed.body]).toEqual([200, done('Check Req deleted...', { id, request_number })])
    const again = await requester.send('GET', `/api/v1/check-requests/${id}`)
    expect([again.status, again.body.success, again.body.data]).toEqual([404, false, undefined])
  })

  test('accepts a message, a priority, and a status in a priority change', async () => {
    const { id, request_number } = await raise(world, 'requester-department', 'NWG/TOY/SVC')
    const body = { message: 'The payee waits.', priority_level: 'urgent', status_id: 1 }
    const changed = await requester.send('PATCH', `/api/v1/check-requests/${id}/change-priority`, { body })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject(done('Priority Updated.', { id, request_number }))
    const { data } = (await requester.send('GET', `/api/v1/check-requests/${id}`)).body
    expect([data.priority_level, data.status_history.at(-1).note]).toEqual(['urgent', body.message])
  })

  test('responds to a status change with status 201 and the new history entry', async () => {
    const { id } = await raise(world, 'requester-department', 'NWG/TOY/SVC')
    await bring(world, id, 4)
    const path = `/api/v1/status/check-request-history/${id}`
    const processor = await world.as('processor-group')
    const body = { status_id: 5, note: 'Signed twice', check_number: '880123' }
    const changed = await processor.send('POST', path, { body })
    const entry = {
      id: anId,
      ...body,
      status_name: 'signed',
      user_id: world.ids.people['processor-group'],
      user_name: 'processor-group Tester',
      role: 'Processor',
      timestamp: aMoment,
    }
    expect(changed.status).toBe(201)
    expect(changed.body).toMatchObject(done('Comment Added', entry))
    const history = await requester.send('GET', `${path}/history`)
    expect(history.status).toBe(200)
    expect(history.body).toMatchObject(done('History', expect.any(Array)))
    const names = ['request', 'approved', 'printed', 'signed']
    expect(history.body.data.map((row: { status_name: string }) => row.status_name)).toEqual(names)
    expect(history.body.data.at(-1)).toEqual(changed.body.data)
  })

  test('returns a message and no data when a call fails', async () => {
    const path = '/api/v1/check-requests/create-check-req'
    const nobody = await world.anyone.send('POST', path, { body: bodyAt(world.ids, 'NWG') })
    expect([nobody.status, nobody.body]).toEqual([
      401,
      { success: false, message: 'Unauthorized access...', error: { code: 'UNAUTHENTICATED' } },
    ])
    const blank = await requester.send('POST', path, { body: bodyAt(world.ids, 'NWG/TOY/SVC', { payee_name_1: ' ' }) })
    expect(blank.status).toBe(422)
    expect(blank.body).toEqual({
      success: false,
      message: expect.stringMatching(/\S/),
      error: { code: expect.any(String), fields: { payee_name_1: 'Payee name is required' } },
    })
    const sent = await requester.send('POST', path, { body: { ...formOf('preview'), status_id: 3 } })
    expect([sent.status, Object.keys(sent.body.error.fields)]).toEqual([422, ['status_id']])
  })
})
