import { addDays, formatDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { clockOf, payeeTarget, RequestInformation } from '#check-requests/detail/request-information.tsx'
import { described, openScreen, spaced } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { detailedRequest } from '#testing/requests.ts'

const today = localToday(new Date())

async function openInformation(changes: Parameters<typeof detailedRequest>[0] = {}, as = userAs('approver')) {
  await openScreen(<RequestInformation request={detailedRequest(changes)} />, { as })
}

const terms = (part: string) =>
  within(screen.getByRole('region', { name: part }))
    .getAllByRole('term')
    .map(({ textContent }) => textContent)

describe('request information', () => {
  test('shows amount and payee first', async () => {
    await openInformation()
    expect(spaced(screen.getByRole('region', { name: 'Request Information' }).textContent)).toMatch(
      /^Request Information\$1,796\.24Harbor Glass Works/,
    )
  })

  test('shows the payment, payee, location, and delivery sections', async () => {
    await openInformation({ memo_line: 'Invoice 12' })
    expect(['Purpose', 'PO Number', 'Payee Type', 'Memo Line', 'Dealership', 'Delivery Method'].map(described)).toEqual(
      ['Parts', 'PO-1', 'Business', 'Invoice 12', 'Lakeside Toyota', 'Pickup'],
    )
  })

  test('shows a dash for an empty field', async () => {
    await openInformation()
    expect(described('Invoice Number')).toBe('–')
    expect(described('Completed Date')).toBe('–')
  })

  test('hides rare references and the purpose description if they are blank', async () => {
    await openInformation()
    expect(terms('Payment')).not.toContain('Stock Number')
    expect(terms('Payment')).not.toContain('Other Purpose')
  })

  test('shows rare references and the purpose description if they are filled in', async () => {
    await openInformation({ purpose_name: 'other', purpose_other: 'Raffle prize', stock_number: 'S-2' })
    expect(described('Other Purpose')).toBe('Raffle prize')
    expect(described('Stock Number')).toBe('S-2')
  })

  test('shows how two payees are joined', async () => {
    await openInformation({ payee_name_2: 'Rosa Delgado', payee_join: 'or' })
    expect(described('Second Payee Name')).toBe('Rosa Delgado')
    expect(terms('Payee')).toContain('Payees Joined By')
  })

  test('shows the carrier and address of a mailed check without a message', async () => {
    await openInformation({
      delivery_method_kind: 'carrier',
      delivery_method_name: 'FedEx',
      mailing_method: 'FedEx',
      tracking_number: '1Z 999',
      mailing_address: '1 Main Street',
    })
    expect(described('Tracking Number')).toBe('1Z 999')
    expect(described('Mailing Address')).toBe('1 Main Street')
    expect(terms('Delivery')).not.toContain('Message/Details')
  })

  test('shows the message for a check that is picked up', async () => {
    await openInformation({ delivery_method_other: 'Ask for Jo' })
    expect(terms('Delivery')).toEqual(['Delivery Method', 'Message/Details'])
  })

  test('shows each accounting line with its control number and amount', async () => {
    const lines = [
      { account: '5001', account_name: 'Parts', control_number: 'RO-1', amount: 1700 },
      { account: '5002', account_name: 'Freight', control_number: null, amount: 96.24 },
    ]
    await openInformation({ accounting: lines })
    expect(terms('Accounting')).toEqual(['5001 Parts · RO-1', '5002 Freight'])
    expect(described('5002 Freight')).toBe('$96.24')
  })

  test('marks an overdue request', async () => {
    const due = addDays(today, -2)
    await openInformation({ due_date: due })
    expect(described('Due Date')).toBe(`${formatDate(due)}Overdue 2 days`)
  })

  test('shows a check number that was entered by hand', async () => {
    await openInformation({ check_number: '001046' })
    expect(described('Check Number')).toBe('001046')
  })

  test('makes invisible characters in the payee’s name visible', async () => {
    await openInformation({ payee_name_1: 'Harbor\u200bGlass' })
    expect(screen.getByRole('region', { name: 'Request Information' }).textContent).not.toContain('\u200b')
  })
})

const payoff = { per_diem: 12.5, approved_up_to: null }

describe('payoff', () => {
  test('shows a payoff’s good-through date, days left, and per diem', async () => {
    const good_through = addDays(today, 3)
    await openInformation({ good_through, due_date: good_through, payoff })
    expect(described('Good Through')).toBe(`${formatDate(good_through)}3d left`)
    expect(described('Per Diem')).toBe('$12.50')
    expect(terms('Payment')).not.toContain('Approved Up To')
  })

  test('shows the largest amount approved for a payoff', async () => {
    const good_through = addDays(today, 3)
    await openInformation({ good_through, payoff: { ...payoff, approved_up_to: 1900 } })
    expect(described('Approved Up To')).toBe('$1,900.00')
  })

  test.each([
    ['approved', true],
    ['request', true],
    ['printed', false],
    ['closed', false],
  ] as const)(
    'shows the amount owed today for a late payoff at status %s (expected: %s)',
    async (status_name, says) => {
      const good_through = addDays(today, -2)
      await openInformation({ status_name, amount: 1000, good_through, due_date: good_through, payoff })
      expect(described('Good Through').includes('$1,025.00 is owed today')).toBe(says)
    },
  )

  test('calculates a payoff in whole cents', () => {
    const request = detailedRequest({ amount: 0.29, good_through: '2026-11-30', payoff: { ...payoff, per_diem: 0.57 } })
    expect(clockOf(request)).toEqual({ amount: 29, perDiem: 57, goodThrough: '2026-11-30' })
  })

  test('calculates no payoff without a good-through date', () => {
    expect(clockOf(detailedRequest({ payoff }))).toBeUndefined()
  })
})

test.each([
  [{ id: 5, name: 'Harbor' }, { to: '/admin-payees/5' }],
  [
    { id: null, name: 'Harbor' },
    { to: '/admin-payees', search: { search: 'Harbor' } },
  ],
])('links the payee %j to the screen %j', (payee, target) => {
  expect(payeeTarget(payee)).toEqual(target)
})
