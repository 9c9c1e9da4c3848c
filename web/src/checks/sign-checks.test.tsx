import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import { checkExamples } from '@check-requests/domain/checks/examples.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SignChecks } from '#checks/sign-checks.tsx'
import { eventually } from '#testing/eventually.ts'
import { cellsOf, openScreen, Refusal, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const account = { ...bankingExamples.one.reply, id: 3 }
const check: CheckReply = { ...checkExamples.one.reply, state: 'printed', signed_by: [] }
const priya = { id: 41, name: 'Priya Nair' }
const ada = { id: 7, name: 'Ada Moreno' }

async function openChecks(rows: Partial<CheckReply>[], replies: Replies = {}) {
  const items = rows.map((changes, index) => ({ ...check, id: 127 + index, number: 1001 + index, ...changes }))
  const opened = await openScreen(<SignChecks />, {
    as: userAs('approver'),
    replies: {
      'GET /bank-accounts': [account],
      'GET /print-runs': [],
      'GET /check-requests/marks': [],
      'GET /checks': { items, next_cursor: null, totals: [] },
      ...replies,
    },
  })
  await untilShown(rows.length > 0 ? '1001' : 'No checks are waiting for a signature.')
  const box = (number: number) => screen.getByRole('checkbox', { name: `Select check ${number}` })
  const sign = () => opened.user.click(screen.getByRole('button', { name: 'Confirm Signatures' }))
  return { ...opened, box, sign }
}

const signedBy = () => cellsOf('Checks to sign')[0]?.[5]

test.each([
  ['no one yet', {}, 'No one yet'],
  ['two signers', { amount: 30_000 }, 'Two signers needed'],
  ['a second signer', { amount: 30_000, signed_by: [priya] }, 'Priya Nair, waiting for a second signer'],
  ['one of two signers at the limit', { amount: 25_000, signed_by: [priya] }, 'Priya Nair'],
])('shows the signatures of a check (%s)', async (_, changes, text) => {
  await openChecks([changes])
  await eventually(() => expect(signedBy()).toBe(text))
})

test('shows what speaks against the requests of a check, each once, and their dealerships', async () => {
  const marks = [
    { id: 9, marks: ['no-document'] },
    { id: 10, marks: ['no-document', 'duplicate'] },
  ]
  const combined = { check_request_ids: [9, 10], dealership_names: ['Lakeside Ford', 'Lakeside Kia'] }
  await openChecks([combined], { 'GET /check-requests/marks': marks })
  await untilShown('No document.')
  const cells = cellsOf('Checks to sign')[0]
  expect(cells?.[4]).toBe('No document. Possible duplicate.')
  expect(cells).toContain('Lakeside Ford, Lakeside Kia')
})

test('says why the user can’t sign a check, and doesn’t let the user select it', async () => {
  await openChecks([{ amount: 30_000, signed_by: [ada] }])
  await eventually(() =>
    expect(signedBy()).toBe(
      'Ada Moreno, waiting for a second signerYou have signed check 1001. Someone else has to be its second signer.',
    ),
  )
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'check 1001 can’t be selected' })
  expect(box.disabled).toBe(true)
})

test('doesn’t let the person who created the run sign its checks', async () => {
  const run = { id: 127, made_by: ada, settled_by: null }
  await openChecks([{}], { 'GET /print-runs': [run] })
  await eventually(() => screen.getByRole('checkbox', { name: 'check 1001 can’t be selected' }))
})

test('says once who signs for an account that names other people', async () => {
  const denise = { user_id: 31, name: 'Denise Carver', rights: ['sign'], most_to_sign: null }
  const { read } = await openChecks([{}, {}], { 'GET /bank-accounts': [{ ...account, people: [denise] }] })
  await untilShown('Denise Carver signs for Operating.')
  expect(screen.getAllByText(/Denise Carver/)).toHaveLength(1)
  expect(signedBy()).toBe('No one yetYou can’t sign for this account.')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'check 1001 can’t be selected' }).disabled).toBe(true)
  expect(read()).toContain('/bank-accounts')
})

test('counts and totals the selected checks', async () => {
  const { user, box } = await openChecks([{ amount: 0.1 }, { amount: 0.2 }])
  expect(screen.getAllByText('Choose the checks that you have signed.').length).toBeGreaterThan(0)
  await user.click(box(1001))
  expect(screen.getByText('1 check, $0.10')).toBeTruthy()
  await user.click(box(1002))
  expect(screen.getByText('2 checks, $0.30')).toBeTruthy()
})

test('doesn’t sign anything while no check is selected', async () => {
  const { sign, sent } = await openChecks([{}])
  await sign()
  expect(sent()).toEqual([])
})

test.each([
  [{ signed: 1, waiting: 0, refused: [] }, '1 check is signed.'],
  [{ signed: 2, waiting: 0, refused: [] }, '2 checks are signed.'],
  [{ signed: 0, waiting: 1, refused: [] }, '1 check is waiting for a second signer.'],
  [{ signed: 0, waiting: 2, refused: [] }, '2 checks are waiting for a second signer.'],
  [{ signed: 2, waiting: 1, refused: [] }, '2 checks are signed, and 1 check is waiting for a second signer.'],
])('describes the signing result %j as “%s”', async (reply, sentence) => {
  const { user, box, sign, sent } = await openChecks([{}, {}], { 'POST /checks/sign': reply })
  await user.click(box(1001))
  await user.click(box(1002))
  await sign()
  await untilShown(sentence)
  expect(sent()).toEqual([['POST /checks/sign', { check_ids: [127, 128] }]])
})

test('names each check that wasn’t signed, with the reason', async () => {
  const refused = [{ check_id: 128, message: 'The payee of check 1002 is blocked.' }]
  const { user, box, sign } = await openChecks([{}, {}], { 'POST /checks/sign': { signed: 1, waiting: 0, refused } })
  await user.click(box(1001))
  await user.click(box(1002))
  await sign()
  await untilShown('1 check is signed. 1 was left out.')
  expect(screen.getByRole('alert').textContent).toBe('1 was left out.The payee of check 1002 is blocked.')
})

test('clears the selection after signing', async () => {
  const { user, box, sign } = await openChecks([{}], { 'POST /checks/sign': { signed: 1, waiting: 0, refused: [] } })
  await user.click(box(1001))
  await sign()
  await untilShown('Signatures confirmed')
  expect(screen.queryByText(/^1 check, /)).toBeNull()
})

test('shows above the button why signing failed', async () => {
  const { user, box, sign } = await openChecks([{}], { 'POST /checks/sign': new Refusal(409, 'Check 1001 is void.') })
  await user.click(box(1001))
  await sign()
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('Check 1001 is void.'))
})

test('shows account names if there are several accounts', async () => {
  const payroll = { ...account, id: 4, name: 'Payroll' }
  await openChecks([{}], { 'GET /bank-accounts': [account, payroll] })
  await eventually(() => expect(cellsOf('Checks to sign')[0]?.at(-1)).toBe('Operating'))
})

test('doesn’t offer signing without checks', async () => {
  await openChecks([])
  expect(screen.queryByRole('button', { name: 'Confirm Signatures' })).toBeNull()
})
