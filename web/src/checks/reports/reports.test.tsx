import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import type { UnclaimedPropertyReply } from '@check-requests/domain/bank/unclaimed.ts'
import type { FlaggedCheckReply, StaleCheckReply } from '@check-requests/domain/checks/replies.ts'
import { addDays, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StaleChecks } from '#checks/reports/stale-checks.tsx'
import { RedFlags, UnclaimedProperty } from '#screens/checks/check-reports.tsx'
import { eventually } from '#testing/eventually.ts'
import { cellsOf, openScreen, Refusal, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const due = {
  state: 'TX',
  because: 'payee' as const,
  dormant_on: '2029-03-02',
  letter_by: '2030-05-02',
  report_on: '2030-07-01',
}
const stale: StaleCheckReply = {
  id: 12,
  bank_account_id: 3,
  bank_account_name: 'Operating',
  number: 9874,
  check_date: '2026-03-02',
  issued_on: '2026-03-03',
  days_outstanding: 262,
  check_request_id: 2,
  request_number: 'LAG-2',
  requests: [{ id: 2, request_number: 'LAG-2' }],
  payee_name: 'Harbor Paint Supply',
  amount: 1250.5,
  address: ['12 Dock Street', 'Austin, TX 78701'],
  kind: 'Parts',
  due,
  missing: null,
}

async function openStale(items: StaleCheckReply[], count = items.length) {
  const reply = { items, count, amount: 1250.5 * count }
  await openScreen(<StaleChecks />, { as: userAs('processor'), replies: { 'GET /checks/stale': reply } })
  await untilShown(items[0] ? String(items[0].number) : /^No checks have been outstanding longer/)
}

test('shows a stale check with its address, days, and due date as unclaimed property', async () => {
  await openStale([stale])
  expect(cellsOf('Stale checks')).toEqual([
    [
      '9874',
      'Harbor Paint Supply12 Dock Street, Austin, TX 78701',
      '$1,250.50',
      'Mar 2, 2026',
      '262 days',
      'Report to TX by Jul 1, 2030payee’s last known state; last letter by May 2, 2030',
      'Operating',
    ],
  ])
})

test('says that the holder’s state determines where money is due', async () => {
  await openStale([{ ...stale, due: { ...due, because: 'holder' } }])
  expect(cellsOf('Stale checks')[0]?.[5]).toContain('holder’s state; last letter by')
})

test('says what is missing for calculating a check’s due date', async () => {
  await openStale([{ ...stale, due: null, missing: 'No rule says when TX takes it.' }])
  expect(cellsOf('Stale checks')[0]?.[5]).toBe('No rule says when TX takes it.')
})

test.each([
  [
    1,
    /^1 check is outstanding for longer than the account allows, \$1,250\.50 in total\. Banks can still pay stale checks\./,
  ],
  [2000, /^2,000 checks are outstanding for longer than the account allows, \$2,501,000\.00 in total\./],
])('shows the total of %i stale check(s)', async (count, sentence) => {
  await openStale([stale], count)
  expect(screen.getByText(sentence)).toBeTruthy()
})

test('says how many of the stale checks are listed', async () => {
  await openStale([stale], 2)
  expect(screen.getByText('The oldest 1 are shown.')).toBeTruthy()
})

test('shows no total without stale checks', async () => {
  await openStale([])
  expect(screen.getByText(/^Voiding a check doesn’t cancel the debt/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Letters/ })).toBeNull()
})

test('offers letters for the only account', async () => {
  await openStale([stale])
  expect(screen.getByRole('button', { name: 'Letters to Payees' })).toBeTruthy()
})

test('offers letters for each account with an address', async () => {
  const other = { ...stale, id: 13, number: 9875, bank_account_id: 4, bank_account_name: 'Payroll' }
  const without = { ...stale, id: 14, number: 9876, bank_account_id: 5, bank_account_name: 'Trust', address: [] }
  await openStale([stale, other, without])
  const letters = screen.getAllByRole('button', { name: /^Letters/ }).map((button) => button.textContent)
  expect(letters).toEqual(['Letters to Payees: Operating', 'Letters to Payees: Payroll'])
  expect(screen.getByText('No letter can be written because no address is known.')).toBeTruthy()
})

