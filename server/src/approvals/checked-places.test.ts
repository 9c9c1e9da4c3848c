import { delegationEndpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { addTitle, anyone, putInForce } from '../testing/policies.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { checkQueues } from './commands/check-queue.ts'

onBothDatabases('queue check on $name', (kind) => {
  let world: World
  let title: number
  beforeAll(async () => {
    world = await startWorld(kind)
    title = await addTitle(world, 'Controller', [])
    await raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1: 'Before the policy' })
    await putInForce(world, { rules: [], otherwise: { steps: [{ name: 'Approval', approvers: anyone }] } })
    for (const place of ['NWG/TOY/SVC', 'NWG/HON/SVC'] as const)
      await raise(world, 'requester-group', place, { payee_name_1: place })
    await checkQueues(world.services)
  })
  afterAll(() => world.close())

  /** Marks every queue row as reminded. The next check clears the mark on each row that it writes again. */
  async function forget(): Promise<void> {
    await world.database.transact((trx) =>
      trx.updateTable('approval_queue').set({ reminded_at: '2026-11-20T15:00:00.000Z' }).execute(),
    )
  }
  async function lookedAt(): Promise<string[]> {
    await checkQueues(world.services)
    const rows = await world.database.read
      .selectFrom('approval_queue as q')
      .innerJoin('check_requests as r', 'r.id', 'q.check_request_id')
      .select('r.payee_name_1')
      .where('q.reminded_at', 'is', null)
      .orderBy('r.id')
      .execute()
    return rows.map(({ payee_name_1 }) => payee_name_1)
  }
  async function hold(name: PersonName, ids: readonly number[]): Promise<void> {
    const body = { titles: ids.map((approval_title_id) => ({ approval_title_id })) }
    const params = { id: world.ids.people[name] }
    const reply = await (await world.as('admin-group', 'admin')).call(approvalEndpoints.holdTitles, { params, body })
    expect(reply.status).toBe(200)
    await world.database.transact((trx) => trx.updateTable('account_confirmations').set({ in_effect: 1 }).execute())
  }

  test('skips all requests when no user has changed and new requests have arrived', async () => {
    await forget()
    expect(await lookedAt()).toEqual([])
  })

  test('checks the locations covered by a changed user', async () => {
    await hold('approver-dealership', [title])
    expect(await lookedAt()).toEqual(['NWG/TOY/SVC'])
    await forget()
    await hold('approver-group', [title])
    expect(await lookedAt()).toEqual(['NWG/TOY/SVC', 'NWG/HON/SVC'])
  })

  test('checks a location whose first request arrived after the last check', async () => {
    await forget()
    await raise(world, 'requester-group', 'NWG/TOY/SAL', { payee_name_1: 'NWG/TOY/SAL' })
    await forget()
    expect(await lookedAt()).toEqual([])
    await hold('approver-department', [title])
    expect(await lookedAt()).toEqual(['NWG/TOY/SVC', 'NWG/TOY/SAL'])
  })

  test('checks all locations when a delegation begins', async () => {
    await forget()
    const body = {
      to_id: world.ids.people['approver-group'],
      starts_on: '2026-01-01',
      ends_on: '2026-12-31',
      reason: 'Away',
    }
    const absent = await world.as('approver-department', 'approver')
    expect((await absent.call(delegationEndpoints.create, { body })).status).toBe(201)
    expect(await lookedAt()).toEqual(['NWG/TOY/SVC', 'NWG/HON/SVC', 'NWG/TOY/SAL'])
  })

  test('checks all requests after a change in separation of duties and after an upgrade', async () => {
    const all = ['Before the policy', 'NWG/TOY/SVC', 'NWG/HON/SVC', 'NWG/TOY/SAL']
    await forget()
    await world.database.transact((trx) => trx.updateTable('dealer_groups').set({ separation_of_duties: 0 }).execute())
    expect(await lookedAt()).toEqual(all)
    for (const fingerprint of ['a1b2', '{"people":"a1","places":{},"rest":"b2"}']) {
      await forget()
      await world.database.transact((trx) => trx.updateTable('approval_checks').set({ fingerprint }).execute())
      expect(await lookedAt()).toEqual(all)
    }
  })
})
