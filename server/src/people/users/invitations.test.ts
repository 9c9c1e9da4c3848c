import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { invitationEndpoints as invitations } from '@check-requests/domain/people/invitations/endpoints.ts'
import { userEndpoints as endpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addUser, logInAs, ownPassword, type UserBody, userBody, waitingFor } from '../../testing/accounts.ts'
import { type MailWorld, mailOrigin, startMailWorld } from '../../testing/mail-world.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { startWorld, type World } from '../../testing/world.ts'

const hour = 3_600_000
const usedUp = 'This link can’t be used anymore. Ask an admin for a new one.'

/** A body without a password. */
function invitedBody(world: World, changes: Partial<UserBody> = {}) {
  const { password: _, ...body } = userBody(world.ids, changes)
  return body
}

// U4: no one invents a password for another user (decision 175).
onBothDatabases('invitations on $name', (kind) => {
  describe('without a mail server', () => {
    let world: World
    beforeEach(async () => {
      world = await startWorld(kind)
    })
    afterEach(() => world.close())

    const invite = async (changes: Partial<UserBody> = {}, headers = {}) => {
      const body = invitedBody(world, changes)
      const reply = await (await world.as('admin-group')).call(invitations.invite, { body, headers })
      if (reply.status !== 201) throw new Error(reply.text)
      return { ...reply.data, link: reply.data.link ?? '', email: body.email, body }
    }
    const choose = (address: string, newPass = ownPassword) =>
      world.anyone.call(sessionEndpoints.choosePassword, { body: { link: address.split('#')[1] ?? '', newPass } })
    const listed = async (id: number) =>
      (await (await world.as('admin-group')).call(endpoints.list)).data.find((user) => user.id === id)

    test('shows the link once, and logs the user in with the password they chose', async () => {
      const { link, user, email, expires_at } = await invite()
      expect(link).toMatch(/^\/choose-password#\d+-[\w-]{43}$/)
      expect(expires_at).toBe(new Date(world.services.clock() + 168 * hour).toISOString())
      expect((await listed(user.id))?.invited).toBe(true)
      expect((await choose(link)).data).toEqual({ email })
      expect((await listed(user.id))?.invited).toBeUndefined()
      const client = await logInAs(world.anyone, email)
      expect((await client.call(sessionEndpoints.current)).data).toMatchObject({ password_reminder: false })
      const again = await choose(link, 'eight green kettles')
      expect([again.status, again.message]).toEqual([404, usedUp])
    })

    test('stores no link, and shows none for a repeated call', async () => {
      const headers = { 'idempotency-key': 'invite-once' }
      const first = await invite({}, headers)
      const again = await (await world.as('admin-group')).call(invitations.invite, { body: first.body, headers })
      expect([again.status, again.data.user.id, again.data.link]).toEqual([201, first.user.id, null])
      const secret = first.link.split('-').slice(2).join('-')
      const { read } = world.database
      const stored = [
        await read.selectFrom('password_links').selectAll().execute(),
        await read.selectFrom('answered_calls').selectAll().execute(),
        await read.selectFrom('audit_entries').selectAll().execute(),
      ]
      expect(JSON.stringify(stored)).not.toContain(secret)
    })

    test('expires after a week, and can be renewed', async () => {
      const { link, user, email } = await invite()
      world.clock.advance(168 * hour)
      expect((await choose(link)).message).toBe(usedUp)
      const admin = await world.logIn('admin-group@test.example')
      const renewed = await admin.call(invitations.inviteAgain, { params: { id: user.id } })
      expect(renewed.status).toBe(200)
      expect((await choose(renewed.data.link ?? '')).data).toEqual({ email })
      const accepted = await admin.call(invitations.inviteAgain, { params: { id: user.id } })
      expect([accepted.status, accepted.message]).toEqual([
        409,
        `New ${user.last_name} has no open invitation. Set a password instead.`,
      ])
    })

    test('opens no other account', async () => {
      const [ada, ben] = [await invite(), await invite()]
      const secret = ada.link.replace(/^.*#\d+-/, '')
      const forged = await choose(`#${ben.user.id}-${secret}`)
      expect([forged.status, forged.message]).toEqual([404, usedUp])
      expect((await choose(ada.link)).data).toEqual({ email: ada.email })
    })

    test('gives the role and the activation that the user has when accepting it', async () => {
      const { link, user, email } = await invite()
      const admin = await world.as('admin-group')
      await admin.call(endpoints.update, { body: { id: user.id, role_ids: [3], primary_role: null } })
      await admin.call(endpoints.update, { body: { id: user.id, active: false } })
      expect((await choose(link)).status).toBe(404)
      await admin.call(endpoints.update, { body: { id: user.id, active: true } })
      expect((await choose(link)).status).toBe(200)
      const client = await logInAs(world.anyone, email)
      expect((await client.call(sessionEndpoints.current)).data).toMatchObject({ role: 3, all_roles: [3] })
      // The approver role still waits for a second person, who isn't the admin that saw the link.
      expect(await waitingFor(admin, user.id)).toMatchObject({
        waiting_role_names: ['Approver'],
        confirm_refusal: 'You requested this change or chose the password, so someone else has to confirm it.',
      })
    })

    test('ends when an admin sets a password, and needs a second person when renewed', async () => {
      const { link, user } = await invite({ role_ids: [3] })
      const admin = await world.as('admin-group')
      expect(await waitingFor(admin, user.id)).toMatchObject({ waiting_role_names: ['Approver'] })
      const renewed = await admin.call(invitations.inviteAgain, { params: { id: user.id } })
      expect((await choose(link)).status).toBe(404)
      expect(await waitingFor(admin, user.id)).toMatchObject({ changes: ['account', 'password'] })
      await admin.call(endpoints.update, { body: { id: user.id, password: 'seven green kettles' } })
      expect((await choose(renewed.data.link ?? '')).status).toBe(404)
    })

    test('can be sent only by an admin who may give the access', async () => {
      const body = invitedBody(world, { role_ids: [1] })
      const refused = await (await world.as('admin-group')).call(invitations.invite, { body })
      expect([refused.status, refused.message]).toEqual([
        403,
        'Only super admins can assign the Admin role. Ask a super admin.',
      ])
      const other = await addUser(await world.as('admin-group'), userBody(world.ids))
      const again = await (await world.as('admin-group')).call(invitations.inviteAgain, { params: { id: other.id } })
      expect(again.status).toBe(409)
      const { user } = await invite()
      const eastside = await world.as('admin-eastside')
      expect((await eastside.call(invitations.inviteAgain, { params: { id: user.id } })).status).toBe(404)
    })
  })

  describe('with a mail server', () => {
    let world: MailWorld
    beforeEach(async () => {
      world = await startMailWorld(kind)
    })
    afterEach(() => world.close())

    test('emails the link, and doesn’t show it to the admin', async () => {
      const body = invitedBody(world)
      const reply = await (await world.as('admin-group')).call(invitations.invite, { body })
      expect(reply.data).toMatchObject({ link: null, expires_at: null, user: { invited: true } })
      await world.send()
      const [mail] = world.server.takenBy(body.email)
      expect(mail?.text).toContain(`An admin added an account for ${body.email}.`)
      const [, link = ''] = /choose-password#(\S+)/.exec(mail?.text ?? '') ?? []
      expect(mail?.text).toContain(`${mailOrigin}/choose-password#${link}`)
      // Emailed links of resets expire after a day; an invitation lasts for a week.
      world.clock.advance(167 * hour)
      const chosen = { body: { link, newPass: ownPassword } }
      expect((await world.anyone.call(sessionEndpoints.choosePassword, chosen)).data).toEqual({ email: body.email })
    })
  })
})
