import { checkExamples } from '@check-requests/domain/checks/examples.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { HandOverDialog } from '#checks/detail/hand-over-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, optionsOf, Refusal, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const check = checkExamples.one.reply
const people = [
  { id: 21, name: 'Nina Newman' },
  { id: 33, name: 'Manuel Ortiz' },
  { id: 33, name: 'Manuel Ortiz' },
]
const call = 'POST /checks/127/hand-over'
const james = { id: 40, name: 'James Porter', title: 'Sales manager', is_barred: true }

async function openHandOver({ mailed = false, replies = { [call]: check } as Replies } = {}) {
  const onOpenChange = vi.fn()
  const subject = { check, people, mailed }
  const opened = await openScreen(<HandOverDialog subject={subject} open onOpenChange={onOpenChange} />, {
    as: userAs('processor'),
    replies: { 'GET /checks/127/receivers': [], 'GET /check-requests/9/attachments': [], ...replies },
  })
  await eventually(() => screen.getByRole('dialog', { name: 'Hand Over Check 10041' }))
  const press = (name: string) => opened.user.click(screen.getByRole('button', { name }))
  const choose = (name: string) => opened.user.click(screen.getByRole('radio', { name }))
  const receiver = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Recipient' })
  return { ...opened, onOpenChange, press, choose, receiver }
}

test('offers every way to hand over a check', async () => {
  await openHandOver()
  const ways = screen.getAllByRole<HTMLInputElement>('radio').slice(0, 3)
  expect(ways.map(({ disabled, checked }) => [disabled, checked])).toEqual([
    [false, true],
    [false, false],
    [false, false],
  ])
})

test('offers only mailing for a request approved for mailing, and says who can change that', async () => {
  await openHandOver({ mailed: true })
  const ways = screen.getAllByRole<HTMLInputElement>('radio')
  expect(ways.map(({ disabled, checked }) => [disabled, checked])).toEqual([
    [true, false],
    [false, true],
    [true, false],
  ])
  expect(
    screen.getByText(
      'The request was approved for mailing. An approver can change the delivery method on the request’s page.',
    ),
  ).toBeTruthy()
})

test('sends a mailed check with only its tracking number and note', async () => {
  const { user, press, sent, onOpenChange } = await openHandOver({ mailed: true })
  await user.type(screen.getByRole('textbox', { name: 'Tracking Number' }), '9400')
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'By noon')
  await press('Record as Mailed')
  await untilShown('Check handed over')
  expect(sent()).toEqual([[call, { kind: 'mailed', note: 'By noon', version: 3, tracking_number: '9400' }]])
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('reports the missing fields for a check that is picked up', async () => {
  const { press, sent } = await openHandOver()
  await press('Hand Over')
  await untilShown('Enter the name of the person taking the check.')
  expect(screen.getByText('Choose the ID that the person taking the check showed.')).toBeTruthy()
  expect(screen.getByText('Have the receiver sign for the check, here or on a slip.')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('suggests users in the dealer group, and marks those who need an exception', async () => {
  const { user, receiver } = await openHandOver({ replies: { 'GET /checks/127/receivers': [james] } })
  await user.type(receiver(), 'jam')
  const option = await eventually(() => screen.getByRole('option', { name: /James Porter/ }))
  expect(option.textContent).toContain('Sales manager, needs an exception')
  await user.click(option)
  expect(receiver().value).toBe('James Porter')
})

test('distinguishes people with the same name by title or number', async () => {
  const found = [james, { ...james, id: 41, title: null }]
  const { user, receiver } = await openHandOver({ replies: { 'GET /checks/127/receivers': found } })
  await user.type(receiver(), 'jam')
  const options = await eventually(() => {
    const all = screen.getAllByRole('option', { name: /James Porter/ })
    expect(all).toHaveLength(2)
    return all
  })
  if (options[1]) await user.click(options[1])
  expect(receiver().value).toBe('James Porter (#41)')
})

test('asks for the slip instead of the signature if the receipt is signed on paper', async () => {
  const { choose } = await openHandOver()
  expect(screen.getByRole('img', { name: /^Not signed: sign here/ })).toBeTruthy()
  await choose('On a printed slip')
  expect(screen.getByRole('button', { name: 'Print Slip' })).toBeTruthy()
  expect(screen.queryByRole('img', { name: /^Not signed: sign here/ })).toBeNull()
  await untilShown('The request has no documents yet.')
})

async function openException() {
  const replies = { [call]: new Refusal(409, 'Check 10041 hasn’t been reported to the bank.') }
  const opened = await openHandOver({
    mailed: true,
    replies: { ...replies, 'POST /checks/127/hand-over/exception': check },
  })
  await opened.press('Record as Mailed')
  await untilShown('Check 10041 hasn’t been reported to the bank.')
  await opened.press('Request an Exception')
  await eventually(() => screen.getByRole('dialog', { name: 'Exception for Check 10041' }))
  return opened
}

test('offers to request an exception once a rule refuses the handover', async () => {
  await openException()
  expect(optionsOf('Recipient')).toEqual(['Someone not involved with this check', 'Nina Newman', 'Manuel Ortiz'])
})

test('requests an exception with a reason', async () => {
  const { user, press, sent } = await openException()
  await press('Request Exception')
  await untilShown('Enter the reason for the exception.')
  await user.selectOptions(screen.getByLabelText('Recipient'), 'Nina Newman')
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Auction')
  await press('Request Exception')
  await untilShown('Exception requested')
  const body = { reason: 'Auction', receiver_user_id: 21, version: 3 }
  expect(sent().at(-1)).toEqual(['POST /checks/127/hand-over/exception', body])
})

test('doesn’t offer an exception before a refusal', async () => {
  await openHandOver()
  expect(screen.queryByRole('button', { name: 'Request an Exception' })).toBeNull()
})
