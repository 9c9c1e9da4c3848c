import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import { checkExamples } from '@check-requests/domain/checks/examples.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ConfirmEntryDialog } from '#checks/entering/confirm-entry-dialog.tsx'
import { DiscardEntryDialog } from '#checks/entering/discard-entry-dialog.tsx'
import { EnterCheck, WaitingEntries } from '#screens/checks/checks.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const account = { ...bankingExamples.one.reply, id: 3 }
const entry: CheckReply = {
  ...checkExamples.one.reply,
  state: 'reserved',
  kind: 'manual',
  signed_by: [],
  entered_by: { id: 5, name: 'Carl Brand' },
}

async function openEntries(rows: Partial<CheckReply>[], as = userAs('processor')) {
  const items = rows.map((changes) => ({ ...entry, ...changes }))
  const opened = await openScreen(<WaitingEntries />, {
    as,
    replies: { 'GET /checks': { items, next_cursor: null, totals: [] } },
  })
  await eventually(() => expect(opened.read().some((url) => url.startsWith('/checks?'))).toBe(true))
  const row = async () => eventually(() => screen.getByRole('listitem'))
  const acts = async () =>
    within(await row())
      .getAllByRole('button')
      .map((button) => button.textContent)
  return { ...opened, row, acts }
}

test.each([
  ['manual', 'Written by hand, entered by Carl Brand.'],
  ['opening', 'Outstanding from before setup, entered by Carl Brand.'],
] as const)('describes an entered check of the kind %s', async (kind, sentence) => {
  const { row } = await openEntries([{ kind }])
  const text = spaced((await row()).textContent)
  expect(text).toContain('Check 10041$1,250.50 to Harbor Paint Supply')
  expect(text).toContain(sentence)
})

test('offers to confirm or discard another user’s entry', async () => {
  const { acts } = await openEntries([{}])
  expect(await acts()).toEqual(['Confirm', 'Discard'])
})

test.each([
  ['who entered a check', { entered_by: { id: 7, name: 'Ada Moreno' } }, 'You entered check 10041, so someone else'],
  ['who raised its request', { raised_by: [7] }, 'You raised the request for check 10041, so someone else'],
  ['who is no admin, for a check from before', { kind: 'opening' as const }, 'so an admin has to confirm it.'],
])('lets a person %s only discard the entry, and says why', async (_, changes, reason) => {
  const { row, acts } = await openEntries([changes])
  expect(await acts()).toEqual(['Discard'])
  expect((await row()).textContent).toContain(reason)
})

test('fetches the entered checks that are pending confirmation', async () => {
  const { read } = await openEntries([])
  expect(read()).toContain('/checks?entered=true&state=reserved&limit=200')
  expect(screen.queryByText('Waiting for a Second Person')).toBeNull()
})

test.each([
  ['manual', /^Compare the entry with the handwritten check\. Confirming sets its request to Printed\./],
  ['opening', /^Compare the entry with your earlier records\. Confirming makes the check outstanding\./],
] as const)('explains what confirming a check of the kind %s does', async (kind, text) => {
  const dialog = <ConfirmEntryDialog subject={{ ...entry, kind }} open onOpenChange={vi.fn()} />
  await openScreen(dialog, { as: userAs('admin') })
  await untilShown(text)
})

test('confirms an entry with the displayed version, and closes', async () => {
  const onOpenChange = vi.fn()
  const { user, sent } = await openScreen(<ConfirmEntryDialog subject={entry} open onOpenChange={onOpenChange} />, {
    as: userAs('admin'),
    replies: { 'POST /checks/127/confirm': entry },
  })
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Confirm' })))
  await untilShown('Check confirmed')
  expect(sent()).toEqual([['POST /checks/127/confirm', { version: 3 }]])
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

async function openDiscard(changes: Partial<CheckReply>, reply: unknown = entry) {
  const dialog = <DiscardEntryDialog subject={{ ...entry, ...changes }} open onOpenChange={vi.fn()} />
  const opened = await openScreen(dialog, { as: userAs('processor'), replies: { 'POST /checks/127/discard': reply } })
  await eventually(() => screen.getByRole('dialog', { name: 'Discard Check 10041' }))
  const submit = () => opened.user.click(screen.getByRole('button', { name: 'Discard Entry' }))
  const reason = screen.getByRole('textbox', { name: 'What is wrong with this entry?' })
  return { ...opened, submit, reason }
}

test('asks what happens to the number of a discarded handwritten check', async () => {
  const { user, submit, reason, sent } = await openDiscard({})
  await user.type(reason, 'Wrong payee')
  await submit()
  expect(sent()).toEqual([])
  await user.click(screen.getByRole('radio', { name: 'The number can’t be used again: the sheet is spoiled' }))
  await submit()
  await untilShown('Entry discarded')
  expect(sent()).toEqual([['POST /checks/127/discard', { reason: 'Wrong payee', number: 'spoiled', version: 3 }]])
})

test('releases the number of a check from before setup without asking', async () => {
  const { user, submit, reason, sent } = await openDiscard({ kind: 'opening' })
  expect(screen.queryByRole('radio')).toBeNull()
  await user.type(reason, 'Twice')
  await submit()
  await eventually(() =>
    expect(sent()).toEqual([['POST /checks/127/discard', { reason: 'Twice', number: 'free', version: 3 }]]),
  )
})

test('shows why an entry couldn’t be discarded', async () => {
  const { user, submit, reason } = await openDiscard({ kind: 'opening' }, new Refusal(409, 'It is confirmed now.'))
  await user.type(reason, 'Twice')
  await submit()
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('It is confirmed now.'))
})

test('offers the entry of a check to users who can print on an account', async () => {
  await openScreen(<EnterCheck />, { as: userAs('processor'), replies: { 'GET /bank-accounts': [account] } })
  await eventually(() => screen.getByRole('button', { name: 'Enter Check' }))
})

test('offers only accounts that list the user', async () => {
  const people = [{ user_id: 8, name: 'Bo Lee', rights: ['print' as const], most_to_sign: null }]
  const { user } = await openScreen(<EnterCheck />, {
    as: userAs('processor'),
    replies: { 'GET /bank-accounts': [account, { ...account, id: 4, name: 'Payroll', people }] },
  })
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Enter Check' })))
  await eventually(() => screen.getByRole('dialog', { name: 'Enter Check' }))
  expect(screen.queryByLabelText('Account')).toBeNull()
})
