import { payeeExamples } from '@check-requests/domain/payees/examples.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PayeeDialog } from '#payees/payee-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const payee = payeeExamples.one.reply

async function openDialog(subject: PayeeReply | null, replies: Replies = {}, as = userAs('admin')) {
  const onOpenChange = vi.fn()
  const dialog = <PayeeDialog subject={subject} open onOpenChange={onOpenChange} />
  const opened = await openScreen(dialog, { as, replies: { 'GET /payees/127': payee, ...replies } })
  await eventually(() => screen.getByRole('dialog'))
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
  const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
  const submit = () => opened.user.click(screen.getByRole('button', { name: subject ? 'Update Payee' : 'Add Payee' }))
  return { ...opened, onOpenChange, field, radio, submit }
}

test('adds a payee to the admin’s own group, and sends blank fields as null', async () => {
  const { user, field, radio, submit, sent, onOpenChange } = await openDialog(null, { 'POST /payees': payee })
  await user.type(field('Name'), 'Coast Towing')
  await user.click(radio('Business'))
  await user.click(radio('Vendor'))
  await submit()
  await eventually(() => expect(onOpenChange).toHaveBeenCalledWith(false))
  expect(sent()).toEqual([
    [
      'POST /payees',
      expect.objectContaining({
        dealer_group_id: 1,
        name: 'Coast Towing',
        payee_type: 'business',
        payee_sub_type: 'vendor',
        address: null,
        email: null,
        phone: null,
        default_purpose_id: null,
        is_separate: false,
      }),
    ],
  ])
  await untilShown('Payee added')
})

test('sends nothing while name and type are missing', async () => {
  const { field, submit, sent } = await openDialog(null)
  await submit()
  await eventually(() => expect(field('Name').getAttribute('aria-invalid')).toBe('true'))
  expect(sent()).toEqual([])
})

test('asks a super admin to choose the dealer group', async () => {
  await openDialog(null, {}, userAs('admin', { access_level: 0, dealer_group_id: null }))
  expect(screen.getByRole('combobox', { name: 'Dealer Group' })).toBeTruthy()
})

test('doesn’t let a super admin move a payee to another dealer group', async () => {
  await openDialog(payee, {}, userAs('admin', { access_level: 0, dealer_group_id: null }))
  expect(screen.queryByRole('combobox', { name: 'Dealer Group' })).toBeNull()
})

test('shows the stored values of a payee', async () => {
  const { field, radio } = await openDialog({ ...payee, note: null })
  expect(field('Name').value).toBe('Harbor Paint Supply')
  expect(field('Address').value).toBe('1200 Dock Street\nAstoria, OR 97103')
  expect(field('Note').value).toBe('')
  expect([radio('Business').checked, radio('Individual').checked]).toEqual([true, false])
})

test('sends only a payee’s changed fields and the displayed version', async () => {
  const { user, field, submit, sent } = await openDialog(payee, { 'PUT /payees/127': payee })
  await user.clear(field('Phone'))
  await user.type(field('Phone'), '(503) 555-0199')
  await submit()
  await untilShown('Payee updated')
  expect(sent()).toEqual([['PUT /payees/127', { phone: '(503) 555-0199', version: 2, is_separate: false }]])
})

test.each([
  ['verified', true],
  ['new', false],
  ['blocked', false],
] as const)('warns that a changed %s payee has to be verified again (expected: %j)', async (state, warns) => {
  await openDialog({ ...payee, state })
  const warning = screen.queryByText('If you change the name or address, the payee has to be verified again.')
  expect(warning !== null).toBe(warns)
})

test('shows the server’s message at its field', async () => {
  const refusal = new Refusal(422, 'Some fields are wrong.', { email: 'This is no email address.' })
  const { user, field, submit } = await openDialog(payee, { 'PUT /payees/127': refusal })
  await user.type(field('Note'), 'x')
  await submit()
  await untilShown('This is no email address.')
  expect(field('Email').getAttribute('aria-invalid')).toBe('true')
})

test('offers to keep two payees apart whose names differ only in the legal form', async () => {
  let calls = 0
  const reply = () => {
    calls += 1
    return calls === 1
      ? new Refusal(409, 'It counts as another payee.', { is_separate: 'Only the form differs.' })
      : payee
  }
  const { user, field, submit, sent } = await openDialog(payee, { 'PUT /payees/127': reply })
  expect(screen.queryByRole('checkbox', { name: 'These are two payees' })).toBeNull()
  await user.type(field('Name'), ' LLC')
  await submit()
  await user.click(await eventually(() => screen.getByRole('checkbox', { name: 'These are two payees' })))
  await submit()
  await untilShown('Payee updated')
  expect(sent().at(-1)).toEqual(['PUT /payees/127', { name: 'Harbor Paint Supply LLC', version: 2, is_separate: true }])
})

test('keeps entered values on the newer version after another user saved first', async () => {
  let stored = payee
  const write = () => {
    if (stored.version === 3) return stored
    stored = { ...payee, version: 3, phone: '(503) 555-0177' }
    return new Refusal(409, 'Another user has changed this payee.')
  }
  const replies = { 'PUT /payees/127': write, 'GET /payees/127': () => stored }
  const { user, field, submit, sent } = await openDialog(payee, replies)
  await user.type(field('Note'), 'Opens at 7')
  await submit()
  await eventually(() => expect(field('Phone').value).toBe('(503) 555-0177'))
  expect(field('Note').value).toBe('Opens at 7')
  await submit()
  await eventually(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toEqual(['PUT /payees/127', { note: 'Opens at 7', version: 3, is_separate: false }])
})
