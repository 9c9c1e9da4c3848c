import { expect, test } from 'vitest'
import { DraftSaver } from '#check-requests/drafts/draft-saver.ts'
import { DraftStore } from '#check-requests/drafts/drafts-provider.tsx'
import { createApiClient } from '#platform/api-client.ts'
import { startDraftServer } from '#testing/draft-server.ts'

const form = 'new-check-request'
const joan = { id: 7, role: 'requester' }
const joanAsAdmin = { id: 7, role: 'admin' }
const paul = { id: 8, role: 'requester' }

async function setUp() {
  const server = await startDraftServer()
  const api = createApiClient(server.address)
  const store = new DraftStore(api)
  const openForm = () => new DraftSaver({ api, form, onStatus: () => undefined, onGone: () => undefined })
  const amounts = async (owner = joan) => (await store.list(owner, form)).map(({ values }) => values.amount)
  return { ...server, store, openForm, amounts }
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
