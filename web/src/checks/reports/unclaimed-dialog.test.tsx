import type { UnclaimedPropertyReply } from '@check-requests/domain/bank/unclaimed.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { UnclaimedDialog } from '#checks/reports/unclaimed-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const table: UnclaimedPropertyReply = {
  id: 1,
  version: 4,
  holder_state: 'DE',
  rules: [{ state: 'TX', kind: null, dormancy_months: 36, cutoff: '03-01', report: '07-01', letter_days: 60 }],
}
const call = 'PUT /dealer-groups/1/unclaimed-property'

async function openTable(replies: Replies = { [call]: table }) {
  const onOpenChange = vi.fn()
  const opened = await openScreen(<UnclaimedDialog subject={table} open onOpenChange={onOpenChange} />, {
    as: userAs('admin'),
    replies,
  })
  await eventually(() => screen.getByRole('dialog'))
  const save = () => opened.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...opened, onOpenChange, save }
}

const rule = (number: number) => within(screen.getByRole('group', { name: `Rule ${number}` }))
const typedIn = (number: number, label: string) => rule(number).getByLabelText<HTMLInputElement>(label).value

test('shows the saved rules', async () => {
  await openTable()
  const labels = ['State', 'Payment Type', 'Abandoned After (Months)', 'Cutoff Day', 'Due On']
  expect(labels.map((label) => typedIn(1, label))).toEqual(['TX', '', '36', '03-01', '07-01'])
})

test('sends an unchanged table as it was saved', async () => {
  const { save, sent, onOpenChange } = await openTable()
  await save()
  await untilShown('Rules saved')
  expect(sent()).toEqual([[call, { holder_state: 'DE', rules: table.rules, version: 4 }]])
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('sends no holder’s state if the field is blank', async () => {
  const { user, save, sent } = await openTable()
  await user.clear(screen.getByLabelText('Holder’s State'))
  await save()
  await eventually(() => expect(sent()[0]?.[1]).toMatchObject({ holder_state: null }))
})

test('adds a rule with a last letter 60 days before the due date, and sends its values as numbers', async () => {
  const { user, save, sent } = await openTable()
  await user.click(screen.getByRole('button', { name: 'Add Rule' }))
  expect(typedIn(2, 'Last Letter (Days Before)')).toBe('60')
  await user.type(rule(2).getByLabelText('State'), 'tx')
  await user.type(rule(2).getByLabelText('Payment Type'), 'Payroll')
  await user.type(rule(2).getByLabelText('Abandoned After (Months)'), '12')
  await user.type(rule(2).getByLabelText('Cutoff Day'), '06-30')
  await user.type(rule(2).getByLabelText('Due On'), '11-01')
  await save()
  await eventually(() => expect(sent()).toHaveLength(1))
  const added = {
    state: 'TX',
    kind: 'Payroll',
    dormancy_months: 12,
    cutoff: '06-30',
    report: '11-01',
    letter_days: 60,
  }
  expect(sent()[0]?.[1]).toMatchObject({ rules: [...table.rules, added] })
})

test('removes a rule', async () => {
  const { user, save, sent } = await openTable()
  await user.click(screen.getByRole('button', { name: 'Remove Rule 1' }))
  await save()
  await eventually(() => expect(sent()[0]?.[1]).toMatchObject({ rules: [] }))
})

test.each([
  ['one field', { 'rules.0.cutoff': 'Write the day as 06-30.' }, 'Write the day as 06-30.'],
  ['the holder', { holder_state: 'Enter a state, such as TX.' }, 'Enter a state, such as TX.'],
])('shows the server’s message about %s there', async (_, fields, message) => {
  const { save } = await openTable({ [call]: new Refusal(422, 'Some fields are wrong.', fields) })
  await save()
  expect(await untilShown(message)).toHaveLength(1)
})
