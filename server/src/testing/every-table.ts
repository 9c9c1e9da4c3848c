import { tokenEndpoints as tokens } from '@check-requests/domain/access/tokens/endpoints.ts'
import { commentEndpoints as comments } from '@check-requests/domain/check-requests/comments/endpoints.ts'
import { draftEndpoints as drafts } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { recurringEndpoints as recurring } from '@check-requests/domain/check-requests/recurring/endpoints.ts'
import { viewEndpoints as views } from '@check-requests/domain/check-requests/views/endpoints.ts'
import { incomingMailEndpoints as incomingMail } from '@check-requests/domain/documents/incoming-mail/endpoints.ts'
import { inboxEndpoints as inbox } from '@check-requests/domain/notices/inbox/endpoints.ts'
import { webhookEndpoints as webhooks } from '@check-requests/domain/notices/webhooks/endpoints.ts'
import { dateOf } from '@check-requests/domain/values/calendar-date.ts'
import { checkQueues } from '../approvals/commands/check-queue.ts'
import { raiseRecurring } from '../check-requests/recurring/commands/raise.ts'
import { storePhrases } from '../documents/readings/queries/readings.ts'
import { writeMails } from '../notices/mail/commands/write.ts'
import { addUser, userBody } from './accounts.ts'
import { fillAuditors } from './auditors.ts'
import { fillChecks } from './checks.ts'
import { fillControls } from './controls.ts'
import { addDocument, pngOf } from './documents.ts'
import { fillIdentityProviders } from './fill-identity-providers.ts'
import { fillJournal } from './journal.ts'
import { fillCharts } from './ledger.ts'
import { emailOf } from './organization.ts'
import { fillPayees } from './payees.ts'
import { fillPolicies } from './policies.ts'
import { move, raise } from './requests.ts'
import { addApp, addPasskey } from './second-factors.ts'
import type { World } from './world.ts'

/** Gives both groups at least one row in every table under tenant isolation. */
export async function fillEveryTable(world: World): Promise<void> {
  await fillPolicies(world)
  await fillPayees(world)
  await fillCharts(world)
  await fillRequests(world)
  await fillChecks(world)
  await fillAuditors(world)
  await fillIdentityProviders(world)
  await fillTokens(world)
  await fillWebhooks(world)
  await fillIncomingMail(world)
  await fillDecisionLinks(world)
  await fillJournal(world)
  await fillControls(world)
  await writeMails(world.services)
  await fillQueues(world)
  await fillAccounts(world)
}

/** Closed requests with everything that users can add to a request. */
async function fillRequests(world: World): Promise<void> {
  for (const [person, approver, processor, place] of [
    ['requester-group', 'approver-group', 'processor-group', 'NWG/TOY/SVC'],
    ['requester-eastside', 'approver-eastside', 'processor-eastside', 'EAS/KIA/SVC'],
  ] as const) {
    const { id } = await raise(world, person, place, { notes: 'As agreed' })
    const sent = { name: 'a.png', content: pngOf(1, 1) }
    const attachment_id = (await addDocument(await world.as(person), { request: id }, sent)).data.id
    const dealer_group_id = world.ids.places[place === 'EAS/KIA/SVC' ? 'EAS' : 'NWG']
    await world.database.transact((trx) => storePhrases(trx, { attachment_id, dealer_group_id }, ['brake pads']))
    await (await world.as(person)).call(comments.write, { params: { id }, body: { text: 'As agreed' } })
    const body = { status_id: 3, version: 2 }
    const headers = { 'idempotency-key': 'isolation' }
    const draft = { form: 'new-check-request', values: { payee_name_1: person } } as const
    await (await world.as(person)).call(drafts.create, { body: draft })
    const layout = { list: 'all', layout: { columns: [], density: 'dense' } }
    await (await world.as(person)).send('PUT', '/api/v1/views/layout', { body: layout })
    const view = { list: 'all', name: person, query: '', layout: null, shared: false } as const
    await (await world.as(person)).call(views.create, { body: view })
    await (await world.as(person)).call(inbox.saveChoices, { body: { comment: 'off' } })
    await (await world.as(approver)).call(inbox.markRead, { body: { check_request_id: id } })
    await (await world.as(approver)).call(inbox.markRead, { body: { all: true } })
    await (await world.as(approver)).call(requests.changeStatus, { params: { id }, body, headers })
    const repeated = { request_id: id, every: 'week', first_on: dateOf(world.clock.read()) } as const
    await (await world.as(person)).call(recurring.create, { body: repeated })
    for (const to of [4, 5, 6, 7]) await move(await world.as(processor), id, to, to - 1)
  }
}

