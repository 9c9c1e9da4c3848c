import type { ChartReply } from '@check-requests/domain/books/accounting/chart-fields.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DefaultsDialog } from '#books/accounting/defaults-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { dealerGroup, dealership, purpose } from '#testing/places.ts'

const payoffs = {
  purpose_id: 6,
  dealership_id: null,
  account: '2310',
  account_name: 'Vehicle payoffs',
  is_active: true,
}
const parts = { ...payoffs, purpose_id: 4, dealership_id: 11, account: '6800', account_name: 'Shop supplies' }
const chart: ChartReply = { id: 1, version: 4, has_accounts: true, defaults: [payoffs, parts] }
const call = 'PUT /dealer-groups/1/default-accounts'

async function openDefaults(defaults: ChartReply['defaults'] = chart.defaults, replies: Replies = {}) {
  const onOpenChange = vi.fn()
  const opened = await openScreen(<DefaultsDialog subject={dealerGroup()} open onOpenChange={onOpenChange} />, {
    as: userAs('admin'),
    replies: {
      'GET /dealer-groups/1/chart-of-accounts': { ...chart, defaults },
      'GET /dealer-groups/1/ledger-accounts': { accounts: [], total: 0 },
      'GET /purposes': [purpose(), purpose({ id: 6, name: 'payoff' })],
      'GET /dealerships': [dealership(), dealership({ id: 12, dealer_group_id: 2, name: 'Summit Kia', code: 'KIA' })],
      [call]: chart,
      ...replies,
    },
  })
  await eventually(() => screen.getByRole('dialog', { name: 'Default Accounts: Lakeside Auto Group' }))
  const save = () => opened.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...opened, onOpenChange, save }
}

const row = (number: number) => within(screen.getByRole('group', { name: `Default ${number}` }))

test('shows the purpose, dealership, and account of each default', async () => {
  await openDefaults()
  expect(row(1).getByRole('combobox', { name: 'Purpose' }).textContent).toBe('Payoff')
  expect(row(1).getByLabelText<HTMLSelectElement>('Dealership').value).toBe('0')
  expect(row(1).getByRole('combobox', { name: 'Account' }).textContent).toBe('2310 Vehicle payoffs')
  expect(row(2).getByLabelText<HTMLSelectElement>('Dealership').value).toBe('11')
})

test('offers only this group’s dealerships and “all dealerships”', async () => {
  await openDefaults()
  const options = within(row(1).getByLabelText('Dealership')).getAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual(['All dealerships', 'Lakeside Toyota (TOY)'])
})

test('sends all defaults with the version that was loaded', async () => {
  const { user, save, sent, onOpenChange } = await openDefaults()
  await user.selectOptions(row(1).getByLabelText('Dealership'), 'Lakeside Toyota (TOY)')
  await user.selectOptions(row(2).getByLabelText('Dealership'), 'All dealerships')
  await save()
  await untilShown('Default accounts updated')
  expect(sent()).toEqual([
    [
      call,
      {
        defaults: [
          { purpose_id: 6, dealership_id: 11, account: '2310' },
          { purpose_id: 4, dealership_id: null, account: '6800' },
        ],
        version: 4,
      },
    ],
  ])
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('removes a default', async () => {
  const { user, save, sent } = await openDefaults()
  await user.click(screen.getByRole('button', { name: 'Remove default 1' }))
  await save()
  await eventually(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.[1]).toEqual({
    defaults: [{ purpose_id: 4, dealership_id: 11, account: '6800' }],
    version: 4,
  })
})

test('refuses a default without purpose and account, and clears the error after a change', async () => {
  const { user, save, sent } = await openDefaults([])
  await untilShown('No defaults have been added yet. New accounting lines start without an account.')
  await user.click(screen.getByRole('button', { name: 'Add Default' }))
  await save()
  await untilShown('Purpose is required')
  expect(sent()).toEqual([])
  await user.selectOptions(row(1).getByLabelText('Dealership'), 'Lakeside Toyota (TOY)')
  expect(screen.queryByText('Purpose is required')).toBeNull()
})

test('refuses two defaults for the same purpose and dealership', async () => {
  const { user, save, sent } = await openDefaults([payoffs, { ...payoffs, dealership_id: 11 }])
  await user.selectOptions(row(2).getByLabelText('Dealership'), 'All dealerships')
  await save()
  await untilShown('List each purpose only once per dealership.')
  expect(sent()).toEqual([])
})
