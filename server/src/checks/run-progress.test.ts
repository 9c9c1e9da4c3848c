import { setImmediate } from 'node:timers/promises'
import { printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { expect, test } from 'vitest'
import { approved, openAccount, openRun } from '../testing/checks.ts'
import { databases } from '../testing/databases.ts'
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
