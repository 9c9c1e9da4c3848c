import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, signed } from '../testing/checks.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { move } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const [mail, pickUp] = [1, 2]

onOneDatabase('checks meant to be mailed on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world)
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const processor = (name: PersonName = 'processor-group') => world.as(name, 'processor')
  const divert = async (id: number, name: PersonName, said: object = {}, role: 'approver' | 'processor' = 'approver') =>
    (await world.as(name, role)).call(leavingEndpoints.divert, {
      params: { id },
      body: { delivery_method_id: pickUp, reason: 'Its mail was returned twice', ...said },
    })
  const choose = async (id: number, delivery_method_id: number) =>
    (await processor()).call(endpoints.update, { params: { id }, body: { delivery_method_id } as never })
  const handOver = async (id: number, name?: PersonName) =>
    (await processor(name)).call(checkEndpoints.handOver, {
      params: { id },
      body: {
        kind: 'picked up',
        receiver: 'A driver of the payee',
        identification: 'Passport',
        identification_last4: '4711',
        signature: [[[1, 2]]],
      },
    })
  const ready = async () => {
    const request = await approved(world)
    const [check] = await signed(world, account, [request])
    await move(await processor(), request.id, 6)
    return { id: request.id, checkId: check?.id ?? 0 }
  }
  const detail = async (id: number) => (await (await processor()).call(endpoints.detail, { params: { id } })).data

  test('requires an approver to allow the handover, and another user to hand over the check', async () => {
    const { id, checkId } = await ready()
    expect((await handOver(checkId)).message).toMatch(/^The request for check \d+ was approved for mailing/)
    const own = await choose(id, pickUp)
    expect([own.status, own.message]).toEqual([409, expect.stringMatching(/^This request was approved for mailing/)])
    expect((await divert(id, 'processor-group', {}, 'processor')).status).toBe(403)
    expect((await divert(id, 'everyone', { reason: ' ' })).status).toBe(422)
    expect((await divert(id, 'everyone', { delivery_method_id: mail })).error.fields?.delivery_method_id).toMatch(
      /^Choose a delivery method other than mail/,
    )
    expect((await divert(id, 'everyone', { delivery_method_id: 99 })).status).toBe(422)
    const done = await divert(id, 'everyone')
    expect([done.status, done.data.action, done.data.note]).toEqual([201, 'diverted', 'Its mail was returned twice'])
    expect(await detail(id)).toMatchObject({
      delivery_method_id: pickUp,
      mailing_method: null,
      check: { diverted_by_id: world.ids.people.everyone },
    })
    expect((await divert(id, 'everyone')).message).toMatch(/isn’t to be mailed/)
    const barred = await handOver(checkId, 'everyone')
    expect([barred.status, barred.message]).toEqual([409, expect.stringMatching(/someone else has to hand it over/)])
    expect((await handOver(checkId)).data.state).toBe('issued')
  })

  test('refuses a handover after the delivery method is set back to mail', async () => {
    const { id, checkId } = await ready()
    await divert(id, 'approver-group')
    expect((await choose(id, mail)).status).toBe(200)
    expect((await detail(id)).check).not.toHaveProperty('diverted_by_id')
    expect((await choose(id, pickUp)).status).toBe(409)
    expect((await handOver(checkId)).status).toBe(409)
    const mailed = { params: { id: checkId }, body: { kind: 'mailed' } } as const
    expect((await (await processor()).call(checkEndpoints.handOver, mailed)).status).toBe(200)
  })

  test('refuses a change to pickup on the move to Ready until an approver allows the handover', async () => {
    const request = await approved(world)
    await signed(world, account, [request])
    const client = await processor()
    const { version } = await detail(request.id)
    const body = { status_id: 6, delivery_method_id: pickUp, version }
    const refused = await client.call(endpoints.changeStatus, { params: { id: request.id }, body })
    expect([refused.status, refused.message]).toEqual([
      409,
      expect.stringMatching(/an approver must allow the handover/),
    ])
    expect((await divert(request.id, 'approver-group')).status).toBe(201)
    expect((await move(client, request.id, 6)).status).toBe(201)
  })

  test('lets processors change mail to pickup where no bank account is set up', async () => {
    const request = await approved(world, {}, 'NWG/HON/SVC')
    expect((await divert(request.id, 'approver-group')).message).toMatch(/^No bank account is set up/)
    const client = await processor()
    for (const status of [4, 5, 6]) await move(client, request.id, status, status - 1)
    expect((await choose(request.id, pickUp)).status).toBe(200)
  })
})
