import { byMailEndpoints as endpoints } from '@check-requests/domain/check-requests/by-mail/endpoints.ts'
import { linkUses } from '@check-requests/domain/check-requests/by-mail/fields.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { organizationEndpoints as organization } from '@check-requests/domain/organization/endpoints.ts'
import { controlEndpoints } from '@check-requests/domain/people/controls/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type LinkWorld,
  mailPayee,
  mailPlace,
  rulesOf,
  setRules,
  startLinkWorld,
} from '../../testing/decision-links.ts'
import { addDocument, pngOf } from '../../testing/documents.ts'
import { mailOrigin } from '../../testing/mail-world.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { raise } from '../../testing/requests.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

onBothDatabases('limits of decisions by email on $name (decision 186)', (kind) => {
  let world: LinkWorld
  beforeAll(async () => {
    world = await startLinkWorld(kind)
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  /** The page asks to log in for this reason, and a decision is refused with it. */
  const expectRefused = async (id: number, link: string, reason: RegExp) => {
    const opened = await world.open(link)
    expect([opened.status, opened.data.refusal]).toEqual([200, expect.stringMatching(reason)])
    const refused = await world.decide(link)
    expect([refused.status, refused.message]).toEqual([403, expect.stringMatching(reason)])
    expect(await world.statusOf(id)).toBe('request')
  }

  test('need two admins to be turned on or raised, and are lowered or turned off at once', async () => {
    const { id, ...now } = await rulesOf(world)
    expect(now.decide_by_email_to).toBe(5000)
    const admin = await world.as('admin-group', 'admin')
    const save = async (decide_by_email_to: number | null) => {
      const { version } = await rulesOf(world)
      return admin.call(organization.updateSecondFactorRules, {
        params: { id },
        body: { ...now, version, decide_by_email_to },
      })
    }
    expect((await save(9000)).data.decide_by_email_to).toBe(5000)
    const [change] = (await admin.call(controlEndpoints.list)).data
    expect(change?.says).toEqual(['Decisions by email without signing in: up to $9,000.00'])
    const own = { params: { id: change?.id ?? 0 }, body: { version: change?.version ?? 0 } }
    expect((await admin.call(controlEndpoints.confirm, own)).status).toBe(403)
    expect((await save(4000)).data.decide_by_email_to).toBe(4000)
    expect((await save(null)).data.decide_by_email_to).toBeNull()
    await setRules(world, { decide_by_email_to: 5000 })
    expect((await rulesOf(world)).decide_by_email_to).toBe(5000)
  })

  test('ask to log in above the amount, for a possible duplicate, and for a payee who isn’t verified', async () => {
    const above = await world.asked({ amount: 5000.01 })
    expect(above.link).toBe('')
    const lowered = await world.asked({ amount: 4999 })
    await setRules(world, { decide_by_email_to: 1000 })
    await expectRefused(lowered.id, lowered.link, /above \$1,000\.00 can’t be decided by email/)
    await setRules(world, { decide_by_email_to: 5000 })
    const twice = await world.asked({ po_purchase_no: 'PO-TWICE', amount: 777 })
    await raise(world, 'requester-dealership', mailPlace, { ...mailPayee, po_purchase_no: 'PO-TWICE', amount: 777 })
    await expectRefused(twice.id, twice.link, /possible duplicate/)
    const fresh = await world.asked({ payee_name_1: 'Never Seen Supplies' })
    await expectRefused(fresh.id, fresh.link, /payee isn’t verified/)
  })

  test('ask to log in where a recent sign-in is required, and once the group turns them off', async () => {
    const { id, link } = await world.asked({ amount: 2500 })
    await setRules(world, { approve_above: 2000 })
    await expectRefused(id, link, /recent sign-in/)
    await setRules(world, { approve_above: null })
    expect((await world.open(link)).data.refusal).toBeNull()
    await setRules(world, { decide_by_email_to: null })
    const opened = await world.open(link)
    expect(opened.data).toMatchObject({ request: null, documents: [], choices: [] })
    await expectRefused(id, link, /doesn’t allow decisions by email/)
    const off = await world.asked()
    expect([off.link, world.mailsTo('approver-group').at(-1)?.text]).toEqual([
      '',
      expect.stringContaining(`${mailOrigin}/check-requests/${off.id}`),
    ])
    await setRules(world, { decide_by_email_to: 5000 })
    expect((await world.decide(link)).status).toBe(201)
  })

  test('obey separation of duties', async () => {
    const own = await world.asked()
    await world.database.transact((trx) =>
      trx
        .insertInto('request_hands')
        .values({
          dealer_group_id: world.ids.places.NWG,
          check_request_id: own.id,
          user_id: world.ids.people['approver-group'],
          part: 'edited',
        })
        .execute(),
    )
    const refused = await world.decide(own.link)
    expect([refused.status, await world.statusOf(own.id)]).toEqual([403, 'request'])
    await world.database.transact((trx) =>
      trx.deleteFrom('request_hands').where('check_request_id', '=', own.id).where('part', '=', 'edited').execute(),
    )
  })

  test('open the request’s documents and no others', async () => {
    const { id, link } = await world.asked()
    const other = await world.asked()
    const requester = await world.as('requester-group')
    await addDocument(requester, { request: other.id }, { name: 'b.png', content: pngOf(2, 2) })
    const documents = (await world.open(link)).data.documents
    expect(documents).toEqual([])
    const { data } = await requester.call({ ...requests.detail }, { params: { id: other.id } })
    expect(data.id).toBe(other.id)
    const stolen = await world.anyone.call(endpoints.document, { body: { link, document_id: 1 } })
    expect([stolen.status, await world.statusOf(id)]).toEqual([404, 'request'])
  })

  test('can be tried only so often', async () => {
    const { link } = await world.asked()
    const tries = []
    for (let at = 0; at <= linkUses.ofLink; at += 1) tries.push((await world.open(link)).status)
    expect(tries).toEqual([...Array(linkUses.ofLink).fill(200), 429])
    const from = (address: string) =>
      world.anyone.send('POST', '/api/v1/decisions/by-link/open', { body: { link: address }, from: '203.0.113.9' })
    const guesses = []
    for (let at = 0; at <= linkUses.ofNetwork; at += 1) guesses.push((await from(`guess-${at}`)).status)
    expect(guesses).toEqual([...Array(linkUses.ofNetwork).fill(404), 429])
  })

  // Sessions end by then, too, so this test is the last one.
})
