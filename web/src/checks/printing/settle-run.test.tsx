import { printRunExamples } from '@check-requests/domain/checks/examples.ts'
import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SettleRun } from '#checks/printing/settle-run.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const run = printRunExamples.one.reply
const opened: PrintRunReply = { ...run, fetched_at: '2026-11-20T16:20:00.000Z' }
const checks = [1001, 1002, 1003].map((number) => ({
  id: number,
  number,
  state: 'reserved' as const,
  check_request_id: 9,
  check_request_ids: [9],
  request_number: 'LAG-9',
  payee_name: 'Coast Towing',
  amount: 480,
}))
const three: PrintRunReply = { ...opened, first_number: 1001, count: 3, checks }

async function openRun(shown: PrintRunReply, replies: Replies = {}) {
  const screenOpened = await openScreen(<SettleRun run={shown} />, { as: userAs('processor'), replies })
  const press = (name: string) => screenOpened.user.click(screen.getByRole('button', { name }))
  return { ...screenOpened, press }
}

const isLocked = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'

test('asks for the result of a run only after its checks were opened', async () => {
  await openRun({ ...run, opened: [] })
  expect([isLocked('All Correct'), isLocked('Some Are Spoiled'), isLocked('Nothing Printed')]).toEqual([
    true,
    true,
    false,
  ])
  expect(screen.getAllByText('Open the checks and print them first.')).toHaveLength(2)
  expect(screen.getByText(/^The file with 1 check opens in a new tab\./)).toBeTruthy()
})

