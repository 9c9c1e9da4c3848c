import type { AccountConfirmation } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { OwnAccountNotice } from '#people/confirmations/own-account-notice.tsx'
import { ConfirmationAnnouncement, WaitingAccounts } from '#people/confirmations/waiting-accounts.tsx'
import { WaitingMark, WaitingText } from '#people/confirmations/waiting-mark.tsx'
import { whatWaits } from '#people/confirmations/words.tsx'
import { endedText } from '#people/users/api.ts'
import { holdsTitles, refusalToSetTitles } from '#people/users/authority.ts'
import { eventually } from '#testing/eventually.ts'
import { openScreen, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { personAs, storedUser, userAs } from '#testing/people.ts'

function account(changes: Partial<AccountConfirmation> = {}): AccountConfirmation {
  return {
    user_id: 21,
    version: 4,
    name: 'Nina Newman',
    email: 'nina@lakeside.example',
    changes: ['account'],
    waiting_role_ids: [3],
    waiting_role_names: ['Approver'],
    scope_waits: false,
    asked_by: ['Grace Lindqvist'],
    asked_at: '2026-11-20T15:00:00.000Z',
    password_waits: false,
    second_people: ['Sam Okafor'],
    effective_at: null,
    in_effect: false,
    stopped_by: null,
    stopped_at: null,
    confirm_refusal: null,
    stop_refusal: null,
    ...changes,
  }
}

interface Stored {
  own?: AccountConfirmation | null
  others?: AccountConfirmation[]
  announced?: boolean
}

function replyWith({ own = null, others = [], announced = false }: Stored): Replies {
  return { 'GET /account-confirmations': { own, others, announced } }
}

const as = userAs('admin')

describe('accounts pending confirmation', () => {
  test('lists pending accounts with their change, reason, and next step', async () => {
    await openScreen(<WaitingAccounts />, { as, replies: replyWith({ others: [account()] }) })
    const row = spaced((await eventually(() => screen.getByRole('listitem'))).textContent)
    expect(row).toMatch(/^Nina Newman nina@lakeside\.example/)
    expect(row).toContain('Waiting for a second person: Approver role, requested by Grace Lindqvist.')
    expect(row).toContain('Sam Okafor can confirm the change.')
  })

  test.each([
    [{}, ['Confirm', 'Stop']],
    [{ confirm_refusal: 'You asked for it.' }, ['Stop']],
    [{ stop_refusal: 'It is in effect.' }, ['Confirm']],
  ])('offers for a change with %j the actions %j', async (changes, acts) => {
    await openScreen(<WaitingAccounts />, { as, replies: replyWith({ others: [account(changes)] }) })
    await eventually(() => screen.getByRole('listitem'))
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(acts)
  })

  test('shows no list if no accounts are pending', async () => {
    const { read } = await openScreen(<WaitingAccounts />, { as, replies: replyWith({}) })
    await eventually(() => expect(read()).toContain('/account-confirmations'))
    expect(screen.getByTestId('content').textContent).toBe('')
  })
})

describe('mark of a pending account in a list', () => {
  test.each([
    [{}, 'Pending'],
    [{ stopped_by: 'Denise Carver' }, 'Stopped'],
  ])('marks an account whose change has %j as “%s”', async (changes, text) => {
    await openScreen(<WaitingMark userId={21} />, { as, replies: replyWith({ others: [account(changes)] }) })
    const mark = await eventually(() => screen.getByRole('button', { name: text }))
    expect(mark.getAttribute('title')).toContain('Approver role, requested by Grace Lindqvist')
  })

  test.each([
    ['in effect', 21, { in_effect: true }],
    ['of another user', 22, {}],
  ])('shows no mark for a change that is %s', async (_, userId, changes) => {
    const { read } = await openScreen(<WaitingMark userId={userId} />, {
      as,
      replies: replyWith({ others: [account(changes)] }),
    })
    await eventually(() => expect(read()).toContain('/account-confirmations'))
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('shows the mark as a full sentence in the account’s form', async () => {
    await openScreen(<WaitingText userId={21} />, { as, replies: replyWith({ others: [account()] }) })
    await eventually(() =>
      screen.getByText(/^Waiting for a second person: Approver role, requested by Grace Lindqvist\. Sam/),
    )
  })
})

describe('user’s own pending account', () => {
  test.each<[string, Partial<AccountConfirmation>, RegExp]>([
    ['requested', {}, /^Your Approver role isn’t in effect yet\. Grace Lindqvist requested this\. Sam Okafor can/],
    [
      'stopped',
      { stopped_by: 'Denise Carver' },
      /Denise Carver stopped this\. The change takes effect only when Sam Okafor/,
    ],
    ['waiting for a new password', { password_waits: true }, /First, choose your own password\./],
  ])('explains the user’s pending change if it is %s', async (_, changes, text) => {
    await openScreen(<OwnAccountNotice />, { replies: replyWith({ own: account(changes) }) })
    const note = await eventually(() => screen.getByRole('region', { name: 'Pending changes to your account' }))
    expect(spaced(note.textContent)).toMatch(text)
  })

  test('shows no note once the account is in effect', async () => {
    const { read } = await openScreen(<OwnAccountNotice />, {
      replies: replyWith({ own: account({ in_effect: true }) }),
    })
    await eventually(() => expect(read()).toContain('/account-confirmations'))
    expect(screen.getByTestId('content').textContent).toBe('')
  })
})

test('announces second-person confirmation until the user dismisses the note', async () => {
  const dismiss = 'POST /account-confirmations/announcement/dismiss'
  const { user, sent } = await openScreen(<ConfirmationAnnouncement />, {
    as,
    replies: { ...replyWith({ announced: true }), [dismiss]: null },
  })
  await untilShown('New: A Second Person Confirms Accounts')
  await user.click(screen.getByRole('button', { name: 'Got It' }))
  await eventually(() => expect(sent().map(([call]) => call)).toEqual([dismiss]))
})

test.each([
  [{ asked: ['Controller'], in_force: [] }, 'Controller approval title (currently none)'],
  [
    { asked: ['Controller', 'Owner'], in_force: ['Controller'] },
    'Controller and Owner approval titles (currently Controller)',
  ],
  [{ asked: [], in_force: ['Owner'] }, 'removal of all approval titles (currently Owner)'],
])('describes the pending titles %j as “%s”', (titles_wait, text) => {
  expect(whatWaits(account({ waiting_role_names: [], titles_wait }))).toBe(text)
})

test.each([
  ['an approver of a group', { role_ids: [3] }, true],
  ['an approver without a group', { role_ids: [3], dealer_group_id: null }, false],
  ['a processor', { role_ids: [4] }, false],
])('lets only approvers of a group hold approval titles (%s, expected: $2)', (_, changes, expected) => {
  expect(holdsTitles(storedUser(changes))).toBe(expected)
})

test.each([
  ['another user', 21, undefined],
  ['themselves', 7, 'Another admin has to set your approval titles (separation of duties).'],
])('lets an admin set the titles of %s, or explains why not', (_, id, refusal) => {
  expect(refusalToSetTitles(personAs('admin'), storedUser({ id, role_ids: [3] }))).toBe(refusal)
})

test.each([
  [0, 'The user wasn’t logged in.'],
  [1, 'One session has ended.'],
  [3, '3 sessions have ended.'],
])('describes %i ended sessions in the notice as “%s”', (ended, text) => {
  expect(endedText(ended)).toBe(text)
})
