import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import { bankFileExamples } from '@check-requests/domain/bank/files/examples.ts'
import type { PositivePayList, PositivePayReply } from '@check-requests/domain/bank/files/fields.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PositivePay } from '#bank/positive-pay/positive-pay.tsx'
import { eventually } from '#testing/eventually.ts'
import { cellsOf, described, openScreen, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const account: BankAccountReply = { ...bankingExamples.one.reply, positive_pay: 'payees' }
const list = bankFileExamples.listPositivePay.reply
const file = bankFileExamples.makePositivePay.reply
const url = '/bank-accounts/127/positive-pay'

interface Options {
  as?: ReturnType<typeof userAs>
  changes?: Partial<BankAccountReply>
  replies?: Replies
}

async function openFiles(stored: Partial<PositivePayList> = {}, { as, changes = {}, replies = {} }: Options = {}) {
  const opened = await openScreen(<PositivePay />, {
    as: as ?? userAs('processor'),
    replies: { 'GET /bank-accounts': [{ ...account, ...changes }], [`GET ${url}`]: { ...list, ...stored }, ...replies },
  })
  const card = await eventually(() => screen.getByRole('region', { name: 'Not Reported to the Bank' }))
  return { ...opened, text: spaced(card.textContent) }
}

test('shows which checks are unsent and what the bank compares', async () => {
  const { text } = await openFiles()
  expect(text).toContain(
    'Not reported to the bank yet: 2 signed checks totaling $1,850.50 and 1 void totaling $480.00.',
  )
  expect(text).toContain(
    'The bank compares: numbers, amounts, and payees. A check can be handed over once the bank has accepted',
  )
})

test('says that checks without positive pay don’t wait for the bank', async () => {
  const { text } = await openFiles({}, { changes: { positive_pay: 'none' } })
  expect(text).toContain('Checks are handed over without waiting for the bank’s response.')
})

test('shows the content and number of a new file', async () => {
  const { user, sent } = await openFiles({}, { replies: { [`POST ${url}`]: file } })
  await user.click(screen.getByRole('button', { name: 'Create File' }))
  await eventually(() => screen.getByRole('alertdialog', { name: 'Create file 2?' }))
  expect(described('Issues')).toBe('2 checks, $1,850.50')
  expect(described('Voids')).toBe('1 check, $480.00')
  expect(described('Account')).toBe('Operating, ending in 9012')
  await user.click(screen.getByRole('button', { name: 'Create File' }))
  await untilShown('File created')
  expect(sent()).toEqual([[`POST ${url}`, { with_account_ids: [] }]])
})

test('offers to put the checks of another account into the file', async () => {
  const companions = [{ id: 9, name: 'Parts', issues: { count: 1, total: 30.5 }, voids: { count: 2, total: 7 } }]
  const { user, sent } = await openFiles({ companions }, { replies: { [`POST ${url}`]: file } })
  await user.click(screen.getByRole('button', { name: 'Create File' }))
  await user.click(await eventually(() => screen.getByLabelText('Parts: 1 signed check, $30.50; 2 voids, $7.00')))
  await user.click(screen.getByRole('button', { name: 'Create File' }))
  await untilShown('File created')
  expect(sent()).toEqual([[`POST ${url}`, { with_account_ids: [9] }]])
})

test('shows that a first file has no voids', async () => {
  const { user } = await openFiles({ items: [], voids: { count: 0, total: 0 } })
  await user.click(screen.getByRole('button', { name: 'Create File' }))
  await eventually(() => screen.getByRole('alertdialog', { name: 'Create file 1?' }))
  expect(described('Voids')).toBe('None')
})

test('doesn’t offer to create a file if no checks are unsent', async () => {
  await openFiles({ waiting: 0, issues: { count: 0, total: 0 }, voids: { count: 0, total: 0 } })
  expect(screen.queryByRole('button', { name: 'Create File' })).toBeNull()
})

test('says why the user can’t create a file', async () => {
  const { text } = await openFiles({}, { as: userAs('approver') })
  expect(text).toContain('Your role can’t reconcile the account “Operating”.')
  expect(screen.queryByRole('button', { name: 'Create File' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Bank Response/ })).toBeNull()
})

test('tells a processor that an admin has to choose the file format', async () => {
  const { text } = await openFiles({ has_template: false })
  expect(text).toContain('Ask an admin to choose it in Bank Accounts.')
  expect(screen.queryByRole('button', { name: /^Choose Format/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Create File' })).toBeNull()
})

test('lets an admin choose the file format', async () => {
  await openFiles({ has_template: false }, { as: userAs('admin') })
  expect(screen.getByRole('button', { name: 'Choose Format: Operating' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^File Format/ })).toBeNull()
})

async function openFile(changes: Partial<PositivePayReply>) {
  const opened = await openFiles({ items: [{ ...file, bank_account_id: 127, ...changes }] })
  await eventually(() => screen.getByRole('table', { name: 'Positive-pay files', busy: false }))
  return opened
}

test('lists files with their rows, issues, and status', async () => {
  await openFile({})
  expect(cellsOf('Positive-pay files')[0]?.slice(0, 4)).toEqual(['File 1', '12 rows', '$48,211.90', 'To download'])
})

test('offers to record the bank’s response until it has been recorded', async () => {
  const { user } = await openFile({})
  await user.click(screen.getByRole('button', { name: 'Bank Response to File 1' }))
  await eventually(() => screen.getByRole('dialog', { name: 'Bank Response to File 1' }))
})

test('offers only the download of a file that the bank has answered', async () => {
  const answered = { answer: 'accepted' as const, answered_by: { id: 41, name: 'Priya Nair' } }
  await openFile({ ...answered, fetched_at: '2026-11-20T17:05:00.000Z', answered_at: '2026-11-20T18:00:00.000Z' })
  expect(cellsOf('Positive-pay files')[0]?.[3]).toBe('Accepted')
  expect(screen.getByRole('button', { name: 'Download file 1' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Bank Response/ })).toBeNull()
})

test('says that no files have been created', async () => {
  await openFiles({ items: [] })
  await untilShown('No files have been created yet. The first file will contain every signed check.')
})

test('shows why the files couldn’t be loaded', async () => {
  await openScreen(<PositivePay />, {
    as: userAs('processor'),
    replies: { 'GET /bank-accounts': [account], [`GET ${url}`]: new Refusal(403, 'Not your account.') },
  })
  await untilShown('Not your account.')
})

test('asks whether the bank has a file whose sending was interrupted, and sends it again only on request', async () => {
  const problem = 'Connection to bank.example closed.'
  const interrupted = { ...file, transmission: 'unknown', transmission_problem: problem, transmission_at: file.made_at }
  const items = [interrupted as PositivePayReply]
  const send = `POST /positive-pay/${file.id}/send`
  const { user, sent } = await openFiles({ items, sends: true }, { replies: { [send]: file } })
  await untilShown(/Connection to bank\.example closed\. Ask the bank whether it has this file\./)
  await user.click(screen.getByRole('button', { name: `Send file ${file.number} again` }))
  await eventually(() => screen.getByRole('alertdialog', { name: `Send file ${file.number} again?` }))
  await user.click(screen.getByRole('button', { name: 'Send Again' }))
  await untilShown('File will be sent')
  await user.click(screen.getByRole('button', { name: `The bank has file ${file.number}` }))
  await untilShown('File recorded as sent')
  expect(sent()).toEqual([
    [send, { version: file.version, bank_has_file: false }],
    [send, { version: file.version, bank_has_file: true }],
  ])
})
