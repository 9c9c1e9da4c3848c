import type { AccountConfirmation } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { OwnAccountNotice } from '#people/confirmations/own-account-notice.tsx'
import { ConfirmationAnnouncement, WaitingAccounts } from '#people/confirmations/waiting-accounts.tsx'
import { WaitingMark, WaitingText } from '#people/confirmations/waiting-mark.tsx'
import { whatWaits } from '#people/confirmations/words.tsx'
import { holdsTitles, refusalToSetTitles } from '#people/users/authority.ts'
import { endedText } from '#people/users/write-notices.ts'
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

describe('the accounts that wait for a second person', () => {
  test('are listed with the change, the reason, and the next step', async () => {
    await openScreen(<WaitingAccounts />, { as, replies: replyWith({ others: [account()] }) })
    const row = spaced((await eventually(() => screen.getByRole('listitem'))).textContent)
    expect(row).toMatch(/^Nina Newman nina@lakeside\.example/)
    expect(row).toContain('Waits for a second person: role Approver, asked by Grace Lindqvist.')
    expect(row).toContain('Sam Okafor can confirm it.')
  })

  test.each([
    [{}, ['Confirm', 'Stop']],
    [{ confirm_refusal: 'You asked for it.' }, ['Stop']],
    [{ stop_refusal: 'It is in effect.' }, ['Confirm']],
  ])('offer with %j: %j', async (changes, acts) => {
    await openScreen(<WaitingAccounts />, { as, replies: replyWith({ others: [account(changes)] }) })
    await eventually(() => screen.getByRole('listitem'))
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(acts)
  })

  test('show nothing if there are none', async () => {
    const { read } = await openScreen(<WaitingAccounts />, { as, replies: replyWith({}) })
    await eventually(() => expect(read()).toContain('/account-confirmations'))
    expect(screen.getByTestId('content').textContent).toBe('')
  })
})

describe('the mark of an account in a list', () => {
  test.each([
    [{}, 'Waits'],
    [{ stopped_by: 'Denise Carver' }, 'Stopped'],
  ])('says with %j: %s', async (changes, text) => {
    await openScreen(<WaitingMark userId={21} />, { as, replies: replyWith({ others: [account(changes)] }) })
    const mark = await eventually(() => screen.getByRole('button', { name: text }))
    expect(mark.getAttribute('title')).toContain('role Approver, asked by Grace Lindqvist')
  })

  test.each([
    ['in effect', 21, { in_effect: true }],
    ['of another user', 22, {}],
  ])('is missing for a change %s', async (_, userId, changes) => {
    const { read } = await openScreen(<WaitingMark userId={userId} />, {
      as,
      replies: replyWith({ others: [account(changes)] }),
    })
    await eventually(() => expect(read()).toContain('/account-confirmations'))
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('becomes a sentence on the account’s form', async () => {
    await openScreen(<WaitingText userId={21} />, { as, replies: replyWith({ others: [account()] }) })
    await eventually(() =>
      screen.getByText(/^Waits for a second person: role Approver, asked by Grace Lindqvist\. Sam/),
    )
  })
})

describe('a user’s own pending account', () => {
  test.each<[string, Partial<AccountConfirmation>, RegExp]>([
    ['asked for', {}, /^Your role Approver is not in force yet\. Grace Lindqvist asked for it\. Sam Okafor can/],
    ['stopped', { stopped_by: 'Denise Carver' }, /Denise Carver stopped it\. It takes effect only when Sam Okafor/],
    ['waiting for a new password', { password_waits: true }, /First, replace the password that somebody else chose\./],
  ])('is explained when it was %s', async (_, changes, text) => {
    await openScreen(<OwnAccountNotice />, { replies: replyWith({ own: account(changes) }) })
    const note = await eventually(() => screen.getByRole('region', { name: 'Your account waits' }))
    expect(spaced(note.textContent)).toMatch(text)
  })

  test('needs no note once it is in effect', async () => {
    const { read } = await openScreen(<OwnAccountNotice />, {
      replies: replyWith({ own: account({ in_effect: true }) }),
    })
    await eventually(() => expect(read()).toContain('/account-confirmations'))
    expect(screen.getByTestId('content').textContent).toBe('')
  })
})

test('announces the second person once, until it is dismissed', async () => {
  const dismiss = 'POST /account-confirmations/announcement/dismiss'
  const { user, sent } = await openScreen(<ConfirmationAnnouncement />, {
    as,
    replies: { ...replyWith({ announced: true }), [dismiss]: null },
  })
  await untilShown('New: A Second Person Confirms Accounts')
  await user.click(screen.getByRole('button', { name: 'Got it' }))
  await eventually(() => expect(sent().map(([call]) => call)).toEqual([dismiss]))
})

test.each([
  [{ asked: ['Controller'], in_force: [] }, 'approval title Controller (until then none)'],
  [
    { asked: ['Controller', 'Owner'], in_force: ['Controller'] },
    'approval titles Controller and Owner (until then Controller)',
  ],
  [{ asked: [], in_force: ['Owner'] }, 'approval title none (until then Owner)'],
])('describes pending titles %j: %s', (titles_wait, text) => {
  expect(whatWaits(account({ waiting_role_names: [], titles_wait }))).toBe(text)
})

test.each([
  ['an approver of a group', { role_ids: [3] }, true],
  ['an approver without a group', { role_ids: [3], dealer_group_id: null }, false],
  ['a processor', { role_ids: [4] }, false],
])('lets %s hold approval titles: %s', (_, changes, expected) => {
  expect(holdsTitles(storedUser(changes))).toBe(expected)
})

test.each([
  ['another user', 21, undefined],
  ['themselves', 7, 'Another admin has to set your approval titles (separation of duties).'],
])('lets an admin set the titles of %s, or says why not', (_, id, refusal) => {
  expect(refusalToSetTitles(personAs('admin'), storedUser({ id, role_ids: [3] }))).toBe(refusal)
})

test.each([
  [0, 'The user was not logged in.'],
  [1, 'One session has ended.'],
  [3, '3 sessions have ended.'],
])('counts %i ended sessions in the notice: %s', (ended, text) => {
  expect(endedText(ended)).toBe(text)
})
