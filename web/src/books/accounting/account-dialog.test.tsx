import type { LedgerAccount } from '@check-requests/domain/books/accounting/chart-fields.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AccountDialog } from '#books/accounting/account-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const account: LedgerAccount = {
  id: 12,
  version: 1,
  dealer_group_id: 1,
  number: '2310',
  name: 'Vehicle payoffs',
  is_active: true,
}

async function openAccount(stored: LedgerAccount | undefined, replies: Replies) {
  const onOpenChange = vi.fn()
  const subject = { groupId: 1, ...(stored && { account: stored }) }
  const dialog = <AccountDialog subject={subject} open onOpenChange={onOpenChange} />
  const opened = await openScreen(dialog, { as: userAs('admin'), replies })
  await eventually(() => screen.getByRole('dialog'))
  return { ...opened, onOpenChange }
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('adds an account to the dealer group’s chart', async () => {
  const { user, sent, onOpenChange } = await openAccount(undefined, { 'POST /ledger-accounts': account })
  await user.type(field('Number'), '2310')
  await user.type(field('Name'), 'Vehicle payoffs')
  await user.click(screen.getByRole('button', { name: 'Add Account' }))
  await untilShown('Account added')
  expect(sent()).toEqual([['POST /ledger-accounts', { dealer_group_id: 1, number: '2310', name: 'Vehicle payoffs' }]])
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('requires a number and a name', async () => {
  const { user, sent } = await openAccount(undefined, {})
  await user.click(screen.getByRole('button', { name: 'Add Account' }))
  await untilShown('Account name is required')
  expect(field('Number').getAttribute('aria-invalid')).toBe('true')
  expect(sent()).toEqual([])
})

test('shows an error if the number is already taken', async () => {
  const taken = new Refusal(409, 'This number is taken.', { number: 'The chart has this number already.' })
  const { user } = await openAccount(undefined, { 'POST /ledger-accounts': taken })
  await user.type(field('Number'), '2310')
  await user.type(field('Name'), 'Payoffs')
  await user.click(screen.getByRole('button', { name: 'Add Account' }))
  await untilShown('The chart has this number already.')
  expect(field('Number').getAttribute('aria-invalid')).toBe('true')
})

test('doesn’t let the user change the number of a stored account, and says why', async () => {
  await openAccount(account, {})
  expect(field('Number').readOnly).toBe(true)
  expect(screen.getByText('The account number can’t be changed because requests refer to it.')).toBeTruthy()
})

test('renames an account, and sends the displayed version', async () => {
  const { user, sent } = await openAccount(account, { 'PUT /ledger-accounts/12': account })
  await user.type(field('Name'), ' old')
  await user.click(screen.getByRole('button', { name: 'Rename' }))
  await untilShown('Account updated')
  expect(sent()).toEqual([['PUT /ledger-accounts/12', { name: 'Vehicle payoffs old', version: 1 }]])
})

test('renames the newer version after another user saved first', async () => {
  let version = 1
  const write = () => {
    if (version === 2) return account
    version = 2
    return new Refusal(409, 'Another user has changed this account.')
  }
  const { user, sent } = await openAccount(account, {
    'PUT /ledger-accounts/12': write,
    'GET /dealer-groups/1/ledger-accounts': () => ({ accounts: [{ ...account, version }], total: 1 }),
  })
  await user.type(field('Name'), ' old')
  await user.click(screen.getByRole('button', { name: 'Rename' }))
  await untilShown('Another user has changed this account.')
  await eventually(async () => {
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    expect(sent().at(-1)).toEqual(['PUT /ledger-accounts/12', { name: 'Vehicle payoffs old', version: 2 }])
  })
})
