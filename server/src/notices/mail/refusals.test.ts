import { installationEndpoints as installation } from '@check-requests/domain/operation/installation/endpoints.ts'
import { organizationEndpoints as organization } from '@check-requests/domain/organization/endpoints.ts'
import { userEndpoints as users } from '@check-requests/domain/people/users/endpoints.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUser, userBody } from '../../testing/accounts.ts'
import { databases } from '../../testing/databases.ts'
import { type MailWorld, mailOrigin, startMailWorld } from '../../testing/mail-world.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { raiseTo } from '../../testing/requests.ts'
import { startWorld } from '../../testing/world.ts'

const place = 'NWG/TOY/SVC'

onOneDatabase('email status for admins on $name', (kind) => {
  let world: MailWorld
  beforeEach(async () => {
    world = await startMailWorld(kind)
  })
  afterEach(() => world.close())

  const isRequester = (address: string) => address === emailOf('requester-group')
  const listed = async () => {
    const { data } = await (await world.as('admin-group')).call(users.list)
    return data.flatMap(({ email, mail_refused }) => (mail_refused === null ? [] : [[email, mail_refused]]))
  }

  test('shows which users’ addresses are refused, until the mail server accepts them again', async () => {
    const admin = await world.as('admin-group')
    const poll = (tag: unknown) => admin.with({ 'if-none-match': String(tag) }).send('GET', '/api/v1/users')
    world.server.answer = (address) => (isRequester(address) ? [550, '5.1.1 No such user'] : undefined)
    await raiseTo(world, 8, 'requester-group', place)
    expect(await listed()).toEqual([])
    const before = await poll('')
    await world.send()
    expect((await poll(before.headers.etag)).status).toBe(200)
    expect(await listed()).toEqual([[emailOf('requester-group'), '550 5.1.1 No such user']])
    world.server.answer = () => undefined
    await raiseTo(world, 8, 'requester-group', place)
    const refused = await poll('')
    await world.send()
    expect((await poll(refused.headers.etag)).status).toBe(200)
    expect(await listed()).toEqual([])
  })

  test('shows super admins how many emails are queued or refused', async () => {
    const state = async () => (await (await world.as('admin-super')).call(installation.read)).data.mail
    const server = `127.0.0.1:${world.server.port}`
    const from = 'Check Requests <checks@example.com>'
    const counts = { waiting: 0, waiting_since: null, sent: 0, refused: 0, given_up: 0 }
    expect(await state()).toEqual({ server, from, ...counts })
    const { id } = await raiseTo(world, 8, 'requester-group', place)
    world.server.answer = (address) => (isRequester(address) ? [451, 'Later'] : undefined)
    await world.send()
    expect(await state()).toMatchObject({ waiting: 1, waiting_since: expect.any(String), sent: 0 })
    world.server.answer = () => [550, 'Unknown']
    world.clock.advance(3_600_000)
    await world.send()
    expect(await state()).toMatchObject({ waiting: 0, refused: 1 })
    world.clock.advance(86_400_000)
    expect(await state()).toMatchObject(counts)
    expect(id).toBeGreaterThan(0)
  })

  test('reports whether a test email is accepted, or what is wrong', async () => {
    const admin = await world.as('admin-super')
    const tried = await admin.call(installation.testMail)
    expect([tried.status, tried.message]).toEqual([200, 'Test email sent'])
    expect(tried.data).toMatchObject({ taken: true, address: emailOf('admin-super') })
    const [mail] = world.mailsTo('admin-super')
    expect(mail?.subject).toBe('Check requests: test email')
    expect(mail?.html).toContain(`href="${mailOrigin}/settings"`)
    world.server.answer = () => [550, '5.1.1 No such user']
    const refused = await admin.call(installation.testMail)
    expect(refused.data).toMatchObject({ taken: false, answer: '550 5.1.1 No such user' })
    await world.server.stop()
    const unreachable = await admin.call(installation.testMail)
    expect([unreachable.message, unreachable.data.taken]).toEqual(['Test email not sent', false])
    expect(unreachable.data.answer).toContain(`127.0.0.1:${world.server.port}`)
    for (const person of ['admin-group', 'approver-super'] as const)
      expect((await (await world.as(person)).call(installation.testMail)).status).toBe(403)
  })

  test('ends the group’s emails and the test email with the text set by the group’s admins', async () => {
    const admin = await world.as('admin-group')
    const body = { mail_text: 'Questions? Call Ada & Bob.\nExtension 12.' }
    await admin.call(organization.updateLocalSettings, { params: { id: world.ids.places.NWG }, body })
    const second = userBody(world.ids, { role_ids: [3] })
    await addUser(admin, second)
    await raiseTo(world, 9, 'requester-group', place)
    await raiseTo(world, 9, 'requester-eastside', 'EAS/KIA/SVC')
    await (await world.as('admin-super')).call(installation.testMail)
    await world.send()
    const about = (words: string) => world.server.taken.filter(({ subject }) => subject.includes(words))
    const [waiting, account, link, tested] = ['was sent back', '’s account', 'choose your password', 'test email'].map(
      about,
    )
    const foreign = world.mailsTo('requester-eastside')
    for (const mails of [waiting, account, link, tested, foreign]) expect(mails?.length).toBeGreaterThan(0)
    const own = world.server.taken.filter((mail) => !foreign.includes(mail) && !mail.subject.startsWith('EAS'))
    for (const { text, html } of own) {
      expect(text).toContain('Questions? Call Ada & Bob.\nExtension 12.\n\n-- \n')
      expect(html).toContain('Questions? Call Ada &amp; Bob.\nExtension 12.</p>')
    }
    for (const { text } of foreign) expect(text).not.toContain('Ada')
    expect(tested?.[0]?.text).toContain('Emails from Northwest Auto Group end with:')
  })

  test('limits emails to the request number and the event if the group excludes payment details', async () => {
    const admin = await world.as('admin-super')
    const body = { settings: { discreet_mails: true } }
    const saved = await admin.call(organization.updateGroup, { params: { id: world.ids.places.NWG }, body })
    expect(saved.data.settings.discreet_mails).toBe(true)
    const { request_number } = await raiseTo(world, 9, 'requester-group', place)
    await world.send()
    const [mail] = world.mailsTo('requester-group')
    expect(mail?.subject).toBe(`${request_number} was sent back`)
    for (const part of [mail?.text, mail?.html])
      for (const secret of ['Harbor', '1,250', 'invoice', 'Tester']) expect(part).not.toContain(secret)
  })
})

test('refuses a test email if no mail server is configured, and says what to do', async () => {
  const world = await startWorld(databases[0] as (typeof databases)[0])
  const { status, message } = await (await world.as('admin-super')).call(installation.testMail)
  expect([status, message]).toEqual([409, expect.stringContaining('Set SMTP_URL and MAIL_FROM')])
  await world.close()
})
