import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { byMailEndpoints as endpoints } from '@check-requests/domain/check-requests/by-mail/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweep } from '../../operation/jobs/commands/daily.ts'
import { sha256 } from '../../platform/crypto/hashes.ts'
import { type LinkWorld, startLinkWorld } from '../../testing/decision-links.ts'
import { mailOrigin } from '../../testing/mail-world.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { testPassword } from '../../testing/templates.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const hour = 3_600_000

const builtPage = '<!doctype html><title>Decide by Email</title>'
const browserFolder = mkdtempSync(join(tmpdir(), 'check-requests-browser-'))
mkdirSync(join(browserFolder, 'assets'))
mkdirSync(join(browserFolder, 'pages'))
writeFileSync(join(browserFolder, 'index.html'), 'Another page')
writeFileSync(join(browserFolder, 'pages/decide.html'), builtPage)
afterAll(() => rmSync(browserFolder, { recursive: true }))

onBothDatabases('links in emails to approvers on $name (decision 186)', (kind) => {
  let world: LinkWorld
  beforeAll(async () => {
    world = await startLinkWorld(kind, browserFolder)
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const expectDead = async (id: number, link: string) => {
    expect([(await world.open(link)).status, (await world.decide(link)).status]).toEqual([404, 404])
    expect(await world.statusOf(id)).toBe('request')
  }

  test('show the request, and approve it with the button; the trail says “by email”', async () => {
    const { id, link, request_number, amount } = await world.asked()
    const mail = world.mailsTo('approver-group').at(-1)
    for (const words of [
      'Harbor Paint',
      '$90',
      'Location: Dealership TOY, SVC',
      'Purpose:',
      'Before You Decide:',
      'No document',
    ])
      expect(mail?.text).toContain(words)
    expect(mail?.html).toContain(`${mailOrigin}/decide#${link}`)
    const opened = await world.open(link)
    expect(opened.data).toMatchObject({
      request_id: id,
      request_number,
      refusal: null,
      request: { amount },
    })
    expect(opened.data.choices.map((choice) => choice.status_id)).toEqual([3, 8, 9])
    expect(opened.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect((await world.decide(link, 8)).status).toBe(422)
    const done = await world.decide(link)
    expect([done.status, done.data.user_name]).toEqual([201, 'approver-group Tester (by email)'])
    expect(await world.statusOf(id)).toBe('approved')
    const entries = world.database.read.selectFrom('audit_entries').select(['actor_name', 'session_id'])
    const [entry] = await entries
      .where('entity_id', '=', id)
      .where('entity', '=', 'check-request')
      .orderBy('seq', 'desc')
      .limit(1)
      .execute()
    expect(entry).toEqual({
      actor_name: 'approver-group Tester (by email)',
      session_id: expect.stringMatching(/^mail-/),
    })
    expect([(await world.open(link)).status, (await world.decide(link)).status]).toEqual([404, 404])
  })

  test('decide nothing when scanners open them ten times', async () => {
    const { id, link } = await world.asked()
    const before = await world.database.read.selectFrom('audit_entries').select('seq').execute()
    const visit = (path: string) =>
      world.anyone.send('GET', path, { headers: { accept: 'text/html', cookie: '__Host-crs=x' } })
    const pages = await Promise.all(
      Array.from({ length: 10 }, () => [visit('/decide'), visit(`/decide/${link}`)]).flat(),
    )
    const opened = await Promise.all(Array.from({ length: 10 }, () => world.open(link)))
    expect(pages.map(({ status, text }) => [status, text])).toEqual(Array(20).fill([200, builtPage]))
    expect(opened.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await world.statusOf(id)).toBe('request')
    expect(await world.database.read.selectFrom('audit_entries').select('seq').execute()).toEqual(before)
    expect((await world.anyone.send('GET', `/api/v1/decisions/by-link?link=${link}`)).status).toBe(404)
    expect((await world.decide(link, 9, 'Please attach the invoice')).status).toBe(201)
    expect(await world.statusOf(id)).toBe('sendback')
  })

  test('are used up by exactly one of several simultaneous decisions', async () => {
    const { link } = await world.asked()
    const answers = await Promise.all([
      world.decide(link),
      world.decide(link),
      world.decide(link, 8, 'Not ours'),
      world.decide(link),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
  })

  test('end with a new version and with the request', async () => {
    const { id, link, version } = await world.asked()
    const client = await world.as('approver-group')
    const body = { status_id: 2 as const, version }
    expect((await client.call(requests.changeStatus, { params: { id }, body })).status).toBe(201)
    expect([(await world.open(link)).status, (await world.decide(link)).status]).toEqual([404, 404])
    const removed = await world.asked()
    const requester = await world.as('requester-group')
    expect((await requester.call(requests.remove, { params: { id: removed.id }, body: null })).status).toBe(200)
    expect([(await world.open(removed.link)).status, (await world.decide(removed.link)).status]).toEqual([404, 404])
  })

  test('end when the password, a role, the scope, or the account changes, and stay ended', async () => {
    const admin = await world.as('admin-super', 'admin')
    const users = (await admin.call(userEndpoints.list)).data
    const toyota = { dealership_ids: [world.ids.places['NWG/TOY']] }
    for (const [name, before, after] of [
      ['approver-dealership', { role_ids: [2], primary_role: 2 }, { role_ids: [3], primary_role: 3 }],
      ['approver-department', { access_level: 2, department_ids: [] }, { access_level: 2, ...toyota }],
      ['approver-super', { active: false }, { active: true }],
    ] as const) {
      const { id, link } = await world.asked({}, name)
      expect((await world.open(link)).status).toBe(200)
      const user = users.find(({ email }) => email === emailOf(name))?.id as number
      for (const values of [before, after]) {
        const body = { id: user, ...structuredClone(values) } as object as { id: number }
        const saved = await admin.call(userEndpoints.update, { body })
        expect([saved.status, saved.text]).toEqual([200, expect.any(String)])
        await expectDead(id, link)
      }
    }
    const { id, link } = await world.asked({}, 'everyone')
    const own = await world.as('everyone')
    const body = { oldPass: testPassword, newPass: 'seven green ledgers' }
    const changed = await own.call(sessionEndpoints.changePassword, { body })
    expect(changed.status).toBe(200)
    await expectDead(id, link)
  })

  test('can’t be forged with the database alone, and aren’t stored', async () => {
    const { id, link } = await world.asked()
    const rows = () => world.database.read.selectFrom('decision_links').selectAll().execute()
    expect(JSON.stringify(await rows())).not.toContain(link)
    const [nonce, code] = [link.slice(0, 22), link.slice(22)]
    const forged = [
      `${nonce}${'A'.repeat(43)}`,
      `${'A'.repeat(22)}${code}`,
      `${link}A`,
      link.slice(1),
      '',
      `${code}${nonce}`,
    ]
    for (const text of forged) expect([404, 422], text).toContain((await world.open(text)).status)
    const own = `${'B'.repeat(22)}${'C'.repeat(43)}`
    const mine = (await rows()).find(
      (row) => row.check_request_id === id && row.user_id === world.ids.people['approver-group'],
    )
    const { id: _, ...copied } = mine as NonNullable<typeof mine>
    await world.database.transact((trx) =>
      trx
        .insertInto('decision_links')
        .values({ ...copied, link_hash: sha256(own) })
        .execute(),
    )
    expect((await world.decide(own)).status).toBe(404)
    const other = world.ids.people['approver-super']
    const theft = world.database.transact((trx) =>
      trx.updateTable('decision_links').set({ user_id: other }).where('link_hash', '=', sha256(link)).execute(),
    )
    await theft
    await expectDead(id, link)
  })

  test('don’t work in another user’s session or from another site', async () => {
    const { id, link } = await world.asked()
    const other = await world.logInAsBrowser(emailOf('processor-group'))
    const refused = await other.call(endpoints.decide, { body: { link, status_id: 3 } })
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('This link is for approver-group')])
    expect((await other.call(endpoints.open, { body: { link } })).status).toBe(409)
    const elsewhere = world.anyone.with({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })
    expect((await elsewhere.call(endpoints.decide, { body: { link, status_id: 3 } })).status).toBe(403)
    expect(await world.statusOf(id)).toBe('request')
    const own = await world.logInAsBrowser(emailOf('approver-group'))
    expect((await own.call(endpoints.decide, { body: { link, status_id: 3 } })).status).toBe(201)
  })

  test('end after 72 hours', async () => {
    const late = await world.asked()
    world.clock.advance(72 * hour - 1000)
    expect((await world.open(late.link)).status).toBe(200)
    world.clock.advance(2000)
    await expectDead(late.id, late.link)
    await sweep(world.services)
    const kept = world.database.read.selectFrom('decision_links').select('id')
    expect(await kept.where('check_request_id', '=', late.id).execute()).toEqual([])
  })
})