const flagged: FlaggedCheckReply = {
  id: 127,
  bank_account_id: 3,
  bank_account_name: 'Operating',
  number: 10_041,
  state: 'signed',
  kind: 'run',
  check_date: '2026-11-21',
  check_request_id: 9,
  request_number: 'LAG-9',
  requests: [{ id: 9, request_number: 'LAG-9' }],
  payee_name: 'Harbor Paint Supply',
  amount: 1250.5,
  flags: [
    { kind: 'weekend', sentence: 'The check is dated Nov 21, 2026, a Saturday.', about: { id: 5, number: 9000 } },
  ],
}
const today = localToday(new Date())

async function openFlags(items: FlaggedCheckReply[], flaggedCount = items.length) {
  const reply = { items, flagged: flaggedCount, looked_at: 1400 }
  const opened = await openScreen(<RedFlags />, {
    as: userAs('admin'),
    replies: { 'GET /checks/red-flags': reply },
  })
  await untilShown(/of 1,400 checks in this period have a flag\./)
  return opened
}

test('shows the red flags of a check and links to the other check', async () => {
  await openFlags([flagged])
  expect(cellsOf('Checks with red flags')).toEqual([
    [
      '10041',
      'Signed',
      'Nov 21, 2026',
      'Harbor Paint Supply',
      '$1,250.50',
      'The check is dated Nov 21, 2026, a Saturday. Check 9000',
      'LAG-9',
      'Operating',
    ],
  ])
  expect(screen.getByRole('link', { name: 'Check 9000' }).getAttribute('href')).toBe('/checks/5')
})

test('shows the last 30 days by default', async () => {
  const { read } = await openFlags([flagged])
  expect(read()).toContain(`/checks/red-flags?from=${addDays(today, -30)}&to=${addDays(today, 1)}`)
})

test('shows another period once the typed day is a valid date', async () => {
  const { read } = await openFlags([flagged])
  const asked = () => read().filter((url) => url.includes('red-flags'))
  const field = screen.getByRole('textbox', { name: 'From' })
  fireEvent.change(field, { target: { value: 'soon' } })
  fireEvent.change(field, { target: { value: '11/01/2026' } })
  await eventually(() => expect(asked()).toHaveLength(2))
  expect(asked()[1]).toBe(`/checks/red-flags?from=2026-11-01&to=${addDays(today, 1)}`)
})

test('says how many flagged checks aren’t listed', async () => {
  await openFlags([flagged], 700)
  expect(screen.getByText(/^700 of 1,400 .* The first 1 are shown: choose a shorter period/)).toBeTruthy()
})

test('says that no checks have a red flag', async () => {
  await openFlags([])
  expect(screen.getByText('No checks in this period have a red flag.')).toBeTruthy()
})

const table = bankingExamples.unclaimed.reply

async function openTable(changes: Partial<UnclaimedPropertyReply> | Refusal = {}, as = userAs('admin')) {
  const reply = changes instanceof Refusal ? changes : { ...table, ...changes }
  const url = '/dealer-groups/1/unclaimed-property'
  return openScreen(<UnclaimedProperty groupId={1} />, { as, replies: { [`GET ${url}`]: reply } })
}

test('shows the rules of unclaimed property', async () => {
  const rule = { state: 'TX', dormancy_months: 36, cutoff: '03-01', report: '07-01', letter_days: 60 }
  await openTable({
    rules: [
      { ...rule, kind: null },
      { ...rule, kind: 'Payroll', dormancy_months: 12 },
    ],
  })
  await untilShown('All others')
  expect(cellsOf('Rules')).toEqual([
    ['TX', 'All others', '36 months', '03-01', '07-01', '60 days before'],
    ['TX', 'Payroll', '12 months', '03-01', '07-01', '60 days before'],
  ])
})

test.each([
  ['DE', /the money goes to DE, the holder’s state\.$/],
  [null, /The holder’s state isn’t set\.$/],
])('says which state receives money by default (holder’s state: %j) in the text %s', async (holder_state, sentence) => {
  await openTable({ holder_state })
  await untilShown(sentence)
})

test('lets an admin edit the table', async () => {
  const { user } = await openTable()
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Edit Table' })))
  await eventually(() => screen.getByRole('dialog', { name: 'Unclaimed Property' }))
})

test('shows the table read-only to a processor', async () => {
  await openTable({}, userAs('processor'))
  await untilShown('All others')
  expect(screen.queryByRole('button', { name: 'Edit Table' })).toBeNull()
})

test('explains the effect of a table without rules', async () => {
  await openTable({ rules: [] })
  await untilShown('No rules have been added yet, so due dates for uncashed checks can’t be calculated.')
})

test('shows why the table couldn’t be loaded', async () => {
  await openTable(new Refusal(403, 'Not your group.'))
  await untilShown('Not your group.')
})
