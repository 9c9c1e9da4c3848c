import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import { bankFileExamples } from '@check-requests/domain/bank/files/examples.ts'
import type { ExceptionReply } from '@check-requests/domain/bank/files/fields.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ExceptionsCard } from '#bank/clearing/exceptions-card.tsx'
import { eventually } from '#testing/eventually.ts'
import { cellsOf, openScreen, Refusal, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const account = bankingExamples.one.reply
const clearing = bankFileExamples.clearing.reply
const exception: ExceptionReply = bankFileExamples.resolveException.reply
const open: ExceptionReply = {
  ...exception,
  may_stand: true,
  stands: false,
  resolution: null,
  resolved_by: null,
  resolved_at: null,
}

interface Options {
  at?: string
  replies?: Replies
  refusal?: string | null
}

async function openCard(
  changes: Partial<ExceptionReply> | undefined,
  { at = '/', replies = {}, refusal = null }: Options = {},
) {
  const rows = changes ? [{ ...open, ...changes }] : []
  const card = <ExceptionsCard account={account} clearing={{ ...clearing, refusal }} />
  const opened = await openScreen(card, {
    as: userAs('processor'),
    at,
    replies: { 'GET /exceptions': rows, ...replies },
  })
  if (changes) await eventually(() => screen.getByRole('table', { busy: false }))
  const story = () => cellsOf('Open exceptions')[0]?.[5]
  return { ...opened, story }
}

test('shows an exception’s check number, kind, amounts, and date', async () => {
  await openCard({})
  expect(cellsOf('Open exceptions')[0]?.slice(0, 5)).toEqual([
    '10041',
    'Amount differs',
    '$1,350.50',
    '$1,250.50',
    'Nov 24, 2026',
  ])
  expect(screen.getByRole('link', { name: '10041' }).getAttribute('href')).toBe('/checks/9')
})

test.each([
  [10_041, '10041'],
  [null, 'No number'],
])('shows the bank’s check number %j for a payment without a check as “%s”', async (number, text) => {
  await openCard({ check: null, number })
  expect(cellsOf('Open exceptions')[0]?.[0]).toBe(text)
  expect(cellsOf('Open exceptions')[0]?.[3]).toBe('–')
  expect(screen.queryByRole('link')).toBeNull()
})

test.each([
  [null, 'No one is assigned yet.'],
  [{ id: 41, name: 'Priya Nair' }, 'Assigned to Priya Nair.'],
])('shows who is assigned to an open exception (%j) as “%s”', async (owner, sentence) => {
  const { story } = await openCard({ owner })
  expect(story()).toContain('The bank paid $1,350.50, and the check is for $1,250.50.Open since Nov 25, 2026. ')
  expect(story()).toContain(sentence)
})

test('lets the user take over an exception assigned to another user', async () => {
  const replies = { 'POST /exceptions/127/resolve': open }
  const { user, sent } = await openCard({ owner: { id: 41, name: 'Priya Nair' } }, { replies })
  await user.click(screen.getByRole('button', { name: 'Assign to Me: check 10041' }))
  await untilShown('Exception assigned to you')
  expect(sent()).toEqual([['POST /exceptions/127/resolve', { owner_id: 7, version: open.version }]])
})

test('doesn’t offer to take over the user’s own exception', async () => {
  await openCard({ owner: { id: 7, name: 'Ada Moreno' } })
  expect(screen.getByRole('button', { name: 'Resolve: check 10041' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Assign to Me/ })).toBeNull()
})

test('describes a payment without a check number in its buttons', async () => {
  await openCard({ number: null, check: null })
  expect(screen.getByRole('button', { name: 'Resolve: the payment without a number' })).toBeTruthy()
})

test('opens the dialog for resolving an exception', async () => {
  const { user } = await openCard({})
  await user.click(screen.getByRole('button', { name: 'Resolve: check 10041' }))
  await eventually(() => screen.getByRole('dialog', { name: 'Resolve Exception for Check 10041' }))
})

test('says why the user can’t resolve a particular exception', async () => {
  const { story } = await openCard({ refusal: 'You signed this check.' })
  expect(story()).toContain('You signed this check.')
  expect(screen.queryByRole('button', { name: /^Resolve/ })).toBeNull()
})

test('shows neither actions nor explanations to users who can’t reconcile the account', async () => {
  const { story } = await openCard({ refusal: 'You signed this check.' }, { refusal: 'Your role can’t reconcile.' })
  expect(story()).not.toContain('You signed this check.')
  expect(screen.queryByRole('button', { name: /^(Resolve|Assign to Me)/ })).toBeNull()
})

const resolved = {
  resolution: 'Entered wrong',
  resolved_by: { id: 33, name: 'Manuel Ortiz' },
  resolved_at: '2026-11-26T15:40:00.000Z',
}

test.each([
  [{ stands: true }, 'The bank’s amount of $1,350.50 was accepted: the check is cleared.Entered wrong'],
  [{ stands: false }, 'the check is for $1,250.50.Entered wrong'],
  [
    { stands: true, kind: 'taken back by the bank' as const },
    'The bank’s reversal was accepted: the check is outstanding again.Entered wrong',
  ],
])('shows the outcome of a resolved exception %j as “%s”', async (exception, text) => {
  await openCard({ ...resolved, ...exception }, { at: '/?exceptions=resolved' })
  const outcome = cellsOf('Resolved exceptions')[0]?.[5]
  expect(outcome).toContain(text)
  expect(outcome).toMatch(/Resolved Nov 26, 2026, .* by Manuel Ortiz$/)
  expect(screen.queryByRole('button', { name: /^Resolve/ })).toBeNull()
})

test('fetches resolved exceptions when they are selected, and writes the selection to the URL', async () => {
  const { user, history, read } = await openCard(undefined)
  await untilShown('No open exceptions: every bank payment matches the register.')
  await user.selectOptions(screen.getByLabelText('Exceptions to show'), 'Resolved')
  await untilShown('No exceptions have been resolved yet.')
  expect(history.location.search).toBe('?exceptions=resolved')
  expect(read()).toContain('/exceptions?bank_account_id=127&state=resolved')
})

test('says that only the newest 200 exceptions are listed', async () => {
  const many = Array.from({ length: 200 }, (_, index) => ({ ...open, id: index + 1 }))
  await openCard(undefined, { replies: { 'GET /exceptions': many } })
  await untilShown('The newest 200 are listed.')
  expect(cellsOf('Open exceptions').length).toBeLessThanOrEqual(50)
})

test('shows why the exceptions couldn’t be loaded', async () => {
  await openCard(undefined, { replies: { 'GET /exceptions': new Refusal(403, 'Not your account.') } })
  await untilShown('Not your account.')
})
