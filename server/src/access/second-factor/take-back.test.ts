import {
  secondFactorEndpoints as endpoints,
  proofEndpoints,
} from '@check-requests/domain/access/second-factor/endpoints.ts'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sweep } from '../../operation/jobs/commands/daily.ts'
import type { Client } from '../../testing/client.ts'
import { type MailWorld, startMailWorld } from '../../testing/mail-world.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { addApp, addPasskey, codeStep, passkeyStep, passwordStep } from '../../testing/second-factors.ts'
import { testPassword } from '../../testing/templates.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const day = 86_400_000
const name = 'processor-group'

onBothDatabases('undoing a second-factor change on $name', (kind) => {
  let world: MailWorld
  beforeEach(async () => {
    world = await startMailWorld(kind)
  })
  afterEach(() => world.close())

  /** The links in the emails to the user, oldest first. */
  async function links(): Promise<string[]> {
    await world.send()
    const texts = world.mailsTo(name).map(({ text }) => text)
    return texts.flatMap((text) => /\/take-back#(\S+)/.exec(text)?.[1] ?? [])
  }

  const takeBack = (link: string) => world.anyone.call(endpoints.takeBack, { body: { link } })
  const factorsOf = async (client: Client) => {
    const { passkeys, codes } = (await client.call(endpoints.read)).data
    return { passkeys: passkeys.map((passkey) => passkey.name), hasApp: codes !== null }
  }

  test('removes the factor and recovery codes that a stolen session added, and ends all sessions', async () => {
    const stolen = await world.as(name)
    const { codeNow, reply } = await addApp(stolen, world.clock)
    const [link = ''] = await links()
    expect(await takeBack(link)).toMatchObject({ status: 200, data: { email: emailOf(name) } })
    expect((await stolen.call(endpoints.read)).status).toBe(401)
    const { reply: login } = await passwordStep(world.anyone, emailOf(name), testPassword)
    expect(login.status).toBe(200)
    const again = await world.logIn(emailOf(name))
    expect(await factorsOf(again)).toEqual({ passkeys: [], hasApp: false })
    const codes = [codeNow(), reply.data.recovery_codes?.[0] ?? '']
    for (const code of codes) expect((await codeStep(world.anyone, 'no-token', code)).status).not.toBe(200)
    expect((await again.call(endpoints.read)).data.recovery_codes_left).toBe(0)
    await world.send()
    expect(world.mailsTo(name).at(-1)?.text).toContain('Change your password, and create new recovery codes.')
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })

  test('restores the factor that a stolen session removed, and removes the factors added later', async () => {
    const owner = await world.as(name)
    const { authenticator } = await addPasskey(owner, { name: 'Own phone' })
    world.clock.advance(60_000)
    await addApp(owner, world.clock)
    const { data } = await owner.call(endpoints.read)
    await owner.call(endpoints.removePasskey, { params: { id: data.passkeys[0]?.id ?? 0 } })
    await addPasskey(owner, { name: 'Foreign key' })
    const [, , removed = ''] = await links()
    expect((await takeBack(removed)).status).toBe(200)
    const { token } = await passwordStep(world.anyone, emailOf(name), testPassword)
    const { reply } = await passkeyStep(world.anyone, token, authenticator)
    expect(reply.status).toBe(200)
    const again = world.anyone.with({ 'x-auth-token': reply.data.token })
    expect(await factorsOf(again)).toEqual({ passkeys: ['Own phone'], hasApp: true })
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })

  test('undoes a change once within seven days and only with the link for that change', async () => {
    const owner = await world.as(name)
    const { codeNow } = await addApp(owner, world.clock)
    const [link = ''] = await links()
    const [id = '', code = ''] = link.split('-', 2)
    const forged = [`${Number(id) + 1}-${code}`, `${id}-${'A'.repeat(43)}`, id, '', 'x'.repeat(101)]
    for (const text of forged) expect([404, 422], text).toContain((await takeBack(text)).status)
    await world.database.transact((trx) =>
      trx.updateTable('factor_changes').set({ before: '{"passkeys":[],"app":null,"more":1}' }).execute(),
    )
    expect((await takeBack(link)).status).toBe(404)
    expect((await factorsOf(owner)).hasApp).toBe(true)
    await owner.call(proofEndpoints.prove, { body: { way: 'code', code: codeNow(1) } })
    await owner.call(endpoints.renewRecoveryCodes)
    const [, renewed = ''] = await links()
    world.clock.advance(7 * day - 1)
    expect((await takeBack(renewed)).status).toBe(200)
    expect((await takeBack(renewed)).status).toBe(404)
    const { token } = await passwordStep(world.anyone, emailOf(name), testPassword)
    const { data } = await codeStep(world.anyone, token, codeNow())
    await addPasskey(world.anyone.with({ 'x-auth-token': data.token }))
    const late = (await links()).at(-1) ?? ''
    world.clock.advance(7 * day + 1)
    await sweep(world.services)
    expect((await takeBack(late)).status).toBe(404)
    const kept = await world.database.read.selectFrom('factor_changes').selectAll().execute()
    expect(kept).toEqual([])
  })

  test('refuses the link after an admin has reset the second factor', async () => {
    const owner = await world.as(name)
    await addPasskey(owner)
    await addApp(owner, world.clock)
    const { data } = await owner.call(endpoints.read)
    await owner.call(endpoints.removePasskey, { params: { id: data.passkeys[0]?.id ?? 0 } })
    const removed = (await links()).at(-1) ?? ''
    const admin = await world.as('admin-group')
    const { status } = await admin.call(userEndpoints.resetSecondFactor, { params: { id: world.ids.people[name] } })
    expect(status).toBe(200)
    expect((await takeBack(removed)).status).toBe(404)
    expect(
      (await world.anyone.call(sessionEndpoints.login, { body: { email: emailOf(name), password: testPassword } }))
        .status,
    ).toBe(200)
  })
})
