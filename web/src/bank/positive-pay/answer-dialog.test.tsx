import { bankFileExamples } from '@check-requests/domain/bank/files/examples.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AnswerDialog } from '#bank/positive-pay/answer-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const file = bankFileExamples.makePositivePay.reply
const list = bankFileExamples.listPositivePay.reply
const call = 'POST /positive-pay/127/answer'

async function openAnswer({ count = 12, version = 1, replies = { [call]: file } as Replies } = {}) {
  const onOpenChange = vi.fn()
  const subject = { accountId: 3, file: { ...file, count } }
  const items = [{ ...file, count, version }]
  const opened = await openScreen(<AnswerDialog subject={subject} open onOpenChange={onOpenChange} />, {
    as: userAs('processor'),
    replies: { 'GET /bank-accounts/3/positive-pay': { ...list, items }, ...replies },
  })
  await eventually(() => screen.getByRole('dialog'))
  const accept = async (rows: string, total: string) => {
    await opened.user.click(screen.getByRole('radio', { name: 'It has accepted the file' }))
    await opened.user.type(screen.getByRole('textbox', { name: 'Rows that the bank counted' }), rows)
    await opened.user.type(screen.getByRole('textbox', { name: 'Total of the issues' }), total)
  }
  return { ...opened, onOpenChange, accept }
}

test('asks for counts only once the bank has accepted', async () => {
  const { user } = await openAnswer()
  expect(screen.queryByRole('textbox')).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'It has refused the file' }))
  expect(screen.getByRole('textbox', { name: 'What has the bank refused?' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Record Refusal' })).toBeTruthy()
})

test('says when count and total agree with the file', async () => {
  const { accept } = await openAnswer()
  await accept('12', '48211.9')
  expect(screen.getByText('Both agree with the file.')).toBeTruthy()
})

test('says nothing of an agreement while they differ, and refuses that', async () => {
  const { user, accept, sent } = await openAnswer()
  await accept('11', '48211.9')
  expect(screen.queryByText('Both agree with the file.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Record Acceptance' }))
  await untilShown(/^The file has 12 rows and issues of \$48,211\.90, and the bank has counted 11 rows/)
  expect(sent()).toEqual([])
})

test('records an acceptance on the version after the download', async () => {
  const { user, accept, read, sent, onOpenChange } = await openAnswer({ version: 2 })
  await eventually(() => expect(read()).toContain('/bank-accounts/3/positive-pay'))
  await accept('12', '48211.90')
  await user.click(screen.getByRole('button', { name: 'Record Acceptance' }))
  await untilShown('Answer recorded')
  expect(sent()).toEqual([[call, { answer: 'accepted', count: 12, total: 48_211.9, version: 2 }]])
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test.each([
  [1, 'The bank then knows nothing of this file: its 1 row goes into the next one.'],
  [12, 'The bank then knows nothing of this file: its 12 rows go into the next one.'],
])('says what becomes of %i refused row(s)', async (count, sentence) => {
  const { user } = await openAnswer({ count })
  await user.click(screen.getByRole('radio', { name: 'It has refused the file' }))
  expect(screen.getByText(sentence)).toBeTruthy()
})

test('shows why the answer couldn’t be recorded', async () => {
  const { user } = await openAnswer({ replies: { [call]: new Refusal(409, 'It is answered already.') } })
  await user.click(screen.getByRole('radio', { name: 'It has refused the file' }))
  await user.type(screen.getByRole('textbox'), 'Date')
  await user.click(screen.getByRole('button', { name: 'Record Refusal' }))
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('It is answered already.'))
})
