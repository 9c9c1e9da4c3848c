import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import type { ReconciliationReply } from '@check-requests/domain/bank/reports/endpoints.ts'
import { bankReportExamples } from '@check-requests/domain/bank/reports/examples.ts'
import { todayIn } from '@check-requests/domain/values/calendar-date.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ReconciliationCard } from '#bank/clearing/reconciliation-card.tsx'
import { eventually } from '#testing/eventually.ts'
import { cellsOf, openScreen, Refusal, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const account = bankingExamples.one.reply
const report = bankReportExamples.reconciliation.reply
const check: ReconciliationReply['outstanding_checks'][number] = {
  id: 9,
  number: 10_041,
  check_date: '2026-11-19',
  issued_on: '2026-11-20',
  payee_name: 'Harbor Paint Supply',
  amount: 1250.5,
  days: 10,
  is_stale: false,
}
const difference: ReconciliationReply['differences'][number] = {
  id: 8,
  number: 10_040,
  payee_name: 'Coast Towing',
  amount: 480,
  paid: 490,
  paid_on: '2026-11-24',
}
const path = '/bank-accounts/127/reconciliation'

async function openReport(changes: Partial<ReconciliationReply> = {}, at = '/?as_of=2026-11-30') {
  const opened = await openScreen(<ReconciliationCard account={account} />, {
    as: userAs('processor'),
    at,
    replies: { [`GET ${path}`]: { ...report, ...changes } },
  })
  await eventually(() => screen.getByRole('heading', { name: 'Outstanding Checks' }))
  const verdict = () => screen.getAllByRole('status').map((one) => spaced(one.textContent))
  return { ...opened, verdict }
}

const none = { count: 0, amount: 0 }

test('says that book and bank agree to the cent', async () => {
  const { verdict } = await openReport({ difference: 0, differences: [], unresolved: none })
  expect(verdict()).toContain(
    'Operating at the end of Nov 30, 2026: the cleared checks agree with the bank to the cent.',
  )
})

test('says how much more the bank paid, why, and how many exceptions are open', async () => {
  const { verdict } = await openReport()
  expect(verdict()).toContain(
    'Operating at the end of Nov 30, 2026: the bank has paid $10.00 more than the register shows, because of the 1 payment with a different amount below. 1 exception of $1,350.50 through that day is open.',
  )
})

test('says how much less the bank paid, for several payments and exceptions', async () => {
  const differences = [1, 2].map((id) => ({ ...difference, id }))
  const { verdict } = await openReport({ difference: -12.5, differences, unresolved: { count: 2, amount: 99 } })
  expect(verdict()).toContain(
    'Operating at the end of Nov 30, 2026: the bank has paid $12.50 less than the register shows, because of the 2 payments with a different amount below. 2 exceptions of $99.00 through that day are open.',
  )
})

test('gives no reason for a difference without accepted payments', async () => {
  const { verdict } = await openReport({ differences: [], unresolved: none })
  expect(verdict()).toContain(
    'Operating at the end of Nov 30, 2026: the bank has paid $10.00 more than the register shows.',
  )
  expect(screen.queryByRole('region', { name: 'Accepted Payments with a Different Amount' })).toBeNull()
})

test('shows the amounts from issued checks down to the bank’s payments', async () => {
  await openReport()
  const [, ...rows] = within(screen.getByRole('table', { name: 'Balance' })).getAllByRole('row')
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Issued', '13', '$48,911.90'],
    ['Less voided', '1', '$700.00'],
    ['Less stopped', '0', '$0.00'],
    ['Book', '12', '$48,211.90'],
    ['Less cleared', '11', '$46,961.40'],
    ['Outstanding', '1', '$1,250.50'],
    ['Older than 180 days', '0', '$0.00'],
    ['Paid by the bank for the cleared checks', '11', '$46,971.40'],
    ['Other bank payments: exceptions', '1', '$1,350.50'],
    ['Open exceptions', '1', '$1,350.50'],
  ])
})

test('shows a payment with a different amount, and the difference to the cent', async () => {
  await openReport({ differences: [{ ...difference, amount: 480.1, paid: 480.3 }] })
  expect(cellsOf('Accepted Payments with a Different Amount')).toEqual([
    ['10040', 'Coast Towing', '$480.30', '$480.10', '$0.20', 'Nov 24, 2026'],
  ])
})

test('lists outstanding checks with their age in days, and marks stale checks', async () => {
  const rows = [check, { ...check, id: 10, number: 9000, days: 1200, is_stale: true }]
  await openReport({ outstanding_checks: rows })
  expect(cellsOf('Outstanding Checks')).toEqual([
    ['10041', 'Harbor Paint Supply', '$1,250.50', 'Nov 19, 2026', 'Nov 20, 2026', '10'],
    ['9000', 'Harbor Paint Supply', '$1,250.50', 'Nov 19, 2026', 'Nov 20, 2026', 'Stale1,200'],
  ])
  expect(screen.getByRole('link', { name: '10041' }).getAttribute('href')).toBe('/checks/9')
})

test('says that no check was outstanding', async () => {
  await openReport({ outstanding: none, outstanding_checks: [] })
  expect(screen.getByText('No checks were outstanding at the end of Nov 30, 2026.')).toBeTruthy()
})

test('says how many outstanding checks are listed only in the files', async () => {
  await openReport({ outstanding: { count: 1250, amount: 1 } })
  expect(
    screen.getByText('The oldest 1 of 1,250 are listed; the PDF and Excel files include all of them.'),
  ).toBeTruthy()
})

test('reports as of the date in the URL', async () => {
  const { read } = await openReport()
  expect(read()).toContain(`${path}?as_of=2026-11-30`)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'As of' }).value).toBe('Nov 30, 2026')
})

test.each(['/', '/?as_of=2026-02-30', '/?as_of=soon'])(
  'reports as of the account’s current date for the URL %s',
  async (at) => {
    const { read } = await openReport({}, at)
    expect(read()).toContain(`${path}?as_of=${todayIn(account.time_zone)}`)
  },
)

test('writes the typed day to the URL once it is a valid date', async () => {
  const { user, history } = await openReport()
  const field = screen.getByRole('textbox', { name: 'As of' })
  await user.clear(field)
  expect(history.location.search).toBe('?as_of=2026-11-30')
  await user.type(field, '10/31/2026')
  await eventually(() => expect(history.location.search).toBe('?as_of=2026-10-31'))
})

test('says why a report couldn’t be saved', async () => {
  const { user, read } = await openReport()
  await user.click(screen.getByRole('button', { name: 'PDF' }))
  await untilShown('Couldn’t save this report')
  expect(read()).toContain(`${path}/pdf?as_of=2026-11-30`)
})

test('shows why the report couldn’t be loaded', async () => {
  await openScreen(<ReconciliationCard account={account} />, {
    as: userAs('processor'),
    replies: { [`GET ${path}`]: new Refusal(403, 'Not your account.') },
  })
  await untilShown('Not your account.')
})
