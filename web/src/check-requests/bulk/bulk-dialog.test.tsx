import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { BulkDialog } from '#check-requests/bulk/bulk-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, spaced } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { historyEntry, listedRequest } from '#testing/requests.ts'
import { useSelection } from '#ui/table/row-selection.tsx'

const closed = vi.fn()
const noDuplicates = { requests: [], more: 0, hidden: 0, is_lower_bound: false }

interface Reviewed {
  to: StatusName
  requests: ListedRequest[]
  replies?: object
  role?: 'approver' | 'processor'
}

async function openReview({ to, requests, replies = {}, role = 'approver' }: Reviewed) {
  function Review() {
    const selection = useSelection<ListedRequest>({
      rows: requests,
      rowKey: ({ id }) => id,
      isMeant: () => true,
      about: '',
      initial: requests.map(({ id }) => id),
    })
    const choice = { to, requests, targets: [to], selection }
    return <BulkDialog choice={choice} open onClose={closed} finalFocus={() => undefined} />
  }
  closed.mockReset()
  const opened = await openScreen(<Review />, {
    as: userAs(role),
    replies: {
      'GET /check-requests/duplicates': noDuplicates,
      'GET /check-requests/next-check-numbers': [],
      ...replies,
    },
  })
  await eventually(() => screen.getByRole('dialog'))
  return opened
}

const two = [listedRequest({ id: 1, amount: 1000 }), listedRequest({ id: 2, amount: 2000.5, request_number: 'LAG-2' })]
const done = (id: number, status_name: StatusName) => ({ id, done: true, entry: historyEntry({ status_name }) })
const itemsOf = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => spaced(textContent))

test('shows all requests with their total before anything is sent', async () => {
  const { sent } = await openReview({ to: 'approved', requests: two })
  expect(screen.getByRole('dialog', { name: 'Approve 2 requests' })).toBeTruthy()
  expect(screen.getByText('Review the requests. Nothing has been updated yet.')).toBeTruthy()
  expect(itemsOf('Approve').at(-1)).toBe('2 requests$3,000.50')
  expect(sent()).toEqual([])
})

test('lists refused requests with the reason, and excludes them from the button’s count', async () => {
  const hold = { by_id: 5, by_name: 'Denise Carver', reason: 'Wait', at: '2026-11-20T15:00:00.000Z' }
  await openReview({ to: 'approved', requests: [...two, listedRequest({ id: 3, hold })] })
  expect(screen.getByText('1 request can’t be updated.')).toBeTruthy()
  expect(itemsOf('Requests that can’t be updated')[0]).toContain('Denise Carver has put this request on hold')
  expect(screen.getByRole('button', { name: 'Approve 2 requests, $3,000.50' })).toBeTruthy()
})

test('sends the version of each request, and reports the results', async () => {
  const replies = { 'POST /status/bulk': [done(1, 'approved'), done(2, 'approved')] }
  const { user, sent } = await openReview({ to: 'approved', requests: two, replies })
  await user.click(screen.getByRole('button', { name: 'Approve 2 requests, $3,000.50' }))
  expect(await eventually(() => screen.getByRole('dialog', { name: '2 requests updated' }))).toBeTruthy()
  const items = [
    { id: 1, version: 5 },
    { id: 2, version: 5 },
  ]
  expect(sent()).toEqual([['POST /status/bulk', { status_id: 3, note: '', items }]])
})

test('shows the server’s reason for a failed request, and counts the rest', async () => {
  const refused = { id: 2, done: false, status: 409, message: 'Another user was faster.', error: { code: 'CONFLICT' } }
  const { user } = await openReview({
    to: 'approved',
    requests: two,
    replies: { 'POST /status/bulk': [done(1, 'approved'), refused] },
  })
  await user.click(screen.getByRole('button', { name: 'Approve 2 requests, $3,000.50' }))
  await eventually(() => screen.getByRole('dialog', { name: '1 of 2 requests updated' }))
  expect(itemsOf('Results')[1]).toContain('Another user was faster.')
  expect(screen.getByText('$1,000.00 in total. Requests that weren’t updated stay selected.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry 1 request' })).toBeTruthy()
})

test('names the approved step if other steps remain', async () => {
  const changes = [{ field: 'approval_step', from: null, to: 'Controller' }]
  const entry = historyEntry({ status_name: 'processing', changes })
  const replies = { 'POST /status/bulk': [{ id: 1, done: true, entry }] }
  const { user } = await openReview({ to: 'approved', requests: two.slice(0, 1), replies })
  await user.click(screen.getByRole('button', { name: 'Approve 1 request, $1,000.00' }))
  await eventually(() => expect(itemsOf('Results')[0]).toContain('Approved step “Controller”'))
})

test('requires a comment for a rejection before anything is sent', async () => {
  const { user, sent } = await openReview({ to: 'rejected', requests: two })
  await user.click(screen.getByRole('button', { name: 'Reject 2 requests, $3,000.50' }))
  expect(
    await eventually(() => screen.getByText('Enter a reason so that the requester knows what to do.')),
  ).toBeTruthy()
  expect(sent()).toEqual([])
})

test('keeps the review with the server’s reason if the whole call fails', async () => {
  const replies = { 'POST /status/bulk': new Refusal(422, 'At most 100 requests.') }
  const { user } = await openReview({ to: 'approved', requests: two, replies })
  await user.click(screen.getByRole('button', { name: 'Approve 2 requests, $3,000.50' }))
  expect((await eventually(() => screen.getByRole('alert'))).textContent).toBe('At most 100 requests.')
})

const printed = [1, 2].map((id) => listedRequest({ id, status_name: 'printed', request_number: `LAG-${id}` }))

test('suggests the next check numbers', async () => {
  const next = [
    { id: 1, check_number: '1001' },
    { id: 2, check_number: '1002' },
  ]
  await openReview({
    to: 'signed',
    requests: printed,
    role: 'processor',
    replies: { 'GET /check-requests/next-check-numbers': next },
  })
  await eventually(() => expect(screen.getByLabelText(/^Check Number for LAG-2/)).toHaveProperty('value', '1002'))
})

test('fills in check numbers in sequence after the first', async () => {
  const { user } = await openReview({ to: 'signed', requests: printed, role: 'processor' })
  await user.type(screen.getByLabelText('First Check Number'), '000998')
  expect(screen.getByLabelText(/^Check Number for LAG-1/)).toHaveProperty('value', '000998')
  expect(screen.getByLabelText(/^Check Number for LAG-2/)).toHaveProperty('value', '000999')
})

test('groups checks to hand over by delivery method', async () => {
  const requests = ['FedEx', 'Pickup', 'FedEx'].map((delivery_method_name, id) =>
    listedRequest({ id: id + 1, status_name: 'ready', delivery_method_name }),
  )
  await openReview({ to: 'closed', requests, role: 'processor' })
  const items = itemsOf('Complete Check Request')
  expect([items[0], items[3]]).toEqual(['FedEx2 requests', 'Pickup1 request'])
})
