import { checkRequestExamples } from '@check-requests/domain/check-requests/examples.ts'
import { checkExamples } from '@check-requests/domain/checks/examples.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CheckDetail } from '#checks/detail/check-detail.tsx'
import { eventually } from '#testing/eventually.ts'
import { described, openScreen, type Replies, spaced } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const check = checkExamples.one.reply
const handedOver = checkExamples.handOver.reply.hand_over ?? fail()
const detailed = checkRequestExamples.detail.reply

function fail(): never {
  throw new Error('The example has no handover')
}

async function openCheck(changes: Partial<WholeCheckReply> = {}, replies: Replies = {}, as = userAs('processor')) {
  const content = <CheckDetail check={{ ...check, ...changes }} />
  const opened = await openScreen(content, { as, replies: { 'GET /check-requests/9': detailed, ...replies } })
  const header = screen.getByRole('heading', { level: 1 }).closest('header') ?? document.body
  const acts = () =>
    within(header)
      .queryAllByRole('button')
      .map((button) => button.textContent)
  return { ...opened, header, acts }
}

test('shows a check’s number, state, amount, and payee in the header', async () => {
  const { header } = await openCheck()
  expect(spaced(header.textContent)).toMatch(/^Check 10041Signed\$1,250\.50 to Harbor Paint Supply/)
})

test('shows where the paper is and its details', async () => {
  await openCheck()
  expect(described('Payee')).toBe('Harbor Paint Supply')
  expect(described('Date')).toBe('Nov 20, 2026')
  expect(described('Account')).toBe('Operating')
  expect(described('Kind')).toBe('Printed here')
  expect(described('Paper Location')).toBe('In the office, signed')
  expect(described('Signed By')).toBe('Manuel Ortiz')
  expect(screen.getByRole('link', { name: 'LAG-FOR-SVC-000009' }).getAttribute('href')).toBe('/check-requests/9')
})

test('shows no link to a request that isn’t in this installation', async () => {
  await openCheck({ check_request_id: null, request_number: 'OLD-7', kind: 'opening' })
  expect(described('Request')).toBe('OLD-7')
  expect(described('Kind')).toBe('Outstanding before the account was set up here')
  expect(screen.queryByRole('link', { name: 'OLD-7' })).toBeNull()
})

test('links to the check that this one replaces, and to the one that replaces it', async () => {
  await openCheck({ replaces: { id: 5, number: 9000 }, replaced_by: { id: 6, number: 9001 } })
  expect(screen.getByRole('link', { name: 'Check 9000' }).getAttribute('href')).toBe('/checks/5')
  expect(screen.getByRole('link', { name: 'Check 9001' }).getAttribute('href')).toBe('/checks/6')
})

test('shows the details of a stopped check', async () => {
  await openCheck({ ...checkExamples.stop.reply, issued_on: '2026-11-21', reason: 'Lost in the mail' })
  expect(described('Issued On')).toBe('Nov 21, 2026')
  expect(described('Ended On')).toBe('Nov 30, 2026')
  expect(described('Bank’s Stop Number')).toBe('SP-4471')
  expect(described('Stop Fee')).toBe('$35.00')
  expect(described('Stop Expires On')).toBe('May 30, 2027')
  expect(described('Reason')).toBe('Lost in the mail')
})

test('omits details that don’t exist yet', async () => {
  await openCheck()
  for (const label of ['Issued On', 'Paid by the Bank On', 'Ended On', 'Reason', 'Replaces'])
    expect(screen.queryByText(label, { selector: 'dt' })).toBeNull()
})

const story = () =>
  within(screen.getByRole('region', { name: 'History' }))
    .getAllByRole('listitem')
    .map((item) => spaced(item.textContent))

test('shows the history of a check with the newest event first', async () => {
  await openCheck()
  expect(story().map((line) => line.replace(/Nov .*$/, ''))).toEqual([
    'Manuel Ortiz (Approver) signed it',
    'Priya Nair (Processor) confirmed that it printed correctly',
    'Priya Nair (Processor) reserved its number for a print run',
  ])
})

const issue = {
  act: 'issue',
  user_id: 41,
  user_name: 'Priya Nair',
  role: 'Processor',
  note: 'By courier',
  at: '2026-11-21T15:20:00.000Z',
}

test.each([
  ['picked up', 'Priya Nair (Processor) handed it over'],
  ['mailed', 'Priya Nair (Processor) mailed it'],
] as const)('shows in the history with the note that a check was %s', async (kind, sentence) => {
  await openCheck({ events: [issue], hand_over: { ...handedOver, kind } })
  expect(story()[0]).toContain(sentence)
  expect(story()[0]).toMatch(/By courier$/)
})

test('shows who received a check, how they were identified, and their signature', async () => {
  await openCheck({ hand_over: handedOver })
  expect(described('Method')).toBe('Picked up')
  expect(described('Received By')).toBe('Ada Lovelace')
  expect(described('Relation to the Payee')).toBe('Owner')
  expect(described('Identified By')).toBe("Driver's license, ending in 4417")
  expect(screen.getByRole('img', { name: 'Signature of Ada Lovelace' })).toBeTruthy()
  expect(screen.queryByText('Witness', { selector: 'dt' })).toBeNull()
})

test('shows an identification without its last four characters', async () => {
  await openCheck({ hand_over: { ...handedOver, identification: 'Known personally', identification_last4: null } })
  expect(described('Identified By')).toBe('Known personally')
})

test('shows a link to the signed slip instead of a signature', async () => {
  await openCheck({ hand_over: { ...handedOver, signature: null, attachment_id: 12 } })
  const link = screen.getByRole('link', { name: /^View the signed slip/ })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/check-requests/9?document=12', '_blank'])
  expect(screen.queryByRole('img', { name: /^Signature/ })).toBeNull()
})

test('lets a processor void or stop a signed check before its request has loaded', async () => {
  const { acts } = await openCheck({ check_request_id: null })
  expect(acts()).toEqual(['Void', 'Stop'])
})

test('lets a processor hand over a check whose request is ready', async () => {
  const ready = { ...detailed, status_name: 'ready', hold: null }
  const { acts } = await openCheck({}, { 'GET /check-requests/9': ready })
  await eventually(() => expect(acts()).toEqual(['Hand Over', 'Void', 'Stop']))
})

test.each([
  ['a stop without number', { state: 'stopped' as const, events: [] }, ['Enter Bank’s Number']],
  ['a stop with number', { state: 'stopped' as const, stop_number: 'SP-1' }, ['Renew Stop']],
  ['an entry', { state: 'reserved' as const, kind: 'manual' as const }, ['Confirm', 'Discard']],
  ['a void check', { state: 'voided' as const }, []],
])('labels the actions on %s', async (_, changes, labels) => {
  const { acts } = await openCheck(changes)
  expect(acts()).toEqual(labels)
})

test('offers an auditor no actions', async () => {
  const { acts } = await openCheck({}, {}, userAs('processor', { audits: true }))
  expect(acts()).toEqual([])
})

test.each([
  ['Void', 'Void Check 10041'],
  ['Stop', 'Stop Check 10041'],
])('opens the dialog for "%s"', async (act, title) => {
  const { user } = await openCheck({ check_request_id: null })
  await user.click(screen.getByRole('button', { name: act }))
  await eventually(() => screen.getByRole('dialog', { name: title }))
})
