import { setImmediate } from 'node:timers/promises'
import { printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { datesIn, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { expect, test } from 'vitest'
import { approved, openAccount, openRun } from '../testing/checks.ts'
import { databases } from '../testing/databases.ts'
import { textsOf } from '../testing/pdf-text.ts'
import { startWorld } from '../testing/world.ts'

test.each(databases)('reports progress while the file of a print run is created, on $name', async (kind) => {
  const world = await startWorld(kind)
  const account = await openAccount(world)
  const requests = await Promise.all(Array.from({ length: 30 }, () => approved(world)))
  const { id, count } = await openRun(world, account, requests)
  const client = await world.as('processor-group', 'processor')
  const progress = async () => (await client.call(printRunEndpoints.progress, { params: { id } })).data
  expect(await progress()).toEqual({ count, drawn: null })
  const heard = new Set<number | null>()
  let isDone = false
  const file = client.send('GET', `/api/v1/print-runs/${id}/pdf`).finally(() => {
    isDone = true
  })
  for (; !isDone; await setImmediate()) heard.add((await progress()).drawn)
  expect((await file).status).toBe(200)
  expect([...heard].filter((drawn) => drawn !== null && ![0, 25, 30].includes(drawn))).toEqual([])
  expect([...heard].some((drawn) => drawn !== null && drawn > 0)).toBe(true)
  expect(await progress()).toEqual({ count, drawn: null })
  const stranger = await world.as('processor-eastside', 'processor')
  expect((await stranger.call(printRunEndpoints.progress, { params: { id } })).status).toBe(404)
  await world.close()
})

test.each(databases)('announces the page that lists what doesn’t fit on a stub, on $name', async (kind) => {
  const world = await startWorld(kind)
  const account = await openAccount(world)
  const payee_name_1 = 'Dane County Glass'
  const requests = await Promise.all(
    Array.from({ length: 12 }, (_, nth) =>
      approved(world, { payee_name_1, amount: 20 + nth, invoice_number: `G-${nth}` }),
    ),
  )
  const client = await world.as('processor-group', 'processor')
  const body = { bank_account_id: account.id, check_request_ids: [], combine: [requests.map(({ id }) => id)] }
  const { data: run } = await client.call(printRunEndpoints.make, { body })
  expect([run.count, run.list_pages]).toEqual([1, 1])
  const file = await client.send('GET', `/api/v1/print-runs/${run.id}/pdf`)
  const [check = [], list = [], ...more] = await textsOf(file.bytes)
  expect([check.includes('See attached list with 12 lines.'), more]).toEqual([true, []])
  expect(list).toEqual(
    expect.arrayContaining(['Requested', 'Invoice', `List for check ${run.first_number}, page 1 of 1`]),
  )
  const day = formatDate(datesIn(account.time_zone)(world.clock.read()))
  expect(list.filter((text) => text === day)).toHaveLength(13)
  const params = { id: run.id }
  const { data: settled } = await client.call(printRunEndpoints.confirm, { params, body: {} })
  expect(settled.list_pages).toBe(0)
  await world.close()
})
