import { placeOf } from '@check-requests/domain/access/scope.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listApprovers, listApproversFor } from '../access/pending-accounts/queries/approvers.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { startWorld, type World } from '../testing/world.ts'

const now = '2026-11-20T15:00:00.000Z'

onBothDatabases('approvers loaded for a request on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const place = () => {
    const { places } = world.ids
    return placeOf({
      dealer_group_id: places.NWG,
      dealership_id: places['NWG/HON'],
      department_id: places['NWG/HON/SVC'],
    })
  }
  const idOf = (name: PersonName) => world.ids.people[name]
  const everywhere = ['approver-super', 'approver-group', 'everyone'] as const

  test('loads the approvers whose scope covers the location', async () => {
    const { read } = world.database
    const here = (await listApproversFor(read, place(), now, [])).map(({ userId }) => userId)
    const all = (await listApprovers(read, world.ids.places.NWG, now)).map(({ userId }) => userId)
    expect(here.toSorted()).toEqual(everywhere.map(idOf).toSorted())
    expect(all).toEqual(expect.arrayContaining(here))
    expect(all).toContain(idOf('approver-dealership'))
  })

  test('loads delegates from any location', async () => {
    const standIn = { fromId: idOf('approver-group'), toId: idOf('approver-dealership'), dealershipIds: [] }
    const people = await listApproversFor(world.database.read, place(), now, [standIn])
    expect(people.map(({ userId }) => userId).toSorted()).toEqual(
      [...everywhere, 'approver-dealership' as const].map(idOf).toSorted(),
    )
  })

  test('loads an approver whose scope in force covers the location while a different scope is pending', async () => {
    const { places } = world.ids
    const userId = idOf('approver-department')
    const scope = { level: 2, dealerGroupId: places.NWG, dealershipIds: [places['NWG/HON']], departmentIds: [] }
    const waiting = {
      user_id: userId,
      dealer_group_id: places.NWG,
      changes: '["scope"]',
      scope_in_force: JSON.stringify(scope),
      asked_by: '[]',
      asked_at: now,
    }
    await world.database.transact((trx) => trx.insertInto('account_confirmations').values(waiting).execute())
    const people = await listApproversFor(world.database.read, place(), now, [])
    expect(people.map((person) => person.userId)).toContain(userId)
  })
})
