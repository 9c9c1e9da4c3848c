import { bankFileExamples } from '@check-requests/domain/bank/files/examples.ts'
import type { ExceptionReply } from '@check-requests/domain/bank/files/fields.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ResolveDialog } from '#bank/clearing/resolve-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { described, openScreen, Refusal, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const open: ExceptionReply = {
  ...bankFileExamples.resolveException.reply,
  version: 1,
  may_stand: true,
  stands: false,
  resolution: null,
  resolved_by: null,
  resolved_at: null,
}
const call = 'POST /exceptions/127/resolve'

async function openResolve(changes: Partial<ExceptionReply> = {}, replies: Replies = { [call]: open }) {
  const onOpenChange = vi.fn()
  const dialog = <ResolveDialog subject={{ ...open, ...changes }} open onOpenChange={onOpenChange} />
  const opened = await openScreen(dialog, { as: userAs('processor'), replies })
  await eventually(() => screen.getByRole('dialog'))
  const note = screen.getByRole('textbox', { name: 'Resolution' })
  const submit = () => opened.user.click(screen.getByRole('button', { name: 'Resolve' }))
  return { ...opened, onOpenChange, note, submit }
}

test('shows the problem and the details from the bank and the register', async () => {
  await openResolve()
  expect(described('Problem')).toBe('Amount differs')
  expect(described('Paid')).toBe('Nov 24, 2026')
  expect(described('Amount Paid')).toBe('$1,350.50')
  expect(described('Amount in the Register')).toBe('$1,250.50')
  expect(described('Payee Read by the Bank')).toBe('HARBOR PAINT SUPPLY')
  expect(described('Payee in the Register')).toBe('Harbor Paint Supply')
})

test('says that the register has no such check', async () => {
  await openResolve({ check: null, payee: null, number: null, may_stand: false })
  expect(screen.getByRole('dialog', { name: 'Resolve Payment Without a Check Number' })).toBeTruthy()
  expect(described('Amount in the Register')).toBe('No such check')
  expect(screen.queryByText('Payee Read by the Bank')).toBeNull()
})

test('asks whether to accept a payment only if it can be accepted', async () => {
  await openResolve({ may_stand: false })
  expect(screen.queryByRole('radio')).toBeNull()
})

test('names the bank’s amount that would clear the check', async () => {
  await openResolve()
  expect(
    screen.getByRole('radio', { name: 'The bank’s amount of $1,350.50 is accepted: the check clears' }),
  ).toBeTruthy()
})

test('records an accepted payment, and closes', async () => {
  const { user, note, submit, sent, onOpenChange } = await openResolve()
  await user.click(screen.getByRole('radio', { name: / is accepted: the check clears$/ }))
  await user.type(note, 'Our mistake')
  await submit()
  await untilShown('Exception resolved')
  expect(sent()).toEqual([[call, { note: 'Our mistake', bank_stands: true, version: 1 }]])
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('records that the bank reversed a payment', async () => {
  const { user, note, submit, sent } = await openResolve()
  await user.click(screen.getByRole('radio', { name: /^The bank reverses the payment/ }))
  await user.type(note, 'They agreed')
  await submit()
  await eventually(() => expect(sent()).toEqual([[call, { note: 'They agreed', version: 1 }]]))
})

test('sends nothing without an outcome and a note', async () => {
  const { submit, sent } = await openResolve()
  await submit()
  await untilShown('Enter the resolution.')
  expect(screen.getByText('Choose the effect on the check.')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('shows why the server refused, and stays open', async () => {
  const refusal = new Refusal(409, 'Another user has resolved it.')
  const { user, note, submit, onOpenChange } = await openResolve({ may_stand: false }, { [call]: refusal })
  await user.type(note, 'Called')
  await submit()
  await untilShown('Couldn’t resolve this exception')
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('Another user has resolved it.'))
  expect(onOpenChange).not.toHaveBeenCalled()
})
