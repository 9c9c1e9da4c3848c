import { sessionEndpoints as endpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { confirmationEndpoints } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addUser, chosenPassword, logInAs, type UserBody, userBody, waitingFor } from '../../testing/accounts.ts'
import { databases } from '../../testing/databases.ts'
import { type MailWorld, mailOrigin, startMailWorld } from '../../testing/mail-world.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { openProvider, providerSettings } from '../../testing/provider-sign-in.ts'
import { startWorld } from '../../testing/world.ts'

const own = 'seven green kettles'
const hour = 3_600_000
const usedUp = 'This link can’t be used anymore. Ask an admin for a new one.'

onOneDatabase('password links on $name', (kind) => {
  let world: MailWorld
  beforeEach(async () => {
    world = await startMailWorld(kind)
  })
  afterEach(() => world.close())

  const add = async (changes: Partial<UserBody> = {}) =>
    addUser(await world.as('admin-group'), userBody(world.ids, changes))
  const linksTo = (email: string) =>
    world.server.takenBy(email).flatMap(({ text }) => /choose-password#(\S+)/.exec(text)?.[1] ?? [])
  const mailedTo = async (email: string) => {
    await world.send()
    return linksTo(email).at(-1) ?? ''
  }
  const choose = (link: string, newPass = own) =>
    world.anyone.call(endpoints.choosePassword, { body: { link, newPass } })
  const logsIn = async (email: string, password: string) =>
    (await world.anyone.call(endpoints.login, { body: { email, password } })).status === 200

  test('emails new users a link that works only once', async () => {
    const { email } = await add()
    const link = await mailedTo(email)
    const [letter] = world.server.takenBy(email)
    expect(letter?.text).toContain(`${mailOrigin}/choose-password#${link}`)
    expect(letter?.text).not.toContain(chosenPassword)
    const opened = () => world.anyone.call(endpoints.openPasswordLink, { body: { link } })
    expect((await opened()).data).toEqual({
      email,
      dealer_group: 'Northwest Auto Group',
      is_invitation: false,
      expires_at: new Date(world.services.clock() + 24 * hour).toISOString(),
    })
    expect((await choose(link)).data).toEqual({ email })
    expect([(await opened()).status, (await opened()).message]).toEqual([404, usedUp])
    expect([await logsIn(email, own), await logsIn(email, chosenPassword)]).toEqual([true, false])
    const again = await choose(link, 'eight green kettles')
    expect([again.status, again.message]).toEqual([404, usedUp])
    await world.send()
    expect(linksTo(email)).toHaveLength(1)
  })

  test('emails a new link after a reset, and ends open sessions when the link is used', async () => {
    const email = emailOf('requester-group')
    const before = await world.as('requester-group')
    const admin = await world.as('admin-group')
    const reset = async (password: string) => {
      const body = { id: world.ids.people['requester-group'], password }
      expect((await admin.call(userEndpoints.update, { body })).status).toBe(200)
    }
    await reset('first of two resets')
    const first = await mailedTo(email)
    await reset('second of two resets')
    const second = await mailedTo(email)
    expect((await choose(first)).status).toBe(404)
    const session = await logInAs(world.anyone, email, 'second of two resets')
    expect((await choose(second)).status).toBe(200)
    for (const client of [before, session]) expect((await client.call(endpoints.current)).status).toBe(401)
    expect(await logsIn(email, own)).toBe(true)
  })

  test('expires a link after one day', async () => {
    const { email } = await add()
    const link = await mailedTo(email)
    world.clock.advance(24 * hour)
    expect((await choose(link)).status).toBe(404)
    const { email: other } = await add()
    const inTime = await mailedTo(other)
    world.clock.advance(24 * hour - 1000)
    expect((await choose(inTime)).status).toBe(200)
  })

  test('rejects a link after a password change or a deactivation', async () => {
    const changed = await add()
    const link = await mailedTo(changed.email)
    const session = await logInAs(world.anyone, changed.email, chosenPassword)
    await session.call(endpoints.changePassword, { body: { oldPass: chosenPassword, newPass: 'nine brown envelopes' } })
    expect((await choose(link)).status).toBe(404)
    const inactive = await add()
    const other = await mailedTo(inactive.email)
    await (await world.as('admin-group')).call(userEndpoints.update, { body: { id: inactive.id, active: false } })
    expect((await choose(other)).status).toBe(404)
  })

  test('sends no links to users of an identity provider, and refuses links sent earlier', async () => {
    const early = await add()
    const link = await mailedTo(early.email)
    await openProvider(world, providerSettings({ issuer: 'https://login.example' }))
    const params = { id: world.ids.places.NWG }
    const switchOff = async (off: boolean) =>
      (await world.as('admin-group')).call(organizationEndpoints.switchPasswords, { params, body: { off } })
    expect((await switchOff(true)).status).toBe(200)
    const late = await add()
    expect(await mailedTo(late.email)).toBe('')
    const refused = await choose(link)
    const sentence = 'Your dealer group signs in through Lakeside Directory. Sign in there instead.'
    expect([refused.status, refused.message]).toEqual([403, sentence])
    // A refused link remains unused.
    await switchOff(false)
    expect((await choose(link)).status).toBe(200)
    // A skipped email isn't sent later.
    expect(await mailedTo(late.email)).toBe('')
  })

  test('enforces the password rules, and keeps the link valid after a rejected password', async () => {
    const { email } = await add()
    const link = await mailedTo(email)
    const weak = await choose(link, 'short')
    expect([weak.status, weak.error.fields]).toEqual([422, { newPass: 'A password needs at least 8 characters.' }])
    expect((await choose(link)).status).toBe(200)
  })

  test('rejects guessed links and links forged with write access to the database', async () => {
    const { id, email } = await add()
    const link = await mailedTo(email)
    const [, secret = ''] = /^\d+-(.+)$/.exec(link) ?? []
    const other = world.ids.people['approver-group']
    for (const wrong of ['', 'x', `${id}-`, `${id}-${'A'.repeat(43)}`, `${other}-${secret}`, `0-${secret}`])
      expect([wrong, (await choose(wrong)).status]).toEqual([wrong, 404])
    const row = await world.database.read.selectFrom('password_links').selectAll().executeTakeFirstOrThrow()
    await world.database.transact((trx) =>
      trx
        .insertInto('password_links')
        .values({ ...row, user_id: other })
        .execute(),
    )
    expect((await choose(`${other}-${secret}`)).status).toBe(404)
    expect(JSON.stringify(row)).not.toContain(secret)
    expect((await choose(link)).status).toBe(200)
  })

  test('emails a link after the mail server stops deferring it', async () => {
    const { email } = await add()
    world.server.answer = (address) => (address === email ? [451, 'Later'] : undefined)
    await world.send()
    expect(linksTo(email)).toEqual([])
    world.server.answer = () => undefined
    await world.send()
    expect(linksTo(email)).toEqual([])
    world.clock.advance(60_000)
    expect((await choose(await mailedTo(email))).status).toBe(200)
  })

  test('records the use of a link in the audit trail', async () => {
    const { id, email } = await add()
    await choose(await mailedTo(email))
    const admin = await world.as('admin-super')
    const { data } = await admin.call(auditEndpoints.list, { query: { entity: 'user', entity_id: id } })
    const entry = data.items.find(({ action }) => action === 'user.choose-password')
    expect(entry).toMatchObject({ actor_id: id, entity_id: id, actor_name: expect.stringContaining('New Person') })
    expect((await admin.call(auditEndpoints.verify)).data).toMatchObject({ intact: true })
  })

  describe('second-person confirmation', () => {
    const waits = async (id: number) => waitingFor(await world.as('admin-super'), id)

    test('drops the pending confirmation of a reset after the user chooses a password', async () => {
      const id = world.ids.people['approver-group']
      const body = { id, password: 'chosen by an admin' }
      await (await world.as('admin-group')).call(userEndpoints.update, { body })
      expect(await waits(id)).toMatchObject({ changes: ['password'] })
      await choose(await mailedTo(emailOf('approver-group')))
      expect(await waits(id)).toBeUndefined()
    })

    test('keeps a stopped change stopped after the user chooses a password with a link', async () => {
      const id = world.ids.people['approver-group']
      const body = { id, password: 'chosen by an admin' }
      await (await world.as('admin-group')).call(userEndpoints.update, { body })
      const { version = 0 } = (await waits(id)) ?? {}
      const stop = { params: { id }, body: { version } }
      expect((await (await world.as('admin-super')).call(confirmationEndpoints.stop, stop)).status).toBe(200)
      await choose(await mailedTo(emailOf('approver-group')))
      expect(await waits(id)).toMatchObject({ changes: ['password'], stopped_by: 'admin-super Tester' })
    })

    test('still requires confirmation of a new account after the user chooses a password', async () => {
      const { id, email } = await add({ role_ids: [3] })
      await choose(await mailedTo(email))
      expect(await waits(id)).toMatchObject({ changes: ['account'] })
    })
  })
})

test('creates no links when no mail server is configured', async () => {
  const world = await startWorld(databases[0] as (typeof databases)[number])
  await addUser(await world.as('admin-group'), userBody(world.ids))
  expect(await world.database.read.selectFrom('password_links').selectAll().execute()).toEqual([])
  await world.close()
})
