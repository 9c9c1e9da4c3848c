import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NoticeChoices } from '#settings/notice-choices.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, untilShown } from '#testing/open-screen.tsx'

const decision = { topic: 'decision', label: 'Decisions on your requests', delivery: 'at_once', can_be_off: true }
const waiting = { topic: 'waiting', label: 'Requests that wait for you', delivery: 'inbox', can_be_off: false }

function settings(mail: boolean, decided = 'at_once') {
  return { mail, time_zone: 'America/Chicago', choices: [{ ...decision, delivery: decided }, waiting] }
}

async function openChoices(mail: boolean, saved: unknown = settings(mail, 'off')) {
  let stored: unknown = settings(mail)
  const save = () => {
    if (!(saved instanceof Refusal)) stored = saved
    return saved
  }
  const replies = { 'GET /my/notices': () => stored, 'PUT /my/notices': save }
  const opened = await openScreen(<NoticeChoices />, { replies })
  await eventually(() => screen.getByText('Decisions on your requests'))
  return opened
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('shows when the daily summary is sent, in the user’s time zone', async () => {
  await openChoices(true)
  expect(screen.getByText(/sent at 8 AM, Central Time \(Chicago\)\./)).toBeTruthy()
})

test('doesn’t mention email if the installation sends none', async () => {
  await openChoices(false)
  expect(screen.getByText('Choose what your inbox shows. Items waiting for you are always there.')).toBeTruthy()
  expect(screen.queryByText(/mailed/)).toBeNull()
})

test('offers only on and off without email, and keeps pending items on', async () => {
  await openChoices(false)
  expect(box(decision.label).checked).toBe(true)
  expect(box(decision.label).disabled).toBe(false)
  expect(box(waiting.label).disabled).toBe(true)
})

test('saves only the changed topic', async () => {
  const { user, sent } = await openChoices(false)
  await user.click(box(decision.label))
  await eventually(() => expect(sent()).toEqual([['PUT /my/notices', { [decision.topic]: 'off' }]]))
  await untilShown('Notices updated')
  expect(box(decision.label).checked).toBe(false)
})

test('restores the previous setting if the server refuses the new one', async () => {
  const { user } = await openChoices(false, new Refusal(409, 'Try again later.'))
  await user.click(box(decision.label))
  await untilShown('Couldn’t update the notices')
  await eventually(() => expect(box(decision.label).checked).toBe(true))
})

test.each([
  [decision.label, ['Inbox and immediate email', 'Inbox and daily summary', 'Inbox only', 'Off']],
  [waiting.label, ['Inbox and immediate email', 'Inbox and daily summary', 'Inbox only']],
])('offers the notice kind “%s” the delivery options %s', async (label, ways) => {
  const { user } = await openChoices(true)
  await user.click(screen.getByRole('combobox', { name: label }))
  const list = await eventually(() => screen.getByRole('listbox'))
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(ways)
})

test('shows why the settings couldn’t be loaded', async () => {
  await openScreen(<NoticeChoices />, { replies: { 'GET /my/notices': new Refusal(403, 'Not for this role.') } })
  expect((await eventually(() => screen.getByRole('alert'))).textContent).toContain('Not for this role.')
})
