import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import { stockExamples } from '@check-requests/domain/bank/stock/examples.ts'
import type { StockBoxReply } from '@check-requests/domain/bank/stock/rules.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StockBoxes } from '#bank/stock/stock-boxes.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const account = bankingExamples.one.reply
const box = stockExamples.receive.reply
const name = 'Safe in the main office, 10501 to 11000'

async function openBox(changes: Partial<StockBoxReply> = {}, replies: Replies = {}, as = userAs('admin')) {
  const opened = await openScreen(<StockBoxes account={account} />, {
    as,
    replies: { 'GET /bank-accounts/127/stock-boxes': [{ ...box, ...changes }], ...replies },
  })
  const row = spaced((await eventually(() => screen.getByRole('listitem'))).textContent)
  const acts = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  return { ...opened, row, acts }
}

test.each([
  ['received', 'To be counted', [`Count ${name}`, `Discard ${name}`]],
  ['counted', 'Counted', [`Put in Use ${name}`]],
  ['in use', 'In use', []],
  ['ended', 'Ended', []],
] as const)('shows a box in the state “%s” as "%s", with its actions', async (state, word, acts) => {
  const opened = await openBox({ state, received_by: { id: 41, name: 'Priya Nair' } })
  expect(opened.row).toContain(`${name} ${word}`)
  expect(opened.acts).toEqual(['Receive Box for Operating', ...acts])
})

test.each([
  ['a full box', { left: 500 }, '500 checks are left; the next number is 10501.'],
  ['a box with one check', { left: 1 }, '1 check is left; the next number is 10501.'],
  ['an empty box', { left: 0 }, 'No checks are left.'],
  ['an ended box', { state: 'ended' as const, left: 3 }, 'No more checks are taken from this box.'],
  [
    'checks without a counted box',
    { left: null, last_number: null },
    'The next number is 10501. Receive a box to have its checks counted.',
  ],
])('says how many checks are left in %s', async (_, changes, sentence) => {
  expect((await openBox(changes)).row).toContain(sentence)
})

test('names a box by its first number if its last number is unknown', async () => {
  expect((await openBox({ last_number: null })).row).toContain('Safe in the main office, starting at 10501')
})

test('says who keeps, received, and counted a box', async () => {
  const people = { holder: { id: 1, name: 'Ana Ruiz' }, counted_by: { id: 33, name: 'Manuel Ortiz' } }
  expect((await openBox(people)).row).toContain('Kept by Ana Ruiz. Received by Priya Nair. Counted by Manuel Ortiz.')
})

test('omits people who aren’t known', async () => {
  const { row } = await openBox({ holder: null, received_by: null, state: 'in use' })
  expect(row).toMatch(/the next number is 10501\.$/)
})

test('doesn’t let the person who received a box count it', async () => {
  await openBox({ received_by: { id: 7, name: 'Ada Moreno' } })
  expect(screen.getByRole('button', { name: `Count ${name}` }).getAttribute('aria-disabled')).toBe('true')
})

test('opens the dialog in which another user counts a box', async () => {
  const { user } = await openBox()
  await user.click(screen.getByRole('button', { name: `Count ${name}` }))
  await eventually(() => screen.getByRole('dialog', { name: 'Count a Box of Checks' }))
})

test('puts a counted box in use after confirmation', async () => {
  const { user, sent } = await openBox({ state: 'counted', version: 2 }, { 'POST /stock-boxes/14/use': box })
  await user.click(screen.getByRole('button', { name: `Put in Use ${name}` }))
  await untilShown(/^The next check gets number 10501\./)
  await user.click(screen.getByRole('button', { name: 'Put in Use' }))
  await untilShown('Box in use')
  expect(sent()).toEqual([['POST /stock-boxes/14/use', { version: 2 }]])
})

test('shows in the confirmation dialog why a box couldn’t be discarded', async () => {
  const replies = { 'POST /stock-boxes/14/discard': new Refusal(409, 'The box is counted now.') }
  const { user } = await openBox({}, replies)
  await user.click(screen.getByRole('button', { name: `Discard ${name}` }))
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Discard' })))
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('The box is counted now.'))
})
