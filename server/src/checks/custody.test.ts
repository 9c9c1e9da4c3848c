import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { handOverBody } from '@check-requests/domain/checks/fields.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { approved, openAccount, signed } from '../testing/checks.ts'
import type { Client } from '../testing/client.ts'
import { confirmControls } from '../testing/controls.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { move } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

type HandOverBody = z.input<typeof handOverBody>

onOneDatabase('check custody on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  let compared: BankAccountReply
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world)
    const dealership_ids = [world.ids.places['NWG/HON']]
    const other = { name: 'Compared', account_number: '11223344556', dealership_ids, positive_pay: 'checks' } as const
    compared = await openAccount(world, other)
    const forms = { positive_pay_template: shippedTemplates[0]?.template ?? null }
    const params = { id: compared.id }
    await (await world.as('admin-group', 'admin')).call(bankFileEndpoints.saveForms, { params, body: forms })
    await confirmControls(world)
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const processor = (name: PersonName = 'processor-group') => world.as(name, 'processor')
  const ready = async (on: BankAccountReply, place: 'NWG/TOY/SVC' | 'NWG/HON/SVC'): Promise<number> => {
    const request = await approved(world, { delivery_method_id: 2 }, place)
    const [check] = await signed(world, on, [request])
    await move(await processor(), request.id, 6)
    return check?.id ?? 0
  }
  const taken: HandOverBody = {
    kind: 'picked up',
    receiver: 'Someone Else',
    identification: 'Passport',
    identification_last4: '4711',
    signature: [[[1, 2]]],
  }
  const handOver = async (id: number, said: Partial<HandOverBody>) =>
    (await processor()).call(checkEndpoints.handOver, { params: { id }, body: { ...taken, ...said } })
  const ask = async (id: number, said: { receiver_user_id?: number; reason?: string }, name?: PersonName) =>
    (await processor(name)).call(checkEndpoints.askException, {
      params: { id },
      body: { reason: 'It is driving to the auction today', ...said },
    })
  const allow = async (id: number, name: PersonName, role: 'processor' | 'approver') =>
    (await world.as(name, role)).call(checkEndpoints.allowException, { params: { id }, body: {} })

  test('lets a requester or approver receive a check only with an exception that another user allows', async () => {
    const id = await ready(account, 'NWG/TOY/SVC')
    const requester = world.ids.people['requester-group']
    const approver = world.ids.people['approver-group']
    for (const receiver_user_id of [requester, approver])
      expect((await handOver(id, { receiver_user_id })).message).toMatch(/^The person who raised or approved a request/)
    expect((await handOver(id, { kind: 'given to requester' })).status).toBe(409)
    const outsider = world.ids.people['processor-eastside']
    expect((await ask(id, { receiver_user_id: outsider })).status).toBe(422)
    expect((await ask(id, { receiver_user_id: world.ids.people['processor-super'] })).message).toMatch(
      /needs no exception/,
    )
    expect((await ask(id, { receiver_user_id: requester, reason: ' ' })).status).toBe(422)

    const asked = (await ask(id, { receiver_user_id: requester })).data
    expect(asked.exception).toMatchObject({ receiver: { id: requester }, unknown_to_bank: false, allowed: null })
    expect((await handOver(id, { kind: 'given to requester' })).status).toBe(409)
    const own = await allow(id, 'processor-group', 'processor')
    expect([own.status, own.message]).toEqual([403, expect.stringMatching(/You requested the exception/)])
    const allowed = (await allow(id, 'approver-group', 'approver')).data
    expect(allowed.exception?.allowed?.by).toMatchObject({ id: approver })
    expect((await allow(id, 'approver-super', 'approver')).status).toBe(409)

    expect((await handOver(id, { receiver_user_id: approver })).status).toBe(409)
    const done = await handOver(id, { kind: 'given to requester' })
    expect([done.status, done.data.state, done.data.hand_over?.kind]).toEqual([200, 'issued', 'given to requester'])
    expect(done.data.events.map(({ act }) => act).slice(-3)).toEqual(['ask-exception', 'allow-exception', 'issue'])
    expect(done.data.events.find(({ act }) => act === 'ask-exception')?.note).toBe('It is driving to the auction today')
  })

  test('lets a super admin switch off custody rules once a second admin confirms', async () => {
    const admin = await world.as('admin-super', 'admin')
    const settingsOf = async (id: number) =>
      (await admin.call(organizationEndpoints.dealerGroups)).data.find((group) => group.id === id)?.settings
    const { NWG, EAS } = world.ids.places
    expect([(await settingsOf(NWG))?.custody, await settingsOf(EAS)]).toEqual([
      true,
      expect.not.objectContaining({ custody: true }),
    ])
    const change = async (client: Client, custody: boolean) =>
      client.call(organizationEndpoints.updateGroup, { params: { id: NWG }, body: { settings: { custody } } })
    expect((await change(await world.as('admin-group', 'admin'), false)).status).toBe(403)
    expect((await change(admin, false)).data.settings.custody).toBe(true)
    await confirmControls(world)
    expect((await settingsOf(NWG))?.custody).toBe(false)
    const id = await ready(account, 'NWG/TOY/SVC')
    expect((await handOver(id, { receiver_user_id: world.ids.people['requester-group'] })).status).toBe(200)
    await change(admin, true)
    const query = { entity: 'dealer-group', entity_id: NWG } as const
    const { data } = await admin.call(auditEndpoints.list, { query })
    expect(data.items.slice(0, 2).map(({ before, after }) => [before, after])).toMatchObject([
      [{ custody: 0 }, { custody: 1 }],
      [{ custody: 1 }, { custody: 0 }],
    ])
  })

  test('refuses a receiver who allows their own exception, and requires a new approval for another receiver', async () => {
    const id = await ready(account, 'NWG/TOY/SVC')
    const approver = world.ids.people['approver-group']
    await ask(id, { receiver_user_id: approver })
    expect((await allow(id, 'approver-group', 'approver')).message).toMatch(/^You are the person taking check/)
    await allow(id, 'approver-super', 'approver')
    const again: CheckReply = (await ask(id, { receiver_user_id: world.ids.people['requester-group'] })).data
    expect(again.exception?.allowed).toBeNull()
    expect((await handOver(id, { receiver_user_id: approver })).status).toBe(409)
    expect((await handOver(id, { receiver: 'A driver of the payee' })).status).toBe(200)
  })

  test('lets another user refuse an exception with a reason, and lets the user who requested it withdraw it', async () => {
    const id = await ready(account, 'NWG/TOY/SVC')
    const requester = world.ids.people['requester-group']
    const refuse = async (name: PersonName, role: 'processor' | 'approver', reason = 'The payee comes tomorrow') =>
      (await world.as(name, role)).call(checkEndpoints.refuseException, { params: { id }, body: { reason } })
    const takeBack = async (name?: PersonName) =>
      (await processor(name)).call(checkEndpoints.takeBackException, { params: { id }, body: {} })
    expect((await refuse('approver-group', 'approver')).status).toBe(409)
    expect((await takeBack()).status).toBe(409)
    await ask(id, { receiver_user_id: requester })
    expect((await refuse('approver-group', 'approver', ' ')).status).toBe(422)
    const own = await refuse('processor-group', 'processor')
    expect([own.status, own.message]).toEqual([403, expect.stringMatching(/Take it back instead/)])
    expect((await takeBack('everyone')).status).toBe(403)
    const refused = (await refuse('approver-group', 'approver')).data
    expect(refused.exception?.refused).toMatchObject({ by: { id: world.ids.people['approver-group'] } })
    expect(refused.events.at(-1)).toMatchObject({ act: 'refuse-exception', note: 'The payee comes tomorrow' })
    expect((await allow(id, 'approver-super', 'approver')).status).toBe(409)
    expect((await takeBack()).status).toBe(409)
    expect((await handOver(id, { kind: 'given to requester' })).status).toBe(409)

    expect((await ask(id, { receiver_user_id: requester })).data.exception?.refused).toBeNull()
    await allow(id, 'approver-group', 'approver')
    expect((await refuse('approver-super', 'approver')).status).toBe(409)
    expect((await takeBack()).data).toMatchObject({ exception: null, state: 'signed' })
    expect((await handOver(id, { kind: 'given to requester' })).status).toBe(409)
  })

  test('requires the same exception for a check that hasn’t been reported to the bank', async () => {
    const id = await ready(compared, 'NWG/HON/SVC')
    expect((await handOver(id, {})).message).toMatch(/^Check \d+ hasn’t been reported to the bank/)
    expect((await ask(id, {})).data.exception).toMatchObject({ receiver: null, unknown_to_bank: true })
    expect((await handOver(id, {})).status).toBe(409)
    await allow(id, 'approver-group', 'approver')
    const requester = world.ids.people['requester-group']
    expect((await handOver(id, { receiver_user_id: requester })).message).toMatch(/^The person who raised or approved/)
    expect((await handOver(id, {})).status).toBe(200)
  })
})
