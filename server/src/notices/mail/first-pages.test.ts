import { randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { firstPageId } from '@check-requests/domain/notices/inbox/mail.ts'
import { organizationEndpoints as organization } from '@check-requests/domain/organization/endpoints.ts'
import { controlEndpoints as controls } from '@check-requests/domain/people/controls/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDocuments } from '../../documents/readings/commands/read-documents.ts'
import { Readings } from '../../documents/readings/documents/read.ts'
import { approved } from '../../testing/checks.ts'
import { confirmControls } from '../../testing/controls.ts'
import { rulesOf, setRules } from '../../testing/decision-links.ts'
import { addDocument, pdfOf, pngOf, type SentDocument } from '../../testing/documents.ts'
import { type MailWorld, startMailWorld } from '../../testing/mail-world.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { raise } from '../../testing/requests.ts'

onOneDatabase('pictures in emails to approvers on $name (decision 192)', (kind) => {
  let world: MailWorld
  beforeAll(async () => {
    world = await startMailWorld(kind)
    // From the first approval on, what loosens a control waits for a second admin.
    await approved(world)
  })
  afterAll(() => world.close())

  const place = 'NWG/TOY/SVC'
  const raiseWith = async (...documents: SentDocument[]) => {
    const raised = await raise(world, 'requester-group', place)
    const client = await world.as('requester-group')
    for (const sent of documents) expect((await addDocument(client, { request: raised.id }, sent)).status).toBe(201)
    return raised
  }
  const mailAfter = async (...documents: SentDocument[]) => {
    const { request_number } = await raiseWith(...documents)
    await readDocuments(world.services)
    await world.send()
    return world.mailsTo('approver-group').findLast(({ subject }) => subject.includes(request_number))
  }
  const invoice = async () => ({ name: 'invoice <7>.pdf', content: await pdfOf('Invoice 4711, Total 1,250.50') })
  const sizeOf = (png: Buffer | undefined) => [png?.readUInt32BE(16), png?.readUInt32BE(20)]

  test('are off until two admins turn them on, and are turned off at once', async () => {
    const picturesOf = async () => (await mailAfter(await invoice()))?.pictures.size
    const admin = await world.as('admin-group', 'admin')
    const { id, ...rules } = await rulesOf(world)
    expect([rules.first_page_in_emails, await picturesOf()]).toEqual([false, 0])
    const save = async (first_page_in_emails: boolean) => {
      const { version } = await rulesOf(world)
      const body = { ...rules, version, first_page_in_emails }
      return (await admin.call(organization.updateSecondFactorRules, { params: { id }, body })).data
    }
    expect([(await save(true)).first_page_in_emails, await picturesOf()]).toEqual([false, 0])
    const [change] = (await admin.call(controls.list)).data
    expect(change?.says).toEqual(['First pages of documents in approvers’ emails: on'])
    await confirmControls(world)
    expect([(await rulesOf(world)).first_page_in_emails, await picturesOf()]).toEqual([true, 1])
    expect([(await save(false)).first_page_in_emails, await picturesOf()]).toEqual([false, 0])
    await setRules(world, { first_page_in_emails: true })
  })

  test('show the first page of the first document, attached to the email and named for those who can’t see it', async () => {
    const mail = await mailAfter(await invoice(), { name: 'second.png', content: pngOf(30, 30) })
    const png = mail?.pictures.get(firstPageId)
    expect(png?.subarray(1, 4).toString()).toBe('PNG')
    expect(sizeOf(png)).toEqual([800, expect.closeTo(1035, -1)])
    expect(mail?.html).toContain('<img class="page" src="cid:first-page" alt="First page of invoice 7.pdf"')
    expect(mail?.text).toContain('Payee: Harbor Paint')
  })

  test('are drawn in an unprivileged process once for all recipients, and have up to 100 kB even for noisy photos', async () => {
    let drawn = 0
    class Counted extends Readings {
      override drawFirstPage(...args: Parameters<Readings['drawFirstPage']>) {
        drawn += 1
        return super.drawFirstPage(...args)
      }
    }
    const readings = new Counted()
    const rows = Buffer.concat(Array.from({ length: 1000 }, () => Buffer.concat([Buffer.alloc(1), randomBytes(900)])))
    const { id } = await raiseWith({ name: 'photo.png', content: pngOf(900, 1000, deflateSync(rows)) })
    await world.database.transact((trx) => trx.updateTable('document_readings').set({ state: 'failed' }).execute())
    const services = { ...world.services, readings }
    const [one, other] = await Promise.all([1, 2].map(() => services.firstPages.of(services, id)))
    await readings.stop()
    expect([drawn, one?.name, other?.png]).toEqual([1, 'photo.png', one?.png])
    expect(one?.png.length).toBeLessThanOrEqual(100_000)
    expect(sizeOf(one?.png)[0]).toBeLessThan(800)
  })

  test.each([
    ['a tax form', async () => ({ ...(await invoice()), kind: 'tax-form' })],
    [
      'a document that turns out to be a W-9',
      async () => ({
        name: 'scan.pdf',
        content: await pdfOf(
          'Form W-9 Request for Taxpayer Identification Number and Certification. Give form to the requester. Social security number 123-45-6789',
        ),
      }),
    ],
  ])('don’t show %s', async (_, sent) => {
    const mail = await mailAfter(await sent())
    expect([mail?.pictures.size, mail?.html.includes('<img')]).toEqual([0, false])
    expect((await mailAfter(await sent(), await invoice()))?.pictures.size).toBe(1)
  })

  test('are left out if the document is still being read or its file is missing, and the email is sent', async () => {
    const { request_number } = await raiseWith(await invoice())
    await world.send()
    const early = world.mailsTo('approver-group').findLast(({ subject }) => subject.includes(request_number))
    expect([early?.pictures.size, early?.html.includes('<img')]).toEqual([0, false])
    const { id } = await raiseWith({ name: 'lost.pdf', content: await pdfOf('Lost') })
    await readDocuments(world.services)
    const [row] = await world.database.read
      .selectFrom('attachments')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    const { dataDir } = world.services.config
    const [file = ''] = globSync(`**/${row?.stored_as}`, { cwd: dataDir })
    await rm(join(dataDir, file))
    await world.send()
    const mail = world.mailsTo('approver-group').at(-1)
    expect([mail?.html.includes(`${id}`), mail?.html.includes('<img')]).toEqual([true, false])
  })

  test('are left out where the dealer group keeps payment details out of emails', async () => {
    const body = { settings: { discreet_mails: true } }
    const params = { id: world.ids.places.NWG }
    expect((await (await world.as('admin-super')).call(organization.updateGroup, { params, body })).status).toBe(200)
    const mail = await mailAfter(await invoice())
    expect(mail?.subject).toContain('needs your approval')
    expect([mail?.pictures.size, mail?.html.includes('<img')]).toEqual([0, false])
  })
})
