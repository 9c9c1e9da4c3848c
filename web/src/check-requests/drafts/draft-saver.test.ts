import { expect, test, vi } from 'vitest'
import { DraftSaver, type DraftStatus } from '#check-requests/drafts/draft-saver.ts'
import { createApiClient } from '#platform/api-client.ts'
import { startDraftServer } from '#testing/draft-server.ts'
import { eventually } from '#testing/eventually.ts'

const form = 'new-check-request'

async function setUp() {
  const server = await startDraftServer()
  const statuses: DraftStatus[] = []
  const gone = vi.fn()
  const api = createApiClient(server.address)
  const saver = new DraftSaver({ api, form, onStatus: (status) => statuses.push(status), onGone: gone, delay: 5 })
  let read = 0
  /** Waits until this status appears, after those already waited for. */
  const shows = (kind: DraftStatus['kind']) =>
    eventually(() => {
      const at = statuses.findIndex((status, index) => index >= read && status.kind === kind)
      expect(at).not.toBe(-1)
      read = at + 1
    })
  const stored = () => [...server.drafts.values()].map(({ values }) => values)
  const calls = () => server.seen.map(({ method, url }) => `${method} ${url}`)
  return { ...server, api, saver, statuses, gone, shows, stored, calls }
}

test('saves fast typing once, and then updates the same draft with its version', async () => {
  const { saver, shows, stored, calls, seen } = await setUp()
  for (const amount of ['1', '12', '12.5']) saver.keep({ amount })
  await shows('saved')
  expect(stored()).toEqual([{ amount: '12.5' }])
  saver.keep({ amount: '12.50' })
  await eventually(() => expect(stored()).toEqual([{ amount: '12.50' }]))
  expect(calls()).toEqual(['POST /drafts', 'PUT /drafts/1'])
  expect(seen[1]?.body).toMatchObject({ version: 1 })
})

test('creates no draft for an untouched form, and removes the draft of a cleared form', async () => {
  const { saver, shows, stored, calls } = await setUp()
  saver.keep(null)
  await saver.flush()
  expect(calls()).toEqual([])
  saver.keep({ amount: '1' })
  await shows('saved')
  saver.keep(null)
  await shows('empty')
  expect(stored()).toEqual([])
  expect(saver.id).toBeUndefined()
})

test.each([503, 429, 'lost response'] as const)(
  'retries the identical save after the failure %s, creating only one draft',
  async (first) => {
    const { saver, trouble, shows, stored, statuses, seen } = await setUp()
    trouble.push(first)
    saver.keep({ amount: '1' })
    await shows('failed')
    saver.keep({ amount: '2' })
    await eventually(() => expect(stored()).toEqual([{ amount: '2' }]))
    await shows('saved')
    const posts = seen.filter(({ method }) => method === 'POST')
    expect(new Set(posts.map(({ headers, body }) => headers['idempotency-key'] + JSON.stringify(body))).size).toBe(1)
    expect(statuses.map(({ kind }) => kind)).not.toContain('conflict')
  },
)

test('doesn’t retry a permanently refused save until something changes', async () => {
  const { saver, trouble, shows, stored, calls } = await setUp()
  trouble.push(422)
  saver.keep({ amount: 'x'.repeat(2000) })
  await shows('failed')
  expect(calls()).toEqual(['POST /drafts'])
  saver.keep({ amount: '1' })
  await shows('saved')
  expect(stored()).toEqual([{ amount: '1' }])
})

test('doesn’t mistake its own save for a conflict after a lost response', async () => {
  const { saver, trouble, shows, stored, statuses } = await setUp()
  saver.keep({ amount: '1' })
  await shows('saved')
  trouble.push('lost response')
  saver.keep({ amount: '2' })
  await shows('failed')
  saver.keep({ amount: '3' })
  await eventually(() => expect(stored()).toEqual([{ amount: '3' }]))
  expect(statuses.map(({ kind }) => kind)).not.toContain('conflict')
})

async function setUpConflict() {
  const world = await setUp()
  world.saver.keep({ amount: '1' })
  await world.shows('saved')
  world.drafts.set(1, { version: 2, values: { amount: 'of the other device' } })
  world.saver.keep({ amount: 'mine' })
  await world.shows('conflict')
  return world
}

test('overwrites nothing in a conflict, and saves the latest values on "keep mine"', async () => {
  const { saver, stored, statuses } = await setUpConflict()
  expect(statuses.at(-1)).toMatchObject({ other: { version: 2, values: { amount: 'of the other device' } } })
  saver.keep({ amount: 'mine, and more' })
  await saver.flush()
  expect(stored()).toEqual([{ amount: 'of the other device' }])
  saver.keepMine()
  await eventually(() => expect(stored()).toEqual([{ amount: 'mine, and more' }]))
})

test('loads the other version in a conflict, and then saves to that version', async () => {
  const { saver, stored, shows } = await setUpConflict()
  expect(saver.takeOther()).toEqual({ amount: 'of the other device' })
  await shows('saved')
  saver.keep({ amount: 'on top' })
  await eventually(() => expect(stored()).toEqual([{ amount: 'on top' }]))
})

test('returns unsaved values if a form closes during a conflict', async () => {
  const { saver } = await setUpConflict()
  expect(await saver.close(true)).toMatchObject({ form, values: { amount: 'mine' }, draft: { id: 1, version: 1 } })
})

test('saves a new draft after the old one was deleted, and reports the deletion', async () => {
  const { saver, drafts, gone, shows, stored } = await setUp()
  saver.keep({ amount: '1' })
  await shows('saved')
  drafts.clear()
  saver.keep({ amount: '2' })
  await eventually(() => expect(stored()).toEqual([{ amount: '2' }]))
  expect([saver.id, gone.mock.calls.length]).toEqual([2, 1])
})

test('saves immediately when a form closes, but not into another user’s session', async () => {
  const { saver, stored, calls } = await setUp()
  saver.keep({ amount: '1' })
  expect(await saver.close(false)).toEqual({ form, values: { amount: '1' }, draft: undefined })
  expect(calls()).toEqual([])
  saver.open()
  saver.keep({ amount: '2' })
  expect(await saver.close(true)).toBeUndefined()
  expect(stored()).toEqual([{ amount: '2' }])
})

test('keeps the typed values as a separate draft when an earlier draft is opened', async () => {
  const { saver, drafts, stored } = await setUp()
  drafts.set(7, { version: 3, values: { amount: 'earlier' } })
  saver.keep({ amount: 'typed before' })
  expect(await saver.switchTo({ id: 7, version: 3 })).toBeUndefined()
  saver.keep({ amount: 'earlier, and more' })
  await saver.flush()
  expect(stored()).toEqual([{ amount: 'earlier, and more' }, { amount: 'typed before' }])
})

test('stops saving after the request is submitted, and deletes a draft created in the meantime', async () => {
  const { saver, stored } = await setUp()
  saver.keep({ amount: '1' })
  const sending = saver.flush()
  await saver.submitted(undefined)
  await sending
  saver.keep({ amount: '2' })
  await saver.flush()
  expect(stored()).toEqual([])
})
