import { payeeExamples } from '@check-requests/domain/payees/examples.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PayeeList } from '#screens/admin/admin-payees.tsx'
import { eventually } from '#testing/eventually.ts'
import type { SeenRequest } from '#testing/local-server.ts'
import { cellsOf, openScreen, optionsOf, Refusal, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const payee = payeeExamples.one.reply

async function openPayees(items: PayeeReply[], { at = '/', as = userAs('approver') } = {}) {
  const opened = await openScreen(<PayeeList />, {
    as,
    at,
    replies: { 'GET /payees': { items, next_cursor: null } },
  })
  await untilShown(items[0]?.name ?? /^No payees/)
  return { ...opened, asked: () => opened.read().filter((url) => url.startsWith('/payees')) }
}

test('shows a payee’s state, kind, one-line address, contact, and group', async () => {
  await openPayees([payee])
  expect(cellsOf('Payees')).toEqual([
    [
      'Harbor Paint Supply',
      'Verified',
      'Business, vendor',
      '1200 Dock Street, Astoria, OR 97103',
      'billing@harborpaint.example',
      '(503) 555-0142',
      'Lakeside Auto Group',
    ],
  ])
})

test('shows dashes for a payee without address, email, and phone', async () => {
  await openPayees([{ ...payee, address: null, email: null, phone: null }])
  expect(cellsOf('Payees')[0]?.slice(3, 6)).toEqual(['–', '–', '–'])
})

test('links a payee’s name to its page', async () => {
  await openPayees([payee])
  expect(screen.getByRole('link', { name: 'Harbor Paint Supply' }).getAttribute('href')).toBe('/admin-payees/127')
})

test('marks an invisible character in a payee’s name', async () => {
  await openScreen(<PayeeList />, {
    as: userAs('approver'),
    replies: { 'GET /payees': { items: [{ ...payee, name: 'Harbor\u200b Paint' }], next_cursor: null } },
  })
  await untilShown('Harbor⟦U+200B⟧ Paint')
})

test('offers editing to an admin of the group', async () => {
  await openPayees([payee], { as: userAs('admin') })
  expect(screen.getByRole('button', { name: 'Edit Harbor Paint Supply' })).toBeTruthy()
})

test.each([
  ['an approver', userAs('approver')],
  ['a processor', userAs('processor')],
  ['an admin of dealerships', userAs('admin', { access_level: 2, dealership_id: [11] })],
])('offers no editing to %s', async (_, as) => {
  await openPayees([payee], { as })
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull()
})

test('reads search and state from the URL', async () => {
  const { asked } = await openPayees([payee], { at: '/?search=dock&state=blocked' })
  expect(asked()).toEqual(['/payees?search=dock&state=blocked'])
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search Payees' }).value).toBe('dock')
  expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('blocked')
})

test('shows all payees for an unknown state in the URL', async () => {
  const { asked } = await openPayees([payee], { at: '/?state=deleted' })
  expect(asked()).toEqual(['/payees'])
})

test('offers every payee state as a filter', async () => {
  await openPayees([payee])
  expect(optionsOf('State')).toEqual(['All states', 'New', 'Verified', 'Blocked'])
})

test('writes a chosen state to the URL and fetches the matching payees', async () => {
  const { user, history, asked } = await openPayees([payee])
  await user.selectOptions(screen.getByLabelText('State'), 'New')
  await eventually(() => expect(history.location.search).toBe('?state=new'))
  await eventually(() => expect(asked()).toContain('/payees?state=new'))
})

test('writes the search text to the URL when typing pauses', async () => {
  const { user, history } = await openPayees([payee])
  await user.type(screen.getByRole('searchbox', { name: 'Search Payees' }), 'dock')
  await eventually(() => expect(history.location.search).toBe('?search=dock'))
})

test('distinguishes an empty list from a filter without matches', async () => {
  await openPayees([])
  expect(screen.getByText('No payees yet.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull()
})

test.each(['/?search=dock', '/?state=new'])(
  'offers to clear the filter in the URL %s if nothing matches',
  async (at) => {
    await openPayees([], { at })
    expect(screen.getByRole('button', { name: 'Clear Filters' })).toBeTruthy()
  },
)

test('clears a search and a state filter without matches', async () => {
  const { user, history } = await openPayees([], { at: '/?search=dock&state=new' })
  await untilShown('No payees found matching your criteria')
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
  await eventually(() => expect(history.location.search).toBe(''))
  await untilShown('No payees yet.')
})

test('loads the next page with its cursor and keeps the first page', async () => {
  const pageOf = ({ url }: SeenRequest) =>
    url.includes('cursor=c2')
      ? { items: [{ ...payee, id: 128, name: 'Coast Towing' }], next_cursor: null }
      : { items: [payee], next_cursor: 'c2' }
  const { user } = await openScreen(<PayeeList />, { as: userAs('approver'), replies: { 'GET /payees': pageOf } })
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Load More' })))
  await untilShown('Coast Towing')
  expect(cellsOf('Payees').map(([name]) => name)).toEqual(['Harbor Paint Supply', 'Coast Towing'])
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull()
})

test('shows, in place of an empty list, why the payees couldn’t be loaded', async () => {
  const replies = { 'GET /payees': new Refusal(403, 'You can’t read payees.') }
  await openScreen(<PayeeList />, { as: userAs('approver'), replies })
  await untilShown('You can’t read payees.')
  expect(screen.queryByText('No payees yet.')).toBeNull()
})
