import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccount } from '../testing/checks.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const many = 500

/** A quarter of the time limit of a call. PostgreSQL needed 18 seconds when it joined match keys and requests. */
const longest = 10_000

// The database has no statistics about these requests, as after an import.
onBothDatabases(
  'many new requests of one payee on $name',
  (kind) => {
    let world: World
    const ids: number[] = []
    beforeAll(async () => {
      world = await startWorld(kind)
      const approver = await world.as('approver-group', 'approver')
      for (let first = 0; first < many; first += 50) {
        const raised = await Promise.all(
          Array.from({ length: 50 }, (_, index) => {
            const [nth, payee_name_1] = [first + index, 'Dane County Glass']
            const unlike = { amount: 100 + nth, po_purchase_no: `PO-${nth}`, invoice_number: `G-${nth}` }
            return raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1, ...unlike })
          }),
        )
        const items = raised.map(({ id, version }) => ({ id, version }))
        const moved = await approver.call(checkRequestEndpoints.changeStatuses, { body: { status_id: 3, items } })
        expect(moved.data.filter(({ done }) => !done)).toEqual([])
        ids.push(...items.map(({ id }) => id))
      }
    })
    afterAll(() => world.close())

    async function timed<Result>(call: Promise<Result>): Promise<Result> {
      const since = performance.now()
      const result = await call
      expect(performance.now() - since).toBeLessThan(longest)
      return result
    }

    test('are printed in one run', async () => {
      const account = await openAccount(world)
      const processor = await world.as('processor-group', 'processor')
      const query = { bank_account_id: account.id }
      const waiting = await timed(processor.call(printRunEndpoints.waiting, { query }))
      expect([waiting.status, waiting.data]).toEqual([200, []])
      const body = { ...query, check_request_ids: ids }
      const made = await timed(processor.call(printRunEndpoints.make, { body }))
      expect([made.status, made.data.count]).toEqual([201, many])
      const params = { id: made.data.id }
      const settled = await timed(processor.call(printRunEndpoints.confirm, { params, body: {} }))
      expect([settled.status, settled.data.checks.filter(({ state }) => state !== 'printed')]).toEqual([200, []])
    })
  },
  { timeout: 120_000 },
)
