import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import { checkExamples } from '@check-requests/domain/checks/examples.ts'
import type { CheckReply, StateTotal } from '@check-requests/domain/checks/replies.ts'
import { checkReportExamples } from '@check-requests/domain/checks/reports/examples.ts'
import { addDays, todayIn } from '@check-requests/domain/values/calendar-date.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Register } from '#checks/register/register.tsx'
import { eventually } from '#testing/eventually.ts'
import { cellsOf, openScreen, optionsOf, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const account = { ...bankingExamples.one.reply, id: 3 }
const payroll = { ...account, id: 4, name: 'Payroll' }
const [check] = checkExamples.list.reply.items
const [numbers] = checkReportExamples.numbers.reply

interface Options {
  at?: string
  as?: ReturnType<typeof userAs>
  totals?: StateTotal[] | null
  replies?: Replies
}

async function openRegister(rows: Partial<CheckReply>[], { at = '/', as, totals = [], replies = {} }: Options = {}) {
  const items = rows.map((changes, index) => ({ ...check, id: 127 + index, ...changes }))
  const opened = await openScreen(<Register />, {
    as: as ?? userAs('processor'),
    at,
    replies: {
      'GET /bank-accounts': [account],
      'GET /checks': { items, next_cursor: null, totals },
      'GET /checks/numbers': [numbers],
      ...replies,
    },
  })
  if (rows.length > 0) await eventually(() => screen.getByRole('table', { name: 'Checks', busy: false }))
  return { ...opened, asked: () => opened.read().filter((url) => url.startsWith('/checks?') || url === '/checks') }
}

const row = () => cellsOf('Checks')[0] ?? []
const today = todayIn(account.time_zone)

test('shows number, state, date, payee, amount, request, and signers of a check', async () => {
  await openRegister([{}])
  expect(row()).toEqual([
    '10041',
    'Signed',
    'Nov 20, 2026',
    'Harbor Paint Supply',
    '$1,250.50',
    'LAG-FOR-SVC-000009',
    '–',
    'Manuel Ortiz',
  ])
  expect(screen.getByRole('link', { name: '10041' }).getAttribute('href')).toBe('/checks/127')
  expect(screen.getByRole('link', { name: 'LAG-FOR-SVC-000009' }).getAttribute('href')).toBe('/check-requests/9')
})

test('shows dashes for a check without request and signers', async () => {
  await openRegister([{ check_request_id: null, request_number: null, signed_by: [] }])
  expect(row().slice(5)).toEqual(['–', '–', '–'])
})

test('doesn’t link to the request of a check from before the account was set up', async () => {
  await openRegister([{ check_request_id: null, request_number: 'OLD-7' }])
  expect(row()[5]).toBe('OLD-7')
  expect(screen.queryByRole('link', { name: 'OLD-7' })).toBeNull()
})

test('strikes through the amount of a void check', async () => {
  await openRegister([{ state: 'voided' }])
  expect(row().slice(1, 5)).toEqual(['Void', 'Nov 20, 2026', 'Harbor Paint Supply', 'VOID$1,250.50'])
})

test.each([
  ['run', 'Being printed'],
  ['manual', 'Waiting for a second person'],
  ['opening', 'Waiting for a second person'],
] as const)('shows a reserved check of the kind %s as "%s"', async (kind, state) => {
  await openRegister([{ state: 'reserved', kind }])
  expect(row()[1]).toBe(state)
})

test.each([
  [0, '0 days'],
  [1, '1 day'],
  [12, '12 days'],
])('shows how long a check has been outstanding (days: %i) as “%s”', async (days, text) => {
  await openRegister([{ state: 'issued', issued_on: addDays(today, -days), check_date: today }])
  expect(row()[6]).toBe(text)
})

test('marks a check that has been outstanding for longer than its account allows', async () => {
  const old = addDays(today, -200)
  await openRegister([{ state: 'issued', issued_on: old, check_date: old }])
  expect(row()[6]).toBe('200 daysstale')
})

test('counts outstanding days up to the date of the register', async () => {
  await openRegister([{ state: 'issued', issued_on: '2026-11-01', check_date: '2026-11-01' }], {
    at: '/?asOf=2026-11-11',
  })
  expect(row()[6]).toBe('10 days')
})

test('shows account names if there are several accounts', async () => {
  await openRegister([{}], { replies: { 'GET /bank-accounts': [account, payroll] } })
  await eventually(() => expect(row()[8]).toBe('Operating'))
})

test('reads all filters from the URL', async () => {
  const at =
    '/?account=3&state=issued&search=harbor&from=2026-11-01&to=2026-11-30&amountFrom=10&amountTo=20&asOf=2026-11-30'
  const { asked } = await openRegister([{}], { at })
  expect(asked()).toEqual([
    '/checks?search=harbor&bank_account_id=3&state=issued&from=2026-11-01&to=2026-11-30&amount_from=10&amount_to=20&as_of=2026-11-30',
  ])
})

test('ignores impossible filters in the URL', async () => {
  const { asked } = await openRegister([{}], { at: '/?account=x&state=lost&from=2026-02-30&amountFrom=1,5&asOf=soon' })
  expect(asked()).toEqual(['/checks'])
})

test('writes a chosen state to the URL, and offers all states', async () => {
  const { user, history, asked } = await openRegister([{}])
  expect(optionsOf('State')).toEqual([
    'All states',
    ...['Reserved', 'Released', 'Printed', 'Signed', 'Issued', 'Cleared', 'Spoiled', 'Void', 'Stopped'],
  ])
  await user.selectOptions(screen.getByLabelText('State'), 'Void')
  await eventually(() => expect(history.location.search).toBe('?state=voided'))
  await eventually(() => expect(asked()).toContain('/checks?state=voided'))
})

test('explains that a maximum amount is below the minimum, and ignores the maximum', async () => {
  const { asked } = await openRegister([{}], { at: '/?amountFrom=200&amountTo=100' })
  expect(asked()).toEqual(['/checks?amount_from=200'])
  expect(screen.getByText('The highest amount is below the lowest amount')).toBeTruthy()
})

test('explains that an amount can’t be read, and doesn’t filter by it', async () => {
  const { user, history } = await openRegister([{}])
  await user.type(screen.getByLabelText('Amount from'), '1,5')
  await untilShown('“1,5” isn’t an amount in dollars. Enter 1.50.')
  expect(history.location.search).toBe('')
})

test('offers to clear all filters if nothing matches', async () => {
  const { user, history } = await openRegister([], { at: '/?state=voided&search=x' })
  await untilShown('No checks found matching your criteria')
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
  await eventually(() => expect(history.location.search).toBe(''))
  await untilShown(/^No checks have been printed yet\./)
})

const totals: StateTotal[] = [
  { state: 'issued', count: 1200, amount: 48_000 },
  { state: 'voided', count: 1, amount: 700 },
]
const totalButtons = () => within(screen.getByRole('list', { name: 'Totals' })).getAllByRole('button')

test('shows count and total of each state', async () => {
  await openRegister([{}], { totals })
  expect(totalButtons().map((button) => spaced(button.textContent))).toEqual([
    'Issued: 1,200$48,000.00',
    'Void: 1$700.00',
  ])
})

test('filters by a state when its total is clicked, and clears that filter on a second click', async () => {
  const { user, history } = await openRegister([{}], { totals })
  await user.click(screen.getByRole('button', { name: /^Issued/ }))
  await eventually(() => expect(history.location.search).toBe('?state=issued'))
  await eventually(() => expect(totalButtons()[0]?.getAttribute('aria-pressed')).toBe('true'))
  await user.click(screen.getByRole('button', { name: /^Issued/ }))
  await eventually(() => expect(history.location.search).toBe(''))
})

test('says that too many checks match to calculate totals', async () => {
  await openRegister([{}], { totals: null })
  await untilShown(/^Too many checks match these words/)
})

test('confirms that every number taken has a row', async () => {
  await openRegister([{}])
  await untilShown('Operating: numbers 10001 to 10041, 41 numbers used, 41 rows, 0 gaps.')
})

test('warns about a number without a row', async () => {
  await openRegister([{}], { replies: { 'GET /checks/numbers': [{ ...numbers, rows: 40, gaps: 1 }] } })
  await untilShown(/41 numbers used, 40 rows, 1 gap\. A number without a row indicates a system error\./)
})

test('omits accounts without taken numbers', async () => {
  const replies = { 'GET /checks/numbers': [{ ...numbers, first: null, taken: 0, rows: 0 }] }
  const { read } = await openRegister([{}], { replies })
  await eventually(() => expect(read()).toContain('/checks/numbers'))
  expect(screen.queryByRole('list', { name: 'Numbers' })).toBeNull()
})

test('shows the date of the register without numbers taken later', async () => {
  const { read } = await openRegister([{}], { at: '/?asOf=2026-11-30' })
  expect(screen.getByText(/^The register as it was at the end of Nov 30, 2026\./)).toBeTruthy()
  expect(read()).not.toContain('/checks/numbers')
})

test('offers a sample only to auditors', async () => {
  await openRegister([{}], { as: userAs('processor', { audits: true }) })
  expect(screen.getByRole('button', { name: 'Draw a Sample' })).toBeTruthy()
})

test('doesn’t offer a sample to a processor', async () => {
  await openRegister([{}])
  expect(screen.queryByRole('button', { name: 'Draw a Sample' })).toBeNull()
})
