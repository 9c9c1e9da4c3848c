import { payeeExamples } from '@check-requests/domain/payees/examples.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MergeDialog } from '#payees/merge-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const payee = payeeExamples.one.reply
const other: PayeeReply = { ...payee, id: 131, version: 5, name: 'Harbour Paint', address: null, state: 'new' }
const like = { kind: 'payee', id: 131, name: 'Harbour Paint', state: 'new', alike: 'name' }

interface Options {
  payee?: PayeeReply
  other?: PayeeReply
  found?: readonly PayeeReply[]
}

async function openMerge({ payee: first = payee, other: second = other, found = [second] }: Options = {}) {
  const onOpenChange = vi.fn()
  const opened = await openScreen(<MergeDialog subject={first} open onOpenChange={onOpenChange} />, {
    as: userAs('admin'),
    replies: {
      'GET /payees/127/likeness': [{ ...like, kind: 'employee', id: 31 }, like],
      'GET /payees/131': second,
      'GET /payees': { items: found, next_cursor: null },
      'POST /payees/131/merge': first,
      'POST /payees/127/merge': second,
    },
  })
  const offered = () =>
    within(screen.getByRole('list', { name: 'Payees found' }))
      .queryAllByRole('button')
      .map((button) => spaced(button.textContent))
  const choose = async () => opened.user.click(await eventually(() => screen.getByRole('button', { name: /^Harbour/ })))
  return { ...opened, onOpenChange, offered, choose }
}

test('offers similar payees first and no employees', async () => {
  const { offered, read } = await openMerge()
  await eventually(() => expect(offered()).toEqual(['Harbour PaintNewNo address']))
  expect(read()).not.toContain('/payees/31')
})

test('finds other payees by search except the open payee and payees of other groups', async () => {
  const coast = { ...other, id: 140, name: 'Coast Towing', address: '2 Pier\nAstoria' }
  const found = [payee, { ...other, id: 141, dealer_group_id: 2 }, coast]
  const { user, offered } = await openMerge({ found })
  await user.type(screen.getByRole('searchbox', { name: 'The Other Payee' }), 'coast')
  await eventually(() => expect(offered()).toEqual(['Coast TowingNew2 Pier, Astoria']))
})

test('says that a search found nothing', async () => {
  const { user } = await openMerge({ found: [] })
  await user.type(screen.getByRole('searchbox', { name: 'The Other Payee' }), 'zzz')
  await untilShown('No payees found.')
})

const radios = (group: string) =>
  within(screen.getByRole('group', { name: group })).getAllByRole<HTMLInputElement>('radio')
const checkedIn = (group: string) => radios(group).map(({ checked }) => checked)

test('keeps the open payee’s name and address by default', async () => {
  const { choose } = await openMerge()
  await choose()
  expect(checkedIn('Name to Keep')).toEqual([true, false])
  expect(checkedIn('Address to Keep')).toEqual([true, false])
})

test('keeps the other payee’s address if the open payee has none', async () => {
  const { choose } = await openMerge({ payee: { ...payee, address: null }, other: { ...other, address: '2 Pier' } })
  await choose()
  expect(checkedIn('Address to Keep')).toEqual([false, true])
})

test.each([
  ['new', 'Harbour Paint will be merged into Harbor Paint Supply, which will be new until another admin verifies it.'],
  [
    'blocked',
    'Harbour Paint will be merged into Harbor Paint Supply, which will be blocked because one of the two is.',
  ],
] as const)('describes the merge with a payee that is %s', async (state, sentence) => {
  const { choose } = await openMerge({ other: { ...other, state } })
  await choose()
  expect(screen.getByText(new RegExp(`^${sentence.replaceAll('.', '\\.')}`))).toBeTruthy()
})

test('merges the other payee into the open one', async () => {
  const { user, choose, sent, history, onOpenChange } = await openMerge()
  await choose()
  await user.click(screen.getByRole('button', { name: 'Merge Payees' }))
  await untilShown('Payees merged')
  expect(sent()).toEqual([['POST /payees/131/merge', { into_id: 127, address_of: 127, version: 5, into_version: 2 }]])
  expect(onOpenChange).toHaveBeenCalledWith(false)
  await eventually(() => expect(history.location.pathname).toBe('/admin-payees/127'))
})

test('merges the open payee into the other payee if the other name is kept', async () => {
  const { user, choose, sent, history } = await openMerge()
  await choose()
  const [, name] = radios('Name to Keep')
  const [, address] = radios('Address to Keep')
  for (const radio of [name, address]) if (radio) await user.click(radio)
  expect(screen.getByText(/^Harbor Paint Supply will be merged into Harbour Paint, /)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Merge Payees' }))
  await untilShown('Payees merged')
  expect(sent()).toEqual([['POST /payees/127/merge', { into_id: 131, address_of: 131, version: 2, into_version: 5 }]])
  await eventually(() => expect(history.location.pathname).toBe('/admin-payees/131'))
})

test('goes back to the search', async () => {
  const { user, choose } = await openMerge()
  await choose()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByRole('searchbox', { name: 'The Other Payee' })).toBeTruthy()
})
