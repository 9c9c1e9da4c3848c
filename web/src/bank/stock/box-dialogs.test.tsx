import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import { stockExamples } from '@check-requests/domain/bank/stock/examples.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CountBoxDialog } from '#bank/stock/count-box-dialog.tsx'
import { ReceiveBoxDialog } from '#bank/stock/receive-box-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, optionsOf, Refusal, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const box = stockExamples.receive.reply
const people = [
  { user_id: 7, name: 'Ada Moreno', rights: ['print' as const], most_to_sign: null },
  { user_id: 41, name: 'Priya Nair', rights: ['print' as const], most_to_sign: null },
]
const account = { ...bankingExamples.one.reply, people }
const receiveCall = 'POST /bank-accounts/127/stock-boxes'
const countCall = 'POST /stock-boxes/14/count'

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

async function openReceive(replies: Replies = { [receiveCall]: box }) {
  const onOpenChange = vi.fn()
  const dialog = <ReceiveBoxDialog subject={account} open onOpenChange={onOpenChange} />
  const opened = await openScreen(dialog, { as: userAs('admin'), replies })
  await eventually(() => screen.getByRole('dialog', { name: 'Receive a Box of Checks' }))
  const fill = async (first: string, last: string) => {
    await opened.user.type(field('Storage Location'), 'Safe')
    await opened.user.type(field('First Number'), first)
    await opened.user.type(field('Last Number'), last)
    await opened.user.click(screen.getByRole('button', { name: 'Receive Box' }))
  }
  return { ...opened, onOpenChange, fill }
}

test('receives a box that the user keeps', async () => {
  const { fill, sent, onOpenChange } = await openReceive()
  await fill('10501', ' 11000 ')
  await untilShown('Someone else has to count it.')
  expect(sent()).toEqual([[receiveCall, { place: 'Safe', first_number: 10_501, last_number: 11_000, holder_id: 7 }]])
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('lists as possible keepers the current user, the account’s other users, and no one', async () => {
  await openReceive()
  expect(optionsOf('Kept By')).toEqual(['Me', 'Priya Nair', 'No one in particular'])
})

test('receives a box without a keeper', async () => {
  const { user, fill, sent } = await openReceive()
  await user.selectOptions(screen.getByLabelText('Kept By'), 'No one in particular')
  await fill('1', '500')
  await eventually(() => expect(sent()[0]?.[1]).toMatchObject({ holder_id: null }))
})

test('refuses check numbers that aren’t numeric', async () => {
  const { fill, sent } = await openReceive()
  await fill('10-501', 'x')
  await untilShown('Enter the first check number')
  expect(screen.getByText('Enter the last check number')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('shows the server’s message at its field', async () => {
  const refusal = new Refusal(422, 'Some fields are wrong.', { first_number: 'Another box has this number.' })
  const { fill } = await openReceive({ [receiveCall]: refusal })
  await fill('1', '500')
  await untilShown('Another box has this number.')
  expect(field('First Number').getAttribute('aria-invalid')).toBe('true')
})

async function openCount(replies: Replies = { [countCall]: box }) {
  const opened = await openScreen(<CountBoxDialog subject={box} open onOpenChange={vi.fn()} />, {
    as: userAs('admin'),
    replies,
  })
  await eventually(() => screen.getByRole('dialog', { name: 'Count a Box of Checks' }))
  return opened
}

test('hides the received numbers from the person who counts the box', async () => {
  await openCount()
  expect([field('First Number').value, field('Last Number').value]).toEqual(['', ''])
  expect(screen.getByRole('dialog').textContent).not.toMatch(/10501|11000/)
})

test('counts a box, and sends the displayed version', async () => {
  const { user, sent } = await openCount()
  await user.type(field('First Number'), '10501')
  await user.type(field('Last Number'), '11000')
  await user.click(screen.getByRole('button', { name: 'Count Box' }))
  await untilShown('Box counted')
  expect(sent()).toEqual([[countCall, { first_number: 10_501, last_number: 11_000, version: 1 }]])
})

test('shows an error when the counted numbers differ', async () => {
  const { user } = await openCount({ [countCall]: new Refusal(409, 'The box was received with other numbers.') })
  await user.type(field('First Number'), '1')
  await user.type(field('Last Number'), '2')
  await user.click(screen.getByRole('button', { name: 'Count Box' }))
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('The box was received with other numbers.'))
})
