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
    await opened.user.click(screen.getByRole('radio', { name: 'The bank accepted the file' }))
    await opened.user.type(screen.getByRole('textbox', { name: 'Rows Counted by the Bank' }), rows)
    await opened.user.type(screen.getByRole('textbox', { name: 'Issue Total' }), total)
  }
  return { ...opened, onOpenChange, accept }
}

test('asks for counts only if the bank accepted the file', async () => {
  const { user } = await openAnswer()
  expect(screen.queryByRole('textbox')).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'The bank refused the file' }))
  expect(screen.getByRole('textbox', { name: 'Reason for the Refusal' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Record Refusal' })).toBeTruthy()
})

test('says that count and total match the file', async () => {
  const { accept } = await openAnswer()
  await accept('12', '48211.9')
  expect(screen.getByText('Both numbers match the file.')).toBeTruthy()
})

test('reports no match while count or total differs, and refuses to save', async () => {
  const { user, accept, sent } = await openAnswer()
  await accept('11', '48211.9')
  expect(screen.queryByText('Both numbers match the file.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Record Acceptance' }))
  await untilShown(/^The file has 12 rows and issues totaling \$48,211\.90, but the bank counted 11 rows/)
  expect(sent()).toEqual([])
})

test('sends the version after the download when recording that the bank accepted the file', async () => {
  const { user, accept, read, sent, onOpenChange } = await openAnswer({ version: 2 })
  await eventually(() => expect(read()).toContain('/bank-accounts/3/positive-pay'))
  await accept('12', '48211.90')
  await user.click(screen.getByRole('button', { name: 'Record Acceptance' }))
  await untilShown('Bank response recorded')
  expect(sent()).toEqual([[call, { answer: 'accepted', count: 12, total: 48_211.9, version: 2 }]])
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test.each([
  [1, 'The bank ignores a refused file, so its 1 row goes into the next file.'],
  [12, 'The bank ignores a refused file, so its 12 rows go into the next file.'],
])('explains what happens to %i refused row(s) as “%s”', async (count, sentence) => {
  const { user } = await openAnswer({ count })
  await user.click(screen.getByRole('radio', { name: 'The bank refused the file' }))
  expect(screen.getByText(sentence)).toBeTruthy()
})

test('shows why the answer couldn’t be recorded', async () => {
  const { user } = await openAnswer({ replies: { [call]: new Refusal(409, 'It is answered already.') } })
  await user.click(screen.getByRole('radio', { name: 'The bank refused the file' }))
  await user.type(screen.getByRole('textbox'), 'Date')
  await user.click(screen.getByRole('button', { name: 'Record Refusal' }))
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('It is answered already.'))
})
