import type { CheckToMailReply } from '@check-requests/domain/checks/fields.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MailChecks } from '#checks/mail-checks.tsx'
import { eventually } from '#testing/eventually.ts'
import { cellsOf, openScreen, Refusal, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const check: CheckToMailReply = {
  id: 311,
  version: 4,
  number: 1042,
  bank_account_id: 3,
  bank_account_name: 'Operating',
  check_request_id: 87,
  request_number: 'LAK-87',
  requests: [{ id: 87, request_number: 'LAK-87' }],
  dealership_names: ['Lakeside Ford'],
  payee_name: 'Harbor Glass Works',
  amount: 1234.56,
  address: ['88 Mill Road', 'Tacoma, WA 98421'],
  refusal: null,
}

async function openChecks(rows: Partial<CheckToMailReply>[], replies: Replies = {}) {
  const items = rows.map((changes, index) => ({ ...check, id: 311 + index, number: 1042 + index, ...changes }))
  const opened = await openScreen(<MailChecks />, {
    as: userAs('processor'),
    replies: { 'GET /checks/to-mail': items, 'GET /check-requests/marks': [], ...replies },
  })
  await untilShown(rows.length > 0 ? '1042' : 'No checks are ready to be mailed.')
  const tracking = (number: number) => screen.getByLabelText<HTMLInputElement>(`Tracking number for check ${number}`)
  const box = (number: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select check ${number}` })
  const mail = () => opened.user.click(screen.getByRole('button', { name: 'Record as Mailed' }))
  return { ...opened, tracking, box, mail }
}

test('shows the mailing address of each check', async () => {
  await openChecks([{}])
  expect(cellsOf('Checks to mail')[0]?.slice(1)).toEqual([
    '1042',
    'Harbor Glass Works',
    '$1,234.56',
    '',
    '',
    '88 Mill Road, Tacoma, WA 98421',
    'LAK-87',
    'Lakeside Ford',
  ])
})

test('shows account names only if the checks are drawn on several accounts', async () => {
  await openChecks([{}, { bank_account_id: 4, bank_account_name: 'Payroll' }])
  expect(cellsOf('Checks to mail').map((cells) => cells.at(-1))).toEqual(['Operating', 'Payroll'])
})

test('shows, in place of the tracking number, why a check can’t be mailed', async () => {
  await openChecks([{ refusal: 'The payee is blocked.' }])
  expect(cellsOf('Checks to mail')[0]?.[5]).toBe('The payee is blocked.')
  expect(screen.queryByLabelText(/^Tracking number/)).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'check 1042 can’t be selected' }).disabled).toBe(true)
})

test('selects a check when its tracking number is typed, and keeps it selected', async () => {
  const { user, tracking, box } = await openChecks([{}, {}])
  await user.type(tracking(1042), '94')
  expect([box(1042).checked, box(1043).checked]).toEqual([true, false])
  expect(screen.getByText('1 check, $1,234.56')).toBeTruthy()
})

test('moves to the next field on Enter, which scanners send', async () => {
  const { user, tracking } = await openChecks([{}, {}])
  await user.type(tracking(1042), '94{Enter}')
  expect(document.activeElement).toBe(tracking(1043))
})

test('sends the tracking numbers of selected checks only, blank where none was typed', async () => {
  const { user, tracking, box, mail, sent } = await openChecks([{}, {}, {}], {
    'POST /checks/mail': { mailed: 2, refused: [] },
  })
  await user.type(tracking(1042), '9400')
  await user.click(box(1043))
  await mail()
  await untilShown('2 checks are on their way.')
  const checks = [
    { check_id: 311, tracking_number: '9400' },
    { check_id: 312, tracking_number: '' },
  ]
  expect(sent()).toEqual([['POST /checks/mail', { checks }]])
})

test('uses the singular for one mailed check', async () => {
  const { user, box, mail } = await openChecks([{}], { 'POST /checks/mail': { mailed: 1, refused: [] } })
  await user.click(box(1042))
  await mail()
  await untilShown('1 check is on its way.')
})

test('shows why the mailing couldn’t be recorded', async () => {
  const replies = { 'POST /checks/mail': new Refusal(409, 'Check 1042 was handed over.') }
  const { user, box, mail } = await openChecks([{}], replies)
  await user.click(box(1042))
  await mail()
  await untilShown('Couldn’t record the mailing')
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('Check 1042 was handed over.'))
})

test('says that no checks are ready to be mailed', async () => {
  await openChecks([])
  expect(screen.queryByRole('button', { name: 'Record as Mailed' })).toBeNull()
})

test('names each check that wasn’t recorded as mailed, with the reason', async () => {
  const message = 'Check 1043: Pat Lee has put LAG-TOY-SVC-000009 on hold. Someone else has to lift the hold first.'
  const refused = [{ check_id: 128, message }]
  const { user, box, mail } = await openChecks([{}, {}], { 'POST /checks/mail': { mailed: 1, refused } })
  await user.click(box(1042))
  await user.click(box(1043))
  await mail()
  await untilShown('1 check is on its way. 1 was left out.')
  expect(screen.getByRole('alert').textContent).toBe(`1 was left out.${message}`)
})
