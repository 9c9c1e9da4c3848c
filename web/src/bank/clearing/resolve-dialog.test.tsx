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
  const note = screen.getByRole('textbox', { name: 'What came out of it' })
  const submit = () => opened.user.click(screen.getByRole('button', { name: 'Resolve' }))
  return { ...opened, onOpenChange, note, submit }
}

test('shows what is wrong and what bank and register have', async () => {
  await openResolve()
  expect(described('Wrong')).toBe('Amount differs')
  expect(described('Paid')).toBe('Nov 24, 2026')
  expect(described('The bank paid')).toBe('$1,350.50')
  expect(described('The register has')).toBe('$1,250.50')
  expect(described('The bank read')).toBe('HARBOR PAINT SUPPLY')
  expect(described('Payee')).toBe('Harbor Paint Supply')
})

test('says that the register has no such check', async () => {
  await openResolve({ check: null, payee: null, number: null, may_stand: false })
  expect(screen.getByRole('dialog', { name: 'Resolve the Payment Without a Number' })).toBeTruthy()
  expect(described('The register has')).toBe('No such check')
  expect(screen.queryByText('The bank read')).toBeNull()
})

test('asks whether a payment stands only if it can', async () => {
  await openResolve({ may_stand: false })
  expect(screen.queryByRole('radio')).toBeNull()
})

test('names the bank’s amount that would clear the check', async () => {
  await openResolve()
  expect(screen.getByRole('radio', { name: 'The bank’s amount of $1,350.50 stands: it clears the check' })).toBeTruthy()
})

test('records that a payment stands, and closes', async () => {
  const { user, note, submit, sent, onOpenChange } = await openResolve()
  await user.click(screen.getByRole('radio', { name: / stands: it clears the check$/ }))
  await user.type(note, 'Our mistake')
  await submit()
  await untilShown('Exception resolved')
  expect(sent()).toEqual([[call, { note: 'Our mistake', bank_stands: true, version: 1 }]])
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('records that the bank takes a payment back', async () => {
  const { user, note, submit, sent } = await openResolve()
  await user.click(screen.getByRole('radio', { name: /^The bank takes the payment back/ }))
  await user.type(note, 'They agreed')
  await submit()
  await eventually(() => expect(sent()).toEqual([[call, { note: 'They agreed', version: 1 }]]))
})

test('sends nothing without outcome and note', async () => {
  const { submit, sent } = await openResolve()
  await submit()
  await untilShown('Say what came out of it')
  expect(screen.getByText('Say whether the payment stands')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('shows why the server refused, and stays open', async () => {
  const refusal = new Refusal(409, 'Somebody else has resolved it.')
  const { user, note, submit, onOpenChange } = await openResolve({ may_stand: false }, { [call]: refusal })
  await user.type(note, 'Called')
  await submit()
  await untilShown('Couldn’t resolve this exception')
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('Somebody else has resolved it.'))
  expect(onOpenChange).not.toHaveBeenCalled()
})
