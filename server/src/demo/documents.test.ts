import { commentEndpoints } from '@check-requests/domain/check-requests/comments/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import type { WholeRequest } from '@check-requests/domain/check-requests/replies.ts'
import { attachmentEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Inspections } from '../documents/attachments/documents/inspect.ts'
import { compareDocuments } from '../documents/readings/commands/compare-documents.ts'
import { readDocuments } from '../documents/readings/commands/read-documents.ts'
import type { Client } from '../testing/client.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { serve, type TestApp } from '../testing/start-app.ts'
import { seedDemo } from './seed.ts'

onOneDatabase('documents and comments in the demo on $name (decision 185)', (kind) => {
  let app: TestApp
  let superAdmin: Client
  let requests: WholeRequest[]
  beforeAll(async () => {
    app = await serve(await kind.open('empty'), { config: { demoApprovals: 'on' } })
    await seedDemo(app.services)
    superAdmin = await app.logIn('superadmin@example.com')
    requests = (await superAdmin.call(checkRequestEndpoints.byUser)).data
  }, 60_000)
  afterAll(() => app.close())

  const documentsOf = async ({ id }: WholeRequest) =>
    (await superAdmin.call(attachmentEndpoints.list, { params: { id } })).data
  const named = (payee: string) => requests.filter(({ payee_name_1 }) => payee_name_1 === payee)

  test('adds a document to most requests, so that some show what a missing document looks like', async () => {
    const counts: number[] = []
    for (const request of requests) counts.push((await documentsOf(request)).length)
    const without = counts.filter((count) => count === 0).length
    expect(without).toBeGreaterThan(0)
    expect(without / requests.length).toBeLessThan(0.2)
  })

  test('comments on several requests', async () => {
    const counts: number[] = []
    for (const { id } of requests)
      counts.push((await superAdmin.call(commentEndpoints.list, { params: { id } })).data.length)
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(10)
  })

  test('says in each document what its request says, and has only documents read on which someone decides', async () => {
    await readDocuments(app.services)
    const { read } = app.services.database
    const compared = await Promise.all(
      requests.map(({ id, amount, payee_name_1, payee_name_2 = null }) =>
        compareDocuments(
          read,
          { check_request_id: id },
          { amount_cents: Math.round(amount * 100), payee_name_1, payee_name_2 },
        ),
      ),
    )
    const found = compared.filter((comparison) => comparison !== undefined)
    expect(found.filter(({ agrees }) => !agrees)).toEqual([])
    const pending = requests.filter(({ status_name }) => status_name === 'request')
    expect(found.length).toBeGreaterThanOrEqual(pending.length)
    expect(found.length).toBeLessThan(requests.length / 2)
  }, 300_000)

  test('contains documents that an upload would accept', async () => {
    const inspections = new Inspections()
    const [document] = await documentsOf(named('Cornerstone Credit Union')[0] as WholeRequest)
    expect(document).toMatchObject({ name: 'Payoff letter 8812-0044.pdf', kind: 'payoff-letter' })
    const file = await superAdmin.send('GET', `/api/v1/attachments/${document?.id}/content`)
    const content = async function* () {
      yield Buffer.from(file.bytes)
    }
    expect(await inspections.inspect(content, 1)).toEqual({ type: 'application/pdf' })
  })

  test('contains a forged invoice that the controller compared with the real one and rejected', async () => {
    const [forged] = named('Great Lake Auto Part').filter(({ status_name }) => status_name === 'rejected')
    const comments = await superAdmin.call(commentEndpoints.list, { params: { id: forged?.id ?? 0 } })
    const genuine = named('Great Lakes Auto Parts').find(({ amount }) => amount === 3912.4)
    expect(genuine).toMatchObject({ status_name: 'approved' })
    expect(comments.data).toMatchObject([{ created_by: { name: 'Denise Carver' } }])
    expect(comments.data[0]?.text).toContain(`Compare it with the real invoice on ${genuine?.request_number}.`)
    expect((await documentsOf(forged as WholeRequest)).map(({ name }) => name)).toEqual(['Invoice GL-77163.pdf'])
    const history = (await superAdmin.call(checkRequestEndpoints.history, { params: { id: forged?.id ?? 0 } })).data
    expect(history.at(-1)).toMatchObject({
      status_id: 8,
      note: 'The invoice was forged: Great Lakes Auto Parts knows neither the order nor this address.',
    })
  })
})
