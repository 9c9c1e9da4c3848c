import { payeeExamples } from '@check-requests/domain/payees/examples.ts'
import type { PaymentsReply } from '@check-requests/domain/payees/replies.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatDay } from '#check-requests/list/moments.ts'
import { PayeeRequests } from '#payees/payee-requests.tsx'
import { cellsOf, openScreen, Refusal, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const payments = payeeExamples.payments.reply
type Payment = PaymentsReply['items'][number]

const paid: Payment = {
  id: 127,
  request_number: 'LAG-TOY-SVC-000127',
  payee_name: 'Harbor Paint Supply',
  amount: 1250.5,
  status_name: 'closed',
  requester_name: 'Dana Whitfield',
  dealership_name: 'Lakeside Toyota',
  check_number: '704411',
  raised_at: '2026-11-12T16:20:00.000Z',
  paid_at: '2026-11-18T19:05:00.000Z',
}
const open: Payment = { ...paid, id: 128, status_name: 'approved', check_number: null, paid_at: null }
const rejected: Payment = { ...open, id: 129, status_name: 'rejected' }

async function openRequests(changes: Partial<PaymentsReply>) {
  await openScreen(<PayeeRequests payeeId={127} />, {
    as: userAs('approver'),
    replies: { 'GET /payees/127/payments': { ...payments, ...changes } },
  })
  await untilShown(/ paid in /)
}

test('separates open, paid, and rejected requests', async () => {
  await openRequests({ items: [paid, open, rejected] })
  expect(cellsOf('Open Requests').map((cells) => cells[3])).toEqual(['Approved'])
  expect(cellsOf('Payments').map((cells) => cells[6])).toEqual(['704411'])
  expect(cellsOf('Rejected')).toHaveLength(1)
})

test('shows each payment’s request, payee, amount, date, requester, dealership, and check number', async () => {
  await openRequests({ items: [paid] })
  expect(cellsOf('Payments')).toEqual([
    [
      'LAG-TOY-SVC-000127',
      'Harbor Paint Supply',
      '$1,250.50',
      formatDay('2026-11-18T19:05:00.000Z'),
      'Dana Whitfield',
      'Lakeside Toyota',
      '704411',
    ],
  ])
})

test('shows dashes for a payment without dealership and check number', async () => {
  await openRequests({ items: [{ ...paid, dealership_name: null, check_number: null }] })
  expect(cellsOf('Payments')[0]?.slice(5)).toEqual(['–', '–'])
})

test('explains empty lists of open requests and payments, and hides an empty list of rejected requests', async () => {
  await openRequests({ items: [] })
  expect(screen.getByText('No open requests to this payee that you can view.')).toBeTruthy()
  expect(screen.getByText('No payments to this payee that you can view.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Rejected' })).toBeNull()
})

test.each([
  ['one payment', { count: 1, amount: 1250.5 }, false, '$1,250.50 paid in 1 request'],
  ['several payments', { count: 1250, amount: 99 }, false, '$99.00 paid in 1,250 requests'],
  ['more payments than were counted', { count: 500, amount: 7 }, true, 'At least $7.00 paid in 500 requests'],
  ['no payments', { count: 0, amount: 0 }, false, '$0.00 paid in 0 requests'],
])('shows the total for %s', async (_, sum, is_lower_bound, sentence) => {
  await openRequests({ items: [], paid: sum, is_lower_bound })
  expect(screen.getByText(sentence)).toBeTruthy()
})

test('shows the total of pending requests separately', async () => {
  await openRequests({ items: [open], under_way: { count: 1, amount: 1250.5 } })
  expect(screen.getByText('$1,250.50 pending in 1 request')).toBeTruthy()
})

test('shows why the payments couldn’t be loaded', async () => {
  await openScreen(<PayeeRequests payeeId={127} />, {
    as: userAs('approver'),
    replies: { 'GET /payees/127/payments': new Refusal(409, 'The payee is gone.') },
  })
  expect(await untilShown('The payee is gone.')).toHaveLength(2)
})
