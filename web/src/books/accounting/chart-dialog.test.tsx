import type { LedgerAccount } from '@check-requests/domain/books/accounting/chart-fields.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ChartDialog } from '#books/accounting/chart-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import type { SeenRequest } from '#testing/local-server.ts'
import { openScreen, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { dealerGroup } from '#testing/places.ts'

const account: LedgerAccount = {
  id: 12,
  version: 1,
  dealer_group_id: 1,
  number: '2310',
  name: 'Vehicle payoffs',
  is_active: true,
}
const url = 'GET /dealer-groups/1/ledger-accounts'

async function openChart(accounts: LedgerAccount[], replies: Replies = {}, total = accounts.length) {
  const onOpenChange = vi.fn()
  const opened = await openScreen(<ChartDialog subject={dealerGroup()} open onOpenChange={onOpenChange} />, {
    as: userAs('admin'),
    replies: { [url]: { accounts, total }, ...replies },
  })
  await eventually(() => screen.getByRole('dialog', { name: 'Chart of Accounts: Lakeside Auto Group' }))
  return { ...opened, onOpenChange }
}

const rows = () =>
  within(screen.getByRole('list', { name: 'Accounts' }))
    .getAllByRole('listitem')
    .map((row) => spaced(row.textContent))

test('lists accounts with number and name, and marks inactive ones', async () => {
  await openChart([account, { ...account, id: 13, number: '1999', name: 'Suspense', is_active: false }])
  await untilShown('Suspense')
  expect(rows()).toEqual(['2310Vehicle payoffs', '1999SuspenseInactive'])
})

test('explains an empty chart, and offers neither a search nor default accounts', async () => {
  await openChart([])
  await untilShown('No accounts have been added yet. Requests of this dealer group have no accounting lines.')
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Default Accounts' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Import' })).toBeTruthy()
})

test('says how many accounts aren’t shown', async () => {
  await openChart([account], {}, 1101)
  await untilShown('And 1,100 more. Search to see them.')
})

test('searches by number or name, and keeps the search field if nothing is found', async () => {
  const reply = ({ url: asked }: SeenRequest) =>
    asked.includes('search=zzz') ? { accounts: [], total: 0 } : { accounts: [account], total: 1 }
  const { user, read } = await openChart([], { [url]: reply })
  await user.type(await eventually(() => screen.getByRole('searchbox', { name: 'Search Accounts' })), 'zzz')
  await untilShown('No accounts match your search.')
  expect(read()).toContain('/dealer-groups/1/ledger-accounts?search=zzz&limit=100')
  expect(screen.getByRole('searchbox', { name: 'Search Accounts' })).toBeTruthy()
  expect(screen.queryByText(/^No accounts have been added yet/)).toBeNull()
})

test('deactivates an account', async () => {
  const { user, sent } = await openChart([account], { 'PUT /ledger-accounts/12': { ...account, is_active: false } })
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Deactivate account 2310' })))
  await untilShown('Account updated')
  expect(sent()).toEqual([['PUT /ledger-accounts/12', { is_active: false, version: 1 }]])
})

test('reactivates an account', async () => {
  const { user, sent } = await openChart([{ ...account, is_active: false }], { 'PUT /ledger-accounts/12': account })
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Reactivate account 2310' })))
  await eventually(() => expect(sent()).toEqual([['PUT /ledger-accounts/12', { is_active: true, version: 1 }]]))
})

test('opens the dialog for renaming an account', async () => {
  const { user } = await openChart([account])
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Rename account 2310' })))
  await eventually(() => screen.getByRole('dialog', { name: 'Rename Account' }))
})

test('shows why the chart couldn’t be loaded', async () => {
  await openChart([], { [url]: new Refusal(403, 'Admins only.') })
  await untilShown('Admins only.')
  expect(screen.queryByText(/^No accounts have been added yet/)).toBeNull()
})
