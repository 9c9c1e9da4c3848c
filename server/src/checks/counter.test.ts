import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, signed } from '../testing/checks.ts'
import { eventsOf, noticesOf } from '../testing/inbox.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { move } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { watchCounter } from './commands/reminders.ts'

const day = 86_400_000

onBothDatabases('ready checks that aren’t picked up on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world)
  })
  afterAll(() => world.close())

  const processor = () => world.as('processor-group', 'processor')
  /** Runs the reminder job this many days later. */
  const watch = (days: number) => watchCounter({ ...world.services, clock: () => world.services.clock() + days * day })
  const notified = async (id: number, name: PersonName = 'processor-group') =>
    (await eventsOf(await world.as(name), id)).filter((event) => ['not-picked-up', 'to-mail'].includes(event))
  const ready = async () => {
    const request = await approved(world)
    const [check] = await signed(world, account, [request])
    await move(await processor(), request.id, 6)
    return { id: request.id, checkId: check?.id ?? 0 }
  }

  test('sends one pickup reminder after five days and one notice to mail the check after fifteen', async () => {
    const { id, checkId } = await ready()
    await watch(4)
    expect(await notified(id)).toEqual([])
    await watch(6)
    await watch(7)
    expect(await notified(id)).toEqual(['not-picked-up'])
    expect(await notified(id, 'approver-group')).toEqual([])
    expect(await notified(id, 'processor-eastside')).toEqual([])
    const [notice] = await noticesOf(await processor(), id)
    expect(notice?.text).toMatch(/^Check 1001 has been ready since .*no one has picked it up/)
    await watch(16)
    await watch(17)
    expect(await notified(id)).toEqual(['to-mail', 'not-picked-up'])
    const mailed = { params: { id: checkId }, body: { kind: 'mailed' } } as const
    expect((await (await processor()).call(checkEndpoints.handOver, mailed)).status).toBe(200)
    await watch(40)
    expect((await notified(id)).length).toBeLessThanOrEqual(2)
  })

  test('sends no notice while another request of the same check is on hold', async () => {
    const payee = { payee_name_1: 'Held Together' }
    const both = [await approved(world, { ...payee, amount: 11 }), await approved(world, { ...payee, amount: 12 })]
    const ids = both.map(({ id }) => id)
    const body = { bank_account_id: account.id, combine: [ids] }
    const { data: run } = await (await processor()).call(printRunEndpoints.make, { body })
    await (await processor()).call(printRunEndpoints.confirm, { params: { id: run.id }, body: {} })
    const check_ids = run.checks.map(({ id }) => id)
    await (await world.as('approver-super', 'approver')).call(checkEndpoints.sign, { body: { check_ids } })
    await move(await processor(), ids[0] ?? 0, 6)
    const held = { params: { id: ids[1] ?? 0 }, body: { reason: 'Call the payee' } }
    const approver = await world.as('approver-group', 'approver')
    await approver.call(checkRequestEndpoints.hold, held)
    await watch(30)
    expect(await notified(ids[0] ?? 0)).toEqual([])
    const lifted = { params: held.params, body: {} }
    await (await world.as('approver-super', 'approver')).call(checkRequestEndpoints.liftHold, lifted)
    await watch(30)
    expect(await notified(ids[0] ?? 0)).not.toEqual([])
  })

  test('sends no notice while the request is on hold or if the account has no reminder set', async () => {
    const { id } = await ready()
    const held = { params: { id }, body: { reason: 'Call the payee' } }
    await (await world.as('approver-group', 'approver')).call(checkRequestEndpoints.hold, held)
    await watch(30)
    expect(await notified(id)).toEqual([])
    const other = await ready()
    const changed = { pick_up_reminder_days: null, mail_task_days: 40 }
    const admin = await world.as('admin-group', 'admin')
    const reply = await admin.call(bankingEndpoints.update, { params: { id: account.id }, body: changed })
    expect(reply.data).toMatchObject({ ...changed, waiting: null })
    await watch(30)
    expect(await notified(other.id)).toEqual([])
    await watch(41)
    expect(await notified(other.id)).toEqual(['to-mail'])
  })
})
