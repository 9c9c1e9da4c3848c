import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, openRun, printed } from '../testing/checks.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { move, type Raised, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

onOneDatabase('possible duplicate of a paid check on $name', (kind) => {
  let world: World
  let accountId: number
  beforeAll(async () => {
    world = await startWorld(kind)
    accountId = (await openAccount(world)).id
  })
  afterAll(() => world.close())

  const print = async (...requests: readonly Raised[]) => {
    const body = { bank_account_id: accountId, check_request_ids: requests.map(({ id }) => id) }
    return (await world.as('processor-group', 'processor')).call(printRunEndpoints.make, { body })
  }
  const explain = async (name: 'approver-group' | 'approver-super', request: Raised, reason = 'Two halves') =>
    (await world.as(name, 'approver')).call(printRunEndpoints.payBoth, {
      params: { id: request.id },
      body: { reason },
    })
  const release = async (id: number) =>
    (await world.as('processor-group', 'processor')).call(printRunEndpoints.release, { params: { id }, body: {} })
  const waiting = async () => {
    const client = await world.as('processor-group', 'processor')
    return (await client.call(printRunEndpoints.waiting, { query: { bank_account_id: accountId } })).data
  }
  const ask = async (request: Raised) => {
    const query = { of: request.id, before: 'printing' } as const
    return (await (await world.as('approver-group', 'approver')).call(checkRequestEndpoints.duplicates, { query })).data
  }

  test('blocks printing until an approver explains the duplicate, and blocks it again for a third payment', async () => {
    const twice = { payee_name_1: 'Tidewater Tires', amount: 812.4 }
    const one = await approved(world, twice)
    // This request belongs to another dealership of the group, which has no bank account.
    const other = await approved(world, { ...twice, payee_name_1: ' TIDEWATER  tires.' }, 'NWG/HON/SVC')

    const sentence = `This request looks like ${other.request_number} (same payee and amount). An approver must explain on its page why both are paid.`
    const refused = await print(one)
    expect([refused.status, refused.message]).toEqual([409, `${one.request_number}: ${sentence}`])
    expect(await waiting()).toEqual([{ check_request_id: one.id, sentence }])
    expect(await ask(one)).toMatchObject({ requests: [{ id: other.id, alike: ['payment'] }], hidden: 0 })

    const processor = await world.as('processor-group', 'processor')
    const params = { id: one.id }
    const byProcessor = await processor.call(printRunEndpoints.payBoth, { params, body: { reason: 'Mine' } })
    expect(byProcessor.status).toBe(403)
    expect((await explain('approver-group', one, ' ')).status).toBe(422)
    const given = await explain('approver-group', one, 'Two halves of one order')
    expect(given.data).toMatchObject({ action: 'explained', note: 'Two halves of one order', status_id: 3 })
    expect((await explain('approver-group', one)).status).toBe(409)
    expect([await waiting(), (await ask(one)).requests, (await ask(other)).requests]).toEqual([[], [], []])

    const made = await print(one)
    expect(made.status).toBe(201)
    expect((await release(made.data.id)).status).toBe(200)
    const third = await approved(world, twice)
    const again = await print(one)
    expect(again.message).toContain(third.request_number)
    expect(again.message).not.toContain(other.request_number)
    expect((await explain('approver-super', third)).status).toBe(201)
    await release((await openRun(world, { id: accountId }, [one, third])).id)
  })

  test('finds duplicates by VIN, PO, and invoice number among requests that are neither pending nor rejected', async () => {
    const payment = {
      vin_last_digits: '77A123',
      po_purchase_no: 'PO 5-5',
      payee_name_1: 'Renée Dubois',
      invoice_number: '9',
    }
    const one = await approved(world, payment)
    const pending = await raise(world, 'requester-group', 'NWG/TOY/SVC', { ...payment, amount: 3 })
    expect((await ask(one)).requests).toEqual([])
    const approver = await world.as('approver-group', 'approver')
    await move(approver, pending.id, 3)
    expect((await ask(one)).requests).toMatchObject([{ id: pending.id, alike: ['vin', 'po', 'invoice'] }])
    expect((await ask(pending)).requests).toMatchObject([{ id: one.id }])
    const rejected = await raise(world, 'requester-group', 'NWG/TOY/SVC', { ...payment, amount: 4 })
    expect((await move(approver, rejected.id, 8)).status).toBe(201)
    expect((await ask(one)).requests.map(({ id }) => id)).toEqual([pending.id])
  })

  test('reports a request as a duplicate after its check was voided and it was rejected', async () => {
    const payment = { payee_name_1: 'Voided & Rejected', amount: 77.7 }
    const gone = await approved(world, payment)
    const { checks } = await printed(world, { id: accountId }, [gone])
    const body = { reason: 'Wrong store', request_status: 'rejected' } as const
    const params = { id: checks[0]?.id ?? 0 }
    const voided = await (await world.as('processor-group', 'processor')).call(checkEndpoints.void, { params, body })
    expect(voided.status).toBe(200)
    const again = await approved(world, payment)
    expect((await ask(again)).requests).toMatchObject([{ id: gone.id, alike: ['payment'] }])
    expect((await print(again)).message).toContain(gone.request_number)
  })

  test('compares requests of the last 90 days, and invoice numbers of the last 24 months', async () => {
    const payment = { payee_name_1: 'Ada & Sons', invoice_number: 'INV-77', po_purchase_no: 'PO-90', amount: 44 }
    const [old, one] = [await approved(world, payment), await approved(world, payment)]
    const raisedAt = async (days: number) => {
      const created_at = new Date(world.clock.read() - days * 86_400_000).toISOString()
      await world.database.transact(async (trx) => {
        await trx.updateTable('match_keys').set({ created_at }).where('id', '=', old.id).execute()
        await trx.updateTable('check_requests').set({ created_at }).where('id', '=', old.id).execute()
      })
      return (await ask(one)).requests.flatMap((request) => request.alike)
    }
    expect(await raisedAt(89)).toEqual(['payment', 'po', 'invoice'])
    expect(await raisedAt(91)).toEqual(['invoice'])
    expect(await raisedAt(725)).toEqual(['invoice'])
    expect(await raisedAt(735)).toEqual([])
  })

  test('finds a paid request behind more than 50 newer requests that nobody has approved', async () => {
    const twice = { payee_name_1: 'Cape Cod Lumber', amount: 77.7 }
    const paid = await approved(world, twice)
    for (let nth = 0; nth < 52; nth += 1)
      await raise(world, 'requester-group', 'NWG/HON/SVC', { ...twice, po_purchase_no: `PO-lumber-${nth}` })
    const again = await approved(world, twice)
    const refused = await print(again)
    expect([refused.status, refused.message]).toEqual([
      409,
      expect.stringContaining(`looks like ${paid.request_number} `),
    ])
  })
})
