import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { handOverBody } from '@check-requests/domain/checks/fields.ts'
import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { caseFileEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { approved, openAccount, printed, signed } from '../testing/checks.ts'
import type { RawReply } from '../testing/client.ts'
import { confirmControls } from '../testing/controls.ts'
import { addDocument, pngOf } from '../testing/documents.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { readPdf } from '../testing/pdf-reading.ts'
import { move } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

type HandOverBody = z.input<typeof handOverBody>

onOneDatabase('receiver of a check on $name', (kind) => {
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
  const ready = async () => {
    const request = await approved(world, { delivery_method_id: 2 })
    const [check] = await signed(world, account, [request])
    await move(await processor(), request.id, 6)
    return { id: request.id, checkId: check?.id ?? 0 }
  }
  const handOver = async (id: number, said: Partial<HandOverBody>) =>
    (await processor()).call(checkEndpoints.handOver, {
      params: { id },
      body: {
        kind: 'picked up',
        identification: 'Passport',
        identification_last4: '4711',
        signature: [[[1, 2]]],
        ...said,
      },
    })
  const find = async (id: number, search: string, name?: PersonName) =>
    (await processor(name)).call(leavingEndpoints.receivers, { params: { id }, query: { search } })
  const words = async ({ bytes }: RawReply) =>
    (await readPdf(bytes)).map((page) => page.texts.map(({ text }) => text).join(' ')).join(' ')

  test('offers active users of the dealer group as receivers and warns about those barred by custody rules', async () => {
    const { checkId } = await ready()
    const { people } = world.ids
    const found = (await find(checkId, 'REQUESTER-g')).data
    expect(found).toMatchObject([{ id: people['requester-group'], name: 'requester-group Tester', is_barred: true }])
    const testers = (await find(checkId, 'tester')).data
    expect(testers).toHaveLength(8)
    expect((await find(checkId, 'processor-east')).data).toEqual([])
    expect((await find(checkId, 'processor-hon')).data.map(({ is_barred }) => is_barred)).not.toContain(true)
    expect((await find(checkId, '', 'processor-eastside')).status).toBe(404)
    const requester = await world.as('requester-group', 'requester')
    const refused = await requester.call(leavingEndpoints.receivers, { params: { id: checkId }, query: {} })
    expect(refused.status).toBe(403)
    const admin = await world.as('admin-super', 'admin')
    const custody = async (on: boolean) =>
      admin.call(organizationEndpoints.updateGroup, {
        params: { id: world.ids.places.NWG },
        body: { settings: { custody: on } },
      })
    await custody(false)
    await confirmControls(world)
    expect((await find(checkId, 'requester-g')).data[0]?.is_barred).toBe(false)
    await custody(true)
  })

  test('requires a receiver with an account to be active, and records the account’s name', async () => {
    const { checkId } = await ready()
    const { people } = world.ids
    const receiver_user_id = people['requester-honda']
    const outsider = await handOver(checkId, { receiver: 'X', receiver_user_id: people['processor-eastside'] })
    expect(outsider.error.fields).toEqual({ receiver_user_id: 'Choose the user who receives the check.' })
    const gone = await handOver(checkId, { receiver: 'X', receiver_user_id: people.inactive })
    expect([gone.status, gone.error.fields]).toEqual([
      422,
      { receiver_user_id: 'Choose the user who receives the check.' },
    ])
    const done = await handOver(checkId, { receiver: 'Someone Else', receiver_user_id })
    expect(done.data.hand_over).toMatchObject({ receiver: expect.stringMatching(/ Tester$/), receiver_user_id })
  })

  test('requires an ID and a full name for a receiver without an account', async () => {
    const { checkId } = await ready()
    const known = await handOver(checkId, { receiver: 'Otto', identification: 'Known personally' })
    expect([known.status, known.error.fields]).toEqual([
      422,
      {
        receiver: 'Enter the first and last name of the person taking the check.',
        identification: 'This person isn’t a user. Choose the ID that they showed.',
      },
    ])
    const receiver_user_id = world.ids.people['requester-honda']
    const colleague = await handOver(checkId, { receiver: 'X', receiver_user_id, identification: 'Known personally' })
    expect(colleague.status).toBe(200)
  })

  test('applies custody rules to a typed user name as if the user were chosen from the list', async () => {
    const { checkId } = await ready()
    const typed = ['requester-group Tester', ' Approver-Group  tester ', 'Tester, Requester Group', 'R. Group Tester']
    for (const receiver of [...typed, 'Rеquеstеr-Grоup Tеstеr'])
      expect((await handOver(checkId, { receiver })).message).toMatch(/^The person who raised or approved a request/)
    expect((await handOver(checkId, { receiver: 'requester-group Tester junior' })).status).toBe(200)
  })

  test('stores the signed slip as a document of the request and in the case file', async () => {
    const { id, checkId } = await ready()
    const other = await ready()
    const client = await processor()
    const slip = await client.send('GET', `/api/v1/checks/${checkId}/slip`)
    expect(slip.status).toBe(200)
    const printedSlip = await words(slip)
    for (const part of [/Receipt for Check \d+/, /Pay to Harbor Paint Supply/, /\$1,250\.50/, /Last four/])
      expect(printedSlip).toMatch(part)
    const signature: HandOverBody['signature'] = []
    const missing = await handOver(checkId, { receiver: 'A driver', signature })
    expect(missing.error.fields).toEqual({ signature: 'Have the receiver sign for the check, here or on a slip.' })
    const document = { name: 'slip.png', content: pngOf(30, 20) }
    const foreign = (await addDocument(client, { request: other.id }, document)).data.id
    const wrong = await handOver(checkId, { receiver: 'A driver', signature, attachment_id: foreign })
    expect(wrong.error.fields?.attachment_id).toMatch(/^Scan or photograph the signed slip/)
    const attachment_id = (await addDocument(client, { request: id }, document)).data.id
    const done = await handOver(checkId, { receiver: 'A driver', signature, attachment_id })
    expect(done.data.hand_over).toMatchObject({ attachment_id, receiver: 'A driver', receiver_user_id: null })
    const file = await (await world.as('admin-group', 'admin')).call(caseFileEndpoints.make, { params: { id } })
    expect(await words(file as never)).toContain('The signed slip is one of this request’s documents.')
    expect((await client.send('GET', `/api/v1/checks/${checkId}/slip`)).status).toBe(409)
  })

  test('refuses a pickup slip before the check is signed', async () => {
    const { checks } = await printed(world, account, [await approved(world)])
    const reply = await (await processor()).send('GET', `/api/v1/checks/${checks[0]?.id}/slip`)
    expect([reply.status, JSON.parse(reply.text).message]).toEqual([409, expect.stringMatching(/is printed now/)])
  })
})
