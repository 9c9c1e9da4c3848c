import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestExamples } from '@check-requests/domain/check-requests/examples.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { printRunExamples } from '@check-requests/domain/checks/examples.ts'
import { addDays, todayIn } from '@check-requests/domain/values/calendar-date.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PrintChecks } from '#screens/checks/print-checks.tsx'
import { eventually } from '#testing/eventually.ts'
import type { SeenRequest } from '#testing/local-server.ts'
import { cellsOf, openScreen, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const ford = { id: 1, name: 'Lakeside Ford' }
const kia = { id: 2, name: 'Lakeside Kia' }
const account: BankAccountReply = {
  ...bankingExamples.one.reply,
  dealerships: [ford, kia],
  default_dealerships: [ford],
}
const payroll: BankAccountReply = { ...account, id: 128, name: 'Payroll', default_dealerships: [kia] }
const page = checkRequestExamples.list.reply
const approved = { status_id: 3, status_name: 'approved', dealership_name: 'Lakeside Ford', amount: 1250.5 } as const
const { list_pages: _pages, opened: _opened, checks: _checks, ...made } = printRunExamples.make.reply
const settled = {
  ...made,
  id: 126,
  first_number: 10_001,
  count: 40,
  state: 'confirmed',
  settled_by: { id: 41, name: 'Priya Nair' },
  settled_at: '2026-11-20T17:05:00.000Z',
}

interface Options {
  accounts?: BankAccountReply[]
  at?: string
  as?: ReturnType<typeof userAs>
  replies?: Replies
}

async function openPrinting(
  rows: Partial<ListedRequest>[],
  { accounts = [account], at = '/', as, replies = {} }: Options = {},
) {
  const items = rows.map((changes, index) => ({
    ...page.items[0],
    ...approved,
    id: 127 + index,
    request_number: `LAG-${127 + index}`,
    ...changes,
  }))
  const opened = await openScreen(<PrintChecks />, {
    as: as ?? userAs('processor'),
    at,
    replies: {
      'GET /bank-accounts': accounts,
      'GET /print-runs': [],
      'GET /print-runs/waiting': [],
      'GET /print-runs/combinable': [],
      'GET /check-requests': { ...page, items, total: rows.length, sum: 1250.5 * rows.length },
      'POST /print-runs': printRunExamples.make.reply,
      ...replies,
    },
  })
  const box = (number: string) =>
    eventually(() => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${number}` }))
  const print = () => opened.user.click(screen.getByRole('button', { name: 'Reserve Numbers and Print' }))
  return { ...opened, box, print }
}

test('creates a print run for the selected requests, and opens it', async () => {
  const { user, box, print, sent, history } = await openPrinting([{}, {}])
  await user.click(await box('LAG-127'))
  expect(screen.getByText('1 check, $1,250.50')).toBeTruthy()
  await print()
  await untilShown('Numbers reserved')
  expect(sent()).toEqual([['POST /print-runs', { bank_account_id: 127, check_request_ids: [127] }]])
  await eventually(() => expect(history.location.pathname).toBe('/print-runs/127'))
})

test('offers to combine chosen requests that can share a check', async () => {
  const groups = [{ check_request_ids: [127, 128] }, { check_request_ids: [129, 131] }]
  const replies = { 'GET /print-runs/combinable': groups }
  const requests = [
    { payee_name_1: 'Dane County Glass', amount: 100 },
    { payee_name_1: 'DANE COUNTY GLASS', amount: 200.5 },
    { payee_name_1: 'Dane County Glass', amount: 1, mailing_address: '1 Other Way' },
    { payee_name_1: 'Harbor Glass', amount: 50 },
  ]
  const { user, box, print, sent } = await openPrinting(requests, { replies })
  await user.click(await box('LAG-127'))
  expect(screen.queryByRole('checkbox', { name: /^Combine/ })).toBeNull()
  for (const number of ['LAG-128', 'LAG-129', 'LAG-130']) await user.click(await box(number))
  const offer = screen.getByRole('checkbox', { name: /^Combine/ })
  expect(offer.closest('label')?.textContent).toBe('Combine 2 requests of Dane County Glass: $300.50')
  await user.click(offer)
  expect(screen.getByText('3 checks, $351.50')).toBeTruthy()
  await print()
  await untilShown('Numbers reserved')
  expect(sent()).toEqual([
    ['POST /print-runs', { bank_account_id: 127, check_request_ids: [129, 130], combine: [[127, 128]] }],
  ])
})

test('selects the requests in the URL at the start', async () => {
  const { box } = await openPrinting([{}, {}], { at: '/?account=127&requests=128,x,-1' })
  expect([(await box('LAG-127')).checked, (await box('LAG-128')).checked]).toEqual([false, true])
})

test('sends a changed check date, and offers 31 days', async () => {
  const { user, box, print, sent } = await openPrinting([{}])
  const day = addDays(todayIn(account.time_zone), 3)
  await user.click(await box('LAG-127'))
  fireEvent.change(screen.getByRole('textbox', { name: 'Check Date' }), { target: { value: day } })
  await print()
  await eventually(() => expect(sent()[0]?.[1]).toMatchObject({ check_date: day }))
})

test('shows the server’s message at the check date', async () => {
  const refusal = new Refusal(422, 'Some fields are wrong.', { check_date: 'This month is closed.' })
  const { user, box, print } = await openPrinting([{}], { replies: { 'POST /print-runs': refusal } })
  await user.click(await box('LAG-127'))
  await print()
  expect(await untilShown('This month is closed.')).toHaveLength(1)
})

test('names the first check’s number on blank paper', async () => {
  await openPrinting([{}])
  await untilShown('The first check gets number 10041.')
  expect(screen.queryByRole('textbox', { name: 'First Number in the Tray' })).toBeNull()
})

test('asks for the first number on preprinted paper, and refuses a used number', async () => {
  const accounts = [{ ...account, stock: 'preprinted' as const }]
  const { user, box, print, sent } = await openPrinting([{}], { accounts })
  await user.click(await box('LAG-127'))
  const field = screen.getByRole('textbox', { name: 'First Number in the Tray' })
  fireEvent.change(field, { target: { value: '10040' } })
  await print()
  expect(sent()).toEqual([])
  fireEvent.change(field, { target: { value: ' 10045 ' } })
  await print()
  await eventually(() => expect(sent()[0]?.[1]).toMatchObject({ first_number: 10_045 }))
})

test.each([
  ['preprinted', 'three', 1],
  ['preprinted', 'top', 0],
  ['blank', 'three', 0],
] as const)(
  'asks for the first free check only on preprinted sheets with several (%s, %s)',
  async (stock, layout, count) => {
    const { user, box, print, sent } = await openPrinting([{}], { accounts: [{ ...account, stock, layout }] })
    await user.click(await box('LAG-127'))
    const asked = screen.queryAllByRole('combobox', { name: 'First Free Check on the Sheet' })
    expect(asked).toHaveLength(count)
    for (const field of asked) fireEvent.change(field, { target: { value: '3' } })
    await print()
    await eventually(() => expect(sent()[0]?.[1]).toMatchObject(count === 1 ? { first_position: 3 } : {}))
  },
)

test('locks a request above the account’s limit, and says why', async () => {
  await openPrinting([{}], { accounts: [{ ...account, limit_per_check: 1000 }] })
  await eventually(() => screen.getByRole('checkbox', { name: 'LAG-127 can’t be selected' }))
  expect(cellsOf('Approved requests')[0]?.at(-1)).toContain('The amount is above $1,000.00, the limit per check')
})

test('locks a request that is similar to another one', async () => {
  const waiting = [{ check_request_id: 127, sentence: 'This request looks like LAG-112.' }]
  await openPrinting([{}], { replies: { 'GET /print-runs/waiting': waiting } })
  await eventually(() => expect(cellsOf('Approved requests')[0]?.at(-1)).toBe('This request looks like LAG-112.'))
})

test('lists requests with another default account separately below the rest', async () => {
  await openPrinting([{}, { dealership_name: 'Lakeside Kia' }], { accounts: [account, payroll], at: '/?account=127' })
  await eventually(() => screen.getByRole('region', { name: 'Default account: Payroll' }))
  expect(cellsOf('Approved requests')).toHaveLength(1)
  expect(cellsOf('Default account: Payroll')[0]?.[1]).toBe('LAG-128')
})

test.each([
  [[], 'No approved requests can be printed on this account.'],
  [[{ dealership_name: 'Lakeside Kia' }], 'No approved requests use this account by default.'],
])('says that no requests can be printed (requests for other accounts: %j) in the text “%s”', async (rows, text) => {
  await openPrinting(rows, { accounts: [account, payroll], at: '/?account=127' })
  await untilShown(text)
})

test('asks the user to settle an open run first, and hides the requests', async () => {
  await openPrinting([{}], { replies: { 'GET /print-runs': [{ ...made, state: 'made' }] } })
  const section = await eventually(() => screen.getByRole('region', { name: 'Open print run' }))
  expect(spaced(section.textContent)).toMatch(
    /1 check for \$1,250\.50, prepared by Priya Nair on Nov 20, 2026, .*, number 10041\. Record the print result before/,
  )
  expect(screen.getByRole('link', { name: 'Record Print Result' }).getAttribute('href')).toBe('/print-runs/127')
  expect(screen.queryByRole('region', { name: 'Approved Requests' })).toBeNull()
})

test('lists settled runs with their result', async () => {
  await openPrinting([], { replies: { 'GET /print-runs': [settled] } })
  await untilShown('10001 to 10040')
  const [row] = cellsOf('Settled print runs')
  expect(row?.slice(0, 5)).toEqual(['10001 to 10040', '40 checks', '$1,250.50', 'Printed', 'Nov 20, 2026'])
  expect(row?.[5]).toMatch(/^Nov 20, 2026, .* by Priya Nair$/)
})

test('says why the user can’t print on the account', async () => {
  await openPrinting([{}], { as: userAs('approver') })
  await untilShown('Your role can’t print checks for the account “Operating”.')
  expect(screen.queryByRole('region', { name: 'Approved Requests' })).toBeNull()
})

test('counts the requests to print on each of several accounts', async () => {
  const none = { ...page, items: [], total: 0, sum: null }
  const reply = ({ url }: SeenRequest) => (url.includes('dealership=1') ? { ...page, total: 3, sum: 4500 } : none)
  await openPrinting([], { accounts: [account, payroll], replies: { 'GET /check-requests': reply } })
  await untilShown('3 requests, $4,500.00')
  await untilShown('0 requests')
  expect(screen.getByRole('link', { name: 'Print on Payroll' }).getAttribute('href')).toBe('/print-checks?account=128')
})

test('names dealerships without a default account', async () => {
  const accounts = [account, { ...payroll, default_dealerships: [] }]
  await openPrinting([{}], { accounts })
  await untilShown(/for Lakeside Kia, without a default account\. Choose one of their accounts above\./)
  await untilShown('No default dealerships')
})

test('warns of payees that no positive-pay file can contain', async () => {
  const compared: BankAccountReply = { ...account, omits_foreign_payees: true }
  const joined = { payee_name_1: 'Ada Lovelace', payee_name_2: 'Ωμ Glass' }
  await openPrinting([{ payee_name_1: 'Омега Кузов' }, joined, {}], { accounts: [compared] })
  await untilShown(/No bank file can contain “О”.*, so positive-pay files leave this check out/)
  await untilShown(/No bank file can contain “Ω” and “μ”, so positive-pay files leave this check out/)
  expect(screen.getAllByText(/No bank file can contain/)).toHaveLength(2)
})

test('doesn’t warn of payees where positive-pay files can contain all of them', async () => {
  await openPrinting([{ payee_name_1: 'Омега Кузов' }], { accounts: [{ ...account, positive_pay: 'payees' }] })
  await untilShown('Омега Кузов')
  expect(screen.queryByText(/No bank file can contain/)).toBeNull()
})
