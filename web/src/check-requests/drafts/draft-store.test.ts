import { beforeEach, expect, test } from 'vitest'
import { DraftSaver } from '#check-requests/drafts/draft-saver.ts'
import { DraftStore } from '#check-requests/drafts/drafts-provider.tsx'
import { createApiClient } from '#platform/api-client.ts'
import { startDraftServer } from '#testing/draft-server.ts'

const form = 'new-check-request'
const joan = { id: 7, role: 'requester' }
const joanAsAdmin = { id: 7, role: 'admin' }
const paul = { id: 8, role: 'requester' }
const inBrowser = 'draft:7:requester:new-check-request'

beforeEach(() => localStorage.clear())

async function setUp() {
  const server = await startDraftServer()
  const api = createApiClient(server.address)
  const store = new DraftStore(api)
  const openForm = () => new DraftSaver({ api, form, onStatus: () => undefined, onGone: () => undefined })
  const amounts = async (owner = joan) => (await store.list(owner, form)).map(({ values }) => values.amount)
  return { ...server, store, openForm, amounts }
}

function leaveInBrowser(values: object) {
  localStorage.setItem(inBrowser, JSON.stringify({ values, savedAt: '2026-11-01T10:00:00.000Z' }))
}

test('lists the draft that a closing form was still saving', async () => {
  const { store, openForm, amounts } = await setUp()
  store.enter(joan)
  const saver = openForm()
  saver.keep({ amount: '1' })
  store.end(joan, saver)
  expect(await amounts()).toEqual(['1'])
})

test('saves unsaved values when their author returns in the same role after the session has ended', async () => {
  const { store, openForm, amounts, seen } = await setUp()
  store.enter(joan)
  const saver = openForm()
  saver.keep({ amount: '1' })
  store.enter(undefined)
  store.end(joan, saver)
  store.enter(joanAsAdmin)
  expect(await amounts(joanAsAdmin)).toEqual([])
  expect(seen.map(({ method }) => method)).toEqual(['GET'])
  store.enter(joan)
  expect(await amounts()).toEqual(['1'])
})

test('discards unsaved values when another user logs in', async () => {
  const { store, openForm, amounts } = await setUp()
  store.enter(joan)
  const saver = openForm()
  saver.keep({ amount: '1' })
  store.enter(undefined)
  store.end(joan, saver)
  await amounts(paul)
  store.enter(paul)
  expect(await amounts(paul)).toEqual([])
  store.enter(joan)
  expect(await amounts()).toEqual([])
})

test('creates a new draft from values that conflict with a changed draft', async () => {
  const { store, drafts, amounts } = await setUp()
  drafts.set(1, { version: 2, values: { amount: 'of the other device' } })
  store.add(joan, { form, values: { amount: 'mine' }, draft: { id: 1, version: 1 } })
  expect(await amounts()).toEqual(['of the other device', 'mine'])
  store.add(joan, { form, values: { amount: 'newer' }, draft: { id: 1, version: 2 } })
  expect(await amounts()).toEqual(['newer', 'mine'])
})

test('moves an older version’s draft from the browser to the server, once', async () => {
  const { store, amounts, seen } = await setUp()
  leaveInBrowser({ amount: '5', request_number: 'NWG-TOY-SVC-000001' })
  store.enter(joan)
  store.enter(joan)
  expect(await amounts()).toEqual(['5'])
  expect(localStorage.getItem(inBrowser)).toBeNull()
  expect(seen.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { form, values: { amount: '5' } },
  ])
})

test('keeps an older version’s draft in the browser for its author until the server accepts it', async () => {
  const { store, amounts, trouble } = await setUp()
  leaveInBrowser({ amount: '5' })
  expect(await amounts(paul)).toEqual([])
  trouble.push('lost response')
  store.enter(joan)
  expect(await amounts()).toEqual(['5'])
  expect(localStorage.getItem(inBrowser)).toBeNull()
})

test.each([401, 409, 503])(
  'keeps an older version’s draft in the browser after the temporary refusal %i',
  async (status) => {
    const { amounts, trouble } = await setUp()
    leaveInBrowser({ amount: '5' })
    trouble.push(status)
    expect(await amounts()).toEqual([])
    expect(localStorage.getItem(inBrowser)).not.toBeNull()
    expect(await amounts()).toEqual(['5'])
  },
)

test.each(['not JSON', '{}', 'null'])('erases an unreadable draft (%s)', async (text) => {
  const { amounts, seen } = await setUp()
  localStorage.setItem(inBrowser, text)
  expect(await amounts()).toEqual([])
  expect([localStorage.getItem(inBrowser), seen.length]).toEqual([null, 1])
})

test('erases draft values that the server permanently refuses', async () => {
  const { amounts, trouble } = await setUp()
  leaveInBrowser({ nonsense: true })
  trouble.push(400)
  expect(await amounts()).toEqual([])
  expect(localStorage.getItem(inBrowser)).toBeNull()
})