/** Pending requests, some of them approved in part. */
async function fillQueues(world: World): Promise<void> {
  await raiseRecurring(world.services)
  await raise(world, 'requester-group', 'NWG/TOY/SVC')
  await raise(world, 'requester-eastside', 'EAS/KIA/SVC')
  for (const [person, approver, place] of [
    ['requester-group', 'approver-group', 'NWG/TOY/SVC'],
    ['requester-eastside', 'approver-eastside', 'EAS/KIA/SVC'],
  ] as const) {
    const { id } = await raise(world, person, place, { amount: 60_000 })
    const body = { status_id: 3, version: 1 }
    await (await world.as(approver)).call(requests.changeStatus, { params: { id }, body })
  }
  await checkQueues(world.services)
}

/** A program in each group. */
async function fillTokens(world: World): Promise<void> {
  const expires_on = new Date(world.services.clock() + 86_400_000).toISOString().slice(0, 10)
  for (const admin of ['admin-group', 'admin-eastside'] as const) {
    const limits = { dealership_ids: [], networks: [], expires_on }
    const body = { kind: 'program' as const, name: admin, scopes: ['read' as const], role_id: 2 as const, ...limits }
    const made = await (await world.as(admin, 'admin')).call(tokens.create, { body })
    if (made.status !== 201) throw new Error(`Couldn’t add the program: ${made.text}`)
  }
}

/** A webhook with a delivery in each group. */
export async function fillWebhooks(world: World): Promise<void> {
  for (const admin of ['admin-group', 'admin-eastside'] as const) {
    const body = { name: admin, url: 'https://10.0.0.1/', format: 'standard', events: ['check-request.held'] } as const
    const made = await (await world.as(admin, 'admin')).call(webhooks.create, {
      body: { ...body, events: [...body.events] },
    })
    if (made.status !== 201) throw new Error(`Couldn’t add the webhook: ${made.text}`)
    const params = { id: made.data.webhook.id }
    const state = { state: 'active' } as const
    await world.database.transact((trx) => trx.updateTable('webhooks').set(state).where('id', '=', params.id).execute())
    const sent = await (await world.as(admin, 'admin')).call(webhooks.test, { params })
    if (sent.status !== 200) throw new Error(`Couldn’t test the webhook: ${sent.text}`)
  }
}

/** An address in each group, and an email that it keeps. */
async function fillIncomingMail(world: World): Promise<void> {
  for (const [admin, group] of [
    ['admin-group', 'NWG'],
    ['admin-eastside', 'EAS'],
  ] as const) {
    const body = { dealership_id: null, tag: group.toLowerCase(), people_ids: [] }
    const made = await (await world.as(admin, 'admin')).call(incomingMail.addAddress, { body })
    if (made.status !== 201) throw new Error(`Couldn’t add the address: ${made.text}`)
    const kept = { reason: 'unknown', stored_as: `none-${group}`, size: 1, files: '["a.pdf"]' } as const
    const mail = { sender: 'someone@else.example', subject: 'Invoice', content_key: group, dealership_id: null }
    const row = { ...mail, ...kept, dealer_group_id: world.ids.places[group], received_at: '2026-11-20T15:00:00.000Z' }
    await world.database.transact((trx) => trx.insertInto('received_mails').values(row).execute())
  }
}

/** A link of an email in each group, which no key made. */
async function fillDecisionLinks({ ids, database }: World): Promise<void> {
  const link = { check_request_id: 1, request_version: 1, link_hash: 'none', expires_at: '2099-01-01T00:00:00.000Z' }
  const values = (['NWG', 'EAS'] as const).map((group) => ({
    ...link,
    dealer_group_id: ids.places[group],
    user_id: ids.people[group === 'NWG' ? 'approver-group' : 'approver-eastside'],
  }))
  await database.transact((trx) => trx.insertInto('decision_links').values(values).execute())
}

/** Failed logins, unconfirmed accounts, second factors, and assignments. */
async function fillAccounts(world: World): Promise<void> {
  for (const name of ['requester-group', 'requester-eastside', 'admin-super'] as const) {
    const body = { email: emailOf(name), password: 'wrong' }
    await world.anyone.send('POST', '/api/v1/auth/login', { body })
  }
  for (const [admin, group] of [
    ['everyone', 'NWG'],
    ['everyone-eastside', 'EAS'],
  ] as const) {
    const approver = userBody(world.ids, { role_ids: [3], dealer_group_id: world.ids.places[group] })
    await addUser(await world.as(admin, 'admin'), approver)
    const announced = { user_id: world.ids.people[admin] }
    await world.database.transact((trx) => trx.insertInto('confirmation_announcements').values(announced).execute())
  }
  for (const person of ['processor-group', 'processor-eastside'] as const) {
    await addPasskey(await world.as(person))
    await addApp(await world.as(person), world.clock)
  }
  // Adds assignments in the other group, where the test organization has none.
  const { places, people } = world.ids
  await world.database.transact(async (trx) => {
    const owner = {
      user_id: people['approver-eastside'],
      dealer_group_id: places.EAS,
      dealership_id: places['EAS/KIA'],
    }
    await trx.insertInto('user_dealerships').values(owner).execute()
    await trx
      .insertInto('user_departments')
      .values({ ...owner, department_id: places['EAS/KIA/SVC'] })
      .execute()
  })
}
