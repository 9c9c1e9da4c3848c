import type { ControlChange } from '@check-requests/domain/people/controls/endpoints.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WaitingChanges } from '#people/controls/waiting-changes.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

function change(changes: Partial<ControlChange> = {}): ControlChange {
  return {
    id: 3,
    version: 2,
    dealer_group_id: 1,
    dealer_group_name: 'Lakeside Auto Group',
    control: 'second-factors',
    subject: null,
    says: ['No one needs a second factor'],
    asked_by: { id: 31, name: 'Grace Lindqvist' },
    asked_at: '2026-11-20T15:00:00.000Z',
    second_people: [],
    effective_at: null,
    alone: false,
    confirm_refusal: null,
    stop_refusal: null,
    ...changes,
  }
}

async function openChanges(changes: ControlChange[], replies: Replies = {}) {
  const opened = await openScreen(<WaitingChanges />, {
    as: userAs('admin'),
    replies: { 'GET /control-changes': changes, ...replies },
  })
  await eventually(() => expect(screen.queryAllByRole('listitem')).toHaveLength(changes.length))
  return { ...opened, row: () => spaced(screen.getByRole('listitem').textContent) }
}

test('shows nothing if no change is pending', async () => {
  const { read } = await openChanges([])
  await eventually(() => expect(read()).toContain('/control-changes'))
  expect(screen.getByTestId('content').textContent).toBe('')
})

test('shows which control is loosened and who requested the change', async () => {
  const { row } = await openChanges([change({ subject: 'Operating account', says: ['One signer', 'No limit'] })])
  expect(row()).toMatch(/^Operating account: One signer\. No limit/)
  expect(row()).toMatch(/Requested by Grace Lindqvist, Nov 20, 2026, .*, in Lakeside Auto Group/)
})

test.each<[string, Partial<ControlChange>, RegExp]>([
  ['any second admin', {}, /Waiting for a second admin to confirm the change\./],
  [
    'named users',
    { second_people: ['Joan Fletcher', 'Sam Okafor'] },
    /Waiting for Joan Fletcher or Sam Okafor to confirm the change\./,
  ],
  [
    'time',
    { effective_at: '2026-11-23T15:00:00.000Z' },
    /Takes effect on Nov 23, 2026, .* because no one else can confirm the change\./,
  ],
  [
    'a later confirmation',
    { alone: true, second_people: ['Joan Fletcher'] },
    /The change is already in effect, but Joan Fletcher still has to confirm it\./,
  ],
])('shows the next step for a change waiting for %s', async (_, changes, text) => {
  const { row } = await openChanges([change(changes)])
  expect(row()).toMatch(text)
})

test.each([
  [null, null, ['Confirm', 'Stop']],
  ['You asked for it.', null, ['Stop']],
  [null, 'It is in effect.', ['Confirm']],
  ['You asked for it.', 'It is in effect.', []],
])(
  'offers only actions that aren’t refused (confirm refusal: %s; stop refusal: %s)',
  async (confirm_refusal, stop_refusal, acts) => {
    await openChanges([change({ confirm_refusal, stop_refusal })])
    expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(acts)
  },
)

test.each([
  [false, 'The change takes effect immediately, and every admin is notified.'],
  [true, 'By confirming, you approve a change that one person made alone.'],
])('confirms the displayed version (already in effect: %s)', async (alone, text) => {
  const { user, sent } = await openChanges([change({ alone })], { 'POST /control-changes/3/confirm': null })
  await user.click(screen.getByRole('button', { name: 'Confirm: No one needs a second factor' }))
  expect(await eventually(() => screen.getByText(text))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await untilShown('Change confirmed')
  expect(sent()).toEqual([['POST /control-changes/3/confirm', { version: 2 }]])
})

test('stops a pending change', async () => {
  const { user, sent } = await openChanges([change()], { 'POST /control-changes/3/stop': null })
  await user.click(screen.getByRole('button', { name: 'Stop: No one needs a second factor' }))
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Stop' })))
  await untilShown('Change stopped')
  expect(sent()).toEqual([['POST /control-changes/3/stop', { version: 2 }]])
})

test('keeps the dialog open if the confirmation fails', async () => {
  const refusal = new Refusal(409, 'Another user has stopped this change.')
  const { user } = await openChanges([change()], { 'POST /control-changes/3/confirm': refusal })
  await user.click(screen.getByRole('button', { name: 'Confirm: No one needs a second factor' }))
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Confirm' })))
  expect((await eventually(() => screen.getByRole('alert'))).textContent).toBe('Another user has stopped this change.')
})
