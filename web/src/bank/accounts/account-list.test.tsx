import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AccountList } from '#bank/accounts/account-list.tsx'
import { eventually } from '#testing/eventually.ts'
import { described, openScreen, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const account = bankingExamples.one.reply
const denise = { id: 31, name: 'Denise Carver' }

async function openAccounts(accounts: BankAccountReply[], replies: Replies = {}, as = userAs('admin')) {
  return openScreen(<AccountList groupId={1} />, {
    as,
    replies: { 'GET /bank-accounts': accounts, 'GET /bank-accounts/127/stock-boxes': [], ...replies },
  })
}

async function openAccount(changes: Partial<BankAccountReply> = {}, replies: Replies = {}, as = userAs('admin')) {
  const opened = await openAccounts([{ ...account, ...changes }], replies, as)
  const card = await eventually(() => screen.getByRole('region', { name: /^Operating / }))
  const acts = within(card)
    .getAllByRole('button')
    .map((button) => spaced(button.textContent))
    .filter((label) => !['Test Page', 'MICR Samples', 'Receive Box'].includes(label))
  return { ...opened, card, acts }
}

test('describes an account in words', async () => {
  await openAccount({ limit_per_check: 50_000 })
  expect(described('Dealerships')).toBe('Lakeside Ford')
  expect(described('Default Account For')).toBe('Lakeside Ford')
  expect(described('Next Check Number')).toBe('10041')
  expect(described('Routing Number')).toBe('021200025 (55-2/212)')
  expect(described('Positive Pay')).toBe('None')
  expect(described('Reconciled Through')).toBe('Nov 18, 2026')
  expect(described('Limit per Check')).toBe('$50,000.00')
  expect(described('Signers')).toBe('Two signers above $25,000.00')
  expect(described('People')).toMatch(/^No one is listed: processors print and reconcile/)
  expect(described('Confirmed')).toMatch(/^Manuel Ortiz, Nov 20, 2026, /)
})

test('omits a missing fraction, and points out missing defaults and limits', async () => {
  await openAccount({ fraction: null, default_dealerships: [], reconciled_through: null })
  expect(described('Routing Number')).toBe('021200025')
  expect(described('Default Account For')).toBe('No dealership')
  expect(described('Reconciled Through')).toBe('Not reconciled yet')
  expect(described('Limit per Check')).toBe('No limit')
})

test('says what is wrong with offsets set before they were checked (decision 171)', async () => {
  await openAccount({ layout: 'bottom', micr: true, stock: 'blank', offset_y: 50 })
  expect(screen.getByText('The MICR line would leave the sheet by 8.0 mm. Enter 18 or less.')).toBeTruthy()
})

test.each([
  [{ stock: 'blank', micr: true }, 'Blank paper, with MICR line.'],
  [{ stock: 'blank', micr: false }, 'Blank paper.'],
  [{ stock: 'preprinted' }, 'Paper pre-printed by the bank.'],
  [{ offset_x: 12 }, 'Everything is printed 0.12 inch to the right.'],
] as const)('describes the paper of an account with the settings %j', async (changes, sentence) => {
  await openAccount(changes)
  expect(described('Paper')).toContain(sentence)
})

test.each([
  ['active', {}, ['Active']],
  ['sample', { is_sample: true }, ['Active', 'Sample']],
  ['changing', { waiting: { limit_per_check: 5 }, proposed_by: [denise] }, ['Active', 'Change pending']],
  ['proposed', { state: 'proposed' as const, proposed_by: [denise] }, ['Proposed']],
])('marks an account as %s', async (_, changes, words) => {
  const { card } = await openAccount(changes)
  const title = within(card).getByRole('heading', { level: 2 })
  expect(spaced(title.textContent)).toBe(`Operating ${words.join('')}`)
})

test('offers an admin the actions on an active account', async () => {
  const { acts } = await openAccount()
  expect(acts).toEqual(['Propose to Close', 'Edit', 'Names at the Bank'])
})

test('offers the file format of an account with positive pay', async () => {
  const { acts } = await openAccount({ positive_pay: 'checks' })
  expect(acts).toContain('Positive-Pay File')
})

test('offers to confirm or discard a proposed account, but not to close it', async () => {
  const { acts } = await openAccount({ state: 'proposed', proposed_by: [denise] })
  expect(acts).toEqual(['Confirm', 'Discard', 'Edit'])
})

test('doesn’t offer to close an account twice', async () => {
  const { acts } = await openAccount({ waiting: { closes: true }, proposed_by: [denise] })
  expect(acts).toEqual(['Confirm', 'Discard', 'Edit', 'Names at the Bank'])
})

test('offers a processor no changes', async () => {
  const { acts } = await openAccount({ waiting: { closes: true }, proposed_by: [denise] }, {}, userAs('processor'))
  expect(acts).toEqual([])
})

test('doesn’t let the admin who proposed a change confirm it', async () => {
  await openAccount({ waiting: { limit_per_check: 5 }, proposed_by: [{ id: 7, name: 'Ada Moreno' }] })
  expect(screen.getByRole('button', { name: 'Confirm Operating' }).getAttribute('aria-disabled')).toBe('true')
})

const waits = () => spaced(screen.getByRole('region', { name: 'Pending changes to Operating' }).textContent)

test('shows a pending change next to the current value, and who proposed it', async () => {
  await openAccount({
    waiting: { limit_per_check: 500, closes: true },
    proposed_by: [denise, { id: 33, name: 'Manuel Ortiz' }],
  })
  expect(waits()).toContain(
    'Denise Carver and Manuel Ortiz proposed a change. It takes effect once another admin confirms it.',
  )
  expect(waits()).toContain('Limit per CheckNow: No limitThen: $500.00')
  expect(waits()).toContain('StateNow: OpenThen: Closed')
})

test('says that checks can’t be drawn on a proposed account yet', async () => {
  await openAccount({ state: 'proposed', proposed_by: [denise] })
  expect(waits()).toContain('Denise Carver proposed this account. Checks can be drawn on it once another admin')
})

test('shows what a confirmation changes, and sends the displayed version', async () => {
  const changes = { waiting: { limit_per_check: 500 }, proposed_by: [denise] }
  const { user, sent } = await openAccount(changes, { 'POST /bank-accounts/127/confirm': account })
  await user.click(screen.getByRole('button', { name: 'Confirm Operating' }))
  const dialog = await eventually(() => screen.getByRole('alertdialog', { name: 'Confirm Operating?' }))
  expect(spaced(dialog.textContent)).toContain('Limit per Check$500.00')
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
  await eventually(() => expect(sent()).toEqual([['POST /bank-accounts/127/confirm', { version: 2 }]]))
})

test('shows all numbers of a proposed account before its confirmation', async () => {
  const { user } = await openAccount({ state: 'proposed', proposed_by: [denise] })
  await user.click(screen.getByRole('button', { name: 'Confirm Operating' }))
  const dialog = spaced((await eventually(() => screen.getByRole('alertdialog'))).textContent)
  for (const fact of ['Routing Number021200025', 'Account Numberends in 9012', 'Next Check Number10041'])
    expect(dialog).toContain(fact)
})

test.each([
  ['proposed', 'Discard Operating?', 'The account is closed without having been used.'],
  ['active', 'Discard the pending changes to Operating?', 'The account won’t change.'],
] as const)('explains what discarding does to an account that is %s', async (state, title, text) => {
  const { user } = await openAccount({
    state,
    waiting: state === 'active' ? { closes: true } : null,
    proposed_by: [denise],
  })
  await user.click(screen.getByRole('button', { name: 'Discard the pending changes to Operating' }))
  const dialog = await eventually(() => screen.getByRole('alertdialog', { name: title }))
  expect(dialog.textContent).toContain(text)
})

test('lists closed accounts at the bottom, and omits accounts of other groups', async () => {
  const closed: BankAccountReply = { ...account, id: 130, name: 'Old', state: 'closed' }
  await openAccounts([account, closed, { ...account, id: 131, name: 'Summit', dealer_group_id: 2 }])
  await untilShown('Old: First Harbor Bank, account ending in 9012')
  expect(screen.queryByText(/Summit/)).toBeNull()
})

test('explains check numbering if no account is set up', async () => {
  await openAccounts([])
  await untilShown('No bank accounts have been set up yet. Until then, signers enter check numbers by hand.')
})

test('shows why the accounts couldn’t be loaded', async () => {
  await openAccounts([], { 'GET /bank-accounts': new Refusal(403, 'Not for you.') })
  await untilShown('Not for you.')
})
