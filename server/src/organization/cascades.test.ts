import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { organizationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finishPendingDeletions, system } from '../operation/removal/commands/remove-place.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { bring, raise } from '../testing/requests.ts'
import { vouchForAll } from '../testing/templates.ts'
import { startWorld, type World } from '../testing/world.ts'

onBothDatabases('deleting a place on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const isGone = async (id: number) =>
    (await (await world.as('admin-super')).call(checkRequestEndpoints.detail, { params: { id } })).status === 404
  const deletions = async () => {
    const admin = await world.as('admin-super')
    const query = { action: 'check-request.delete', limit: 200 }
    return (await admin.call(auditEndpoints.list, { query })).data.items
  }

  test('deletes a department with its requests, and keeps a snapshot of each request in the audit trail', async () => {
    const removed = await raise(world, 'requester-group', 'NWG/TOY/SAL', { notes: 'Remember me' })
    const kept = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    await bring(world, removed.id, 4)
    const admin = await world.as('admin-group')
    const reply = await admin.call(endpoints.removeDepartment, { params: { id: world.ids.places['NWG/TOY/SAL'] } })
    expect([reply.status, reply.message, reply.data.requests_left]).toEqual([200, 'Department removed.', 0])
    expect([await isGone(removed.id), await isGone(kept.id)]).toEqual([true, false])
    const entry = (await deletions()).find(({ entity_id }) => entity_id === removed.id)
    expect(entry).toMatchObject({
      actor_name: 'admin-group Tester',
      label: removed.request_number,
      before: {
        notes: 'Remember me',
        amount_cents: 125_050,
        status_id: 4,
        history: [{ action: 'created' }, { status_id: 3 }, { status_id: 4 }],
      },
    })
  })

  test('deletes a dealership with its departments and requests, and logs out its users', async () => {
    const { id } = await raise(world, 'requester-department', 'NWG/TOY/SVC')
    const admin = await world.as('admin-group')
    const advisor = await world.as('requester-department')
    await admin.call(endpoints.removeDealership, { params: { id: world.ids.places['NWG/TOY'] } })
    expect(await isGone(id)).toBe(true)
    const codes = (await admin.call(endpoints.departments)).data.map(({ dealership_code }) => dealership_code)
    expect(codes).not.toContain('TOY')
    expect((await advisor.call(sessionEndpoints.current)).status).toBe(401)
  })

  test('frees the code of a deleted dealership', async () => {
    const admin = await world.as('admin-group')
    const place = { address: 'a', city: 'b', state: 'OR', zip: '12345', phone: '(503) 555-0100' }
    const body = { dealer_group_id: world.ids.places.NWG, name: 'Toyota again', code: 'TOY', ...place }
    expect((await admin.call(endpoints.createDealership, { body })).status).toBe(201)
  })

  test('finishes a deletion that a shutdown interrupted at the next start', async () => {
    const { id } = await raise(world, 'requester-honda', 'NWG/HON/SVC')
    const places = [world.ids.places['NWG/HON/SVC']]
    await world.database.transact((trx) =>
      trx
        .updateTable('departments')
        .set({ deleted_at: '2026-11-21T00:00:00.000Z' })
        .where('id', 'in', places)
        .execute(),
    )
    await vouchForAll(world.database)
    expect(await isGone(id)).toBe(false)
    await finishPendingDeletions(world.services, system)
    expect(await isGone(id)).toBe(true)
    expect((await deletions()).find(({ entity_id }) => entity_id === id)?.actor_name).toBe('System')
  })

  test('deletes many requests of a dealership in several transactions until none is left', async () => {
    const admin = await world.as('admin-group')
    const { NWG: dealer_group_id, 'NWG/HON': dealership_id } = world.ids.places
    const body = { name: 'Big', code: 'BIG', dealer_group_id, dealership_id }
    const { data } = await admin.call(endpoints.createDepartment, { body })
    const place = { department_id: data.id }
    const raiseMany = () => Array.from({ length: 60 }, () => raise(world, 'requester-group', 'NWG/HON', place))
    await Promise.all(raiseMany())
    await Promise.all(raiseMany())
    const reply = await admin.call(endpoints.removeDepartment, { params: { id: data.id } })
    expect(reply.text).toContain('"requests_left":0')
    const left = world.database.read.selectFrom('check_requests').select('id').where('department_id', '=', data.id)
    expect(await left.execute()).toEqual([])
    expect((await admin.call(auditEndpoints.verify)).data.intact).toBe(true)
  })

  test('deletes a dealer group with all of its data, and keeps the audit trail and counters correct', async () => {
    const raised = [
      await raise(world, 'requester-eastside', 'EAS'),
      await raise(world, 'requester-eastside', 'EAS/KIA/SVC'),
    ]
    const admin = await world.as('admin-super')
    const requester = await world.as('requester-eastside')
    await admin.call(endpoints.removeGroup, { params: { id: world.ids.places.EAS } })
    for (const { id } of raised) expect(await isGone(id)).toBe(true)
    expect((await requester.call(sessionEndpoints.current)).status).toBe(401)
    const users = (await admin.call(userEndpoints.list)).data
    expect(users.filter(({ dealer_group_id }) => dealer_group_id === world.ids.places.EAS)).toEqual([])
    expect((await admin.call(endpoints.dealerGroups)).data.map(({ code }) => code)).toEqual(['NWG'])
    expect((await admin.call(auditEndpoints.verify)).data).toMatchObject({ intact: true, mismatches: [] })
    const counters = world.database.read.selectFrom('place_counters').select('amount')
    const left = await counters.where('dealer_group_id', '=', world.ids.places.EAS).execute()
    expect(left.filter(({ amount }) => amount !== 0)).toEqual([])
  })
  test('refuses to delete a location once a check was written for one of its requests with or without a bank account', async () => {
    const admin = await world.as('admin-super')
    const { NWG: dealer_group_id, 'NWG/HON': dealership_id } = world.ids.places
    const body = { name: 'Books', code: 'BKS', dealer_group_id, dealership_id }
    const { id: department_id } = (await admin.call(endpoints.createDepartment, { body })).data
    const [other, written] = [
      await raise(world, 'requester-group', 'NWG/HON', { department_id }),
      await raise(world, 'requester-group', 'NWG/HON', { department_id }),
    ]
    await bring(world, written.id, 5)
    for (const [remove, id, name] of [
      [endpoints.removeGroup, dealer_group_id, 'dealer group'],
      [endpoints.removeDealership, dealership_id, 'dealership'],
      [endpoints.removeDepartment, department_id, 'department'],
    ] as const) {
      const kept = await admin.call(remove, { params: { id } })
      expect([kept.status, kept.message]).toEqual([
        409,
        `This ${name} can’t be deleted because checks were drawn for it. Deactivate it instead.`,
      ])
    }
    expect([await isGone(other.id), await isGone(written.id)]).toEqual([false, false])

    // Version 1.0.0 started to delete such places and then failed on the request with a check.
    await world.database.transact((trx) =>
      trx
        .updateTable('departments')
        .set({ deleted_at: '2026-11-21T00:00:00.000Z' })
        .where('id', '=', department_id)
        .execute(),
    )
    await vouchForAll(world.database)
    await finishPendingDeletions(world.services, system)
    expect([await isGone(other.id), await isGone(written.id)]).toEqual([true, false])
  })
})