test('shows who opened the checks, and says that their numbers can’t be released', async () => {
  await openRun(opened)
  expect(
    screen.getByText(/^The file was opened, so its numbers might be on paper and can’t be released\./),
  ).toBeTruthy()
  expect(screen.getByText(/^Opened by Pat Perry on Nov 20, 2026, /)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reopen the Checks' })).toBeTruthy()
})

test.each([
  [
    'one check',
    opened,
    'Did the check print correctly?',
    'Confirming makes number 10041 final and sets its request to Printed.',
  ],
  [
    'three checks',
    three,
    'Did all 3 checks print correctly?',
    'Confirming makes numbers 1001 to 1003 final and sets their requests to Printed.',
  ],
])('asks for confirmation that %s printed correctly', async (_, shown, title, text) => {
  const { press } = await openRun(shown)
  await press('All Correct')
  await eventually(() => screen.getByRole('alertdialog', { name: title }))
  expect(screen.getByText(text)).toBeTruthy()
})

test('settles a run that printed correctly', async () => {
  const { user, press, sent } = await openRun(three, { 'POST /print-runs/127/confirm': three })
  await press('All Correct')
  const dialog = await eventually(() => screen.getByRole('alertdialog'))
  await user.click(within(dialog).getByRole('button', { name: 'All Correct' }))
  await untilShown('Print run settled')
  expect(sent()).toEqual([['POST /print-runs/127/confirm', { spoiled: [], version: 1 }]])
})

test('shows in the confirmation dialog why a run couldn’t be settled', async () => {
  const { user, press } = await openRun(three, { 'POST /print-runs/127/confirm': new Refusal(409, 'It is settled.') })
  await press('All Correct')
  const dialog = await eventually(() => screen.getByRole('alertdialog'))
  await user.click(within(dialog).getByRole('button', { name: 'All Correct' }))
  await eventually(() => expect(within(dialog).getByRole('alert').textContent).toBe('It is settled.'))
})

const reasonOf = (number: number) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Problem with Sheet ${number}` })
const tick = (number: number) => screen.getByRole('checkbox', { name: `Sheet ${number} is spoiled` })

test('lists the sheets without checkboxes until some are reported as spoiled', async () => {
  const { press } = await openRun(three)
  expect(screen.queryByRole('checkbox')).toBeNull()
  const sheets = within(screen.getByRole('list', { name: 'Sheets' })).getAllByRole('listitem')
  expect(sheets.map((sheet) => spaced(sheet.textContent))[0]).toBe('1001Coast TowingLAG-9$480.00')
  await press('Some Are Spoiled')
  expect(screen.getAllByRole('checkbox')).toHaveLength(3)
  expect(screen.getByRole('button', { name: 'Some Are Spoiled' }).getAttribute('aria-pressed')).toBe('true')
})

test('says how many requests a combined check pays', async () => {
  const [first] = checks
  const combined = first ? [{ ...first, check_request_ids: [9, 12, 15], amount: 1831.63 }] : []
  await openRun({ ...three, count: 1, checks: combined })
  const [sheet] = within(screen.getByRole('list', { name: 'Sheets' })).getAllByRole('listitem')
  expect(spaced(sheet?.textContent ?? '')).toBe('1001Coast TowingLAG-9 and 2 more$1,831.63')
})

test('requires a spoiled sheet and a reason for each spoiled sheet', async () => {
  const { user, press } = await openRun(three)
  await press('Some Are Spoiled')
  expect(screen.getByText('Select the spoiled sheets, or choose All Correct.')).toBeTruthy()
  await user.click(tick(1002))
  expect(screen.getByText('Enter what is wrong with sheet 1002.')).toBeTruthy()
  expect(isLocked('2 Correct, 1 Spoiled')).toBe(true)
  await user.type(reasonOf(1002), 'jam')
  expect(isLocked('2 Correct, 1 Spoiled')).toBe(false)
})

test('repeats the last reason for the next sheet, and sends both sheets', async () => {
  const { user, press, sent } = await openRun(three, { 'POST /print-runs/127/confirm': three })
  await press('Some Are Spoiled')
  await user.click(tick(1002))
  await user.type(reasonOf(1002), 'jam ')
  await user.click(tick(1003))
  expect(reasonOf(1003).value).toBe('jam ')
  await press('1 Correct, 2 Spoiled')
  await untilShown('Print run settled')
  const spoiled = [1002, 1003].map((number) => ({ number, reason: 'jam' }))
  expect(sent()).toEqual([['POST /print-runs/127/confirm', { spoiled, version: 1 }]])
})

test('clears the reason when a sheet is deselected', async () => {
  const { user, press } = await openRun(three)
  await press('Some Are Spoiled')
  await user.click(tick(1002))
  await user.click(tick(1002))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('button', { name: '3 Correct, 0 Spoiled' })).toBeTruthy()
})

test('shows below the sheets why spoiled sheets couldn’t be recorded', async () => {
  const { user, press } = await openRun(three, { 'POST /print-runs/127/confirm': new Refusal(409, 'It is settled.') })
  await press('Some Are Spoiled')
  await user.click(tick(1002))
  await user.type(reasonOf(1002), 'jam')
  await press('2 Correct, 1 Spoiled')
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('It is settled.'))
})

test('releases the numbers of a run that was never opened', async () => {
  const { press, sent } = await openRun({ ...run, opened: [] }, { 'POST /print-runs/127/release': run })
  await press('Nothing Printed')
  await untilShown(
    'No one has opened the checks, so number 10041 can go back to the account. The requests stay Approved.',
  )
  await press('Release the Numbers')
  await untilShown('Numbers released')
  expect(sent()).toEqual([['POST /print-runs/127/release', { version: 1 }]])
})

test('marks all numbers of an opened run as spoiled with the reason', async () => {
  const { user, press, sent } = await openRun(three, { 'POST /print-runs/127/confirm': three })
  await press('Nothing Printed')
  await untilShown('Spoil all 3 numbers?')
  await press('Spoil All Numbers')
  expect(screen.getByText('Enter what happened to the sheets.')).toBeTruthy()
  expect(sent()).toEqual([])
  await user.type(screen.getByRole('textbox', { name: 'What Happened' }), 'Coffee')
  await press('Spoil All Numbers')
  await untilShown('Print run settled')
  const spoiled = [1001, 1002, 1003].map((number) => ({ number, reason: 'Coffee' }))
  expect(sent()).toEqual([['POST /print-runs/127/confirm', { spoiled, version: 1 }]])
})

test('uses the singular for one spoiled number', async () => {
  const { press } = await openRun(opened)
  await press('Nothing Printed')
  await untilShown('Spoil the number?')
  expect(screen.getByRole('button', { name: 'Spoil Number' })).toBeTruthy()
})

test('says before the file is opened which pages to print on plain paper', async () => {
  await openRun({ ...run, list_pages: 2, fetched_at: null, opened: [] })
  await untilShown('The last 2 pages list what doesn’t fit on the stubs. Print them on plain paper, not on checks.')
})
