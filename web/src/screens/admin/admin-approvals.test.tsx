import type { TitleReply } from '@check-requests/domain/approvals/replies.ts'
import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { HeldTitlesDialog } from '#approvals/held-titles-dialog.tsx'
import { canApprove } from '#approvals/use-policy-choices.ts'
import { ApprovalTitles } from '#screens/admin/admin-approvals.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, optionsOf, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { storedUser, userAs } from '#testing/people.ts'
import { dealerGroup, dealership } from '#testing/places.ts'

const denise = { user_id: 31, name: 'Denise Carver', dealership_id: null, dealership_name: null }
const atToyota = { ...denise, dealership_id: 11, dealership_name: 'Lakeside Toyota' }

function title(changes: Partial<TitleReply> = {}): TitleReply {
  return { id: 2, version: 6, dealer_group_id: 1, name: 'Controller', is_active: true, holders: [], ...changes }
}

async function openTitles(titles: TitleReply[], replies: Replies = {}) {
  const opened = await openScreen(<ApprovalTitles group={dealerGroup()} />, {
    as: userAs('admin'),
    replies: { 'GET /approval-titles': titles, ...replies },
  })
  await eventually(() =>
    expect(screen.queryAllByRole('listitem').length + screen.queryAllByText(/^No titles/).length).toBe(1),
  )
  return { ...opened, row: () => spaced(screen.getByRole('listitem').textContent) }
}

describe('approval title list', () => {
  test('shows an empty list if only other dealer groups have titles', async () => {
    await openTitles([title({ dealer_group_id: 2 })])
    expect(screen.getByText('No titles have been added yet.')).toBeTruthy()
  })

  test.each<[string, Partial<TitleReply>, string]>([
    ['no one', {}, 'ControllerNo one has this title yet.'],
    ['a user everywhere', { holders: [denise] }, 'ControllerDenise Carver'],
    ['a user at one dealership', { holders: [atToyota] }, 'ControllerDenise Carver at Lakeside Toyota'],
    [
      'a user pending confirmation',
      { holders: [{ ...denise, waits: true }] },
      'ControllerDenise Carver (pending: takes effect when a second person confirms)',
    ],
    [
      'a user whose removal is pending',
      { still_count: [denise] },
      'ControllerDenise Carver (removal pending: stays in effect until a second person confirms)',
    ],
    [
      'two users',
      { holders: [denise, { ...atToyota, user_id: 33, name: 'Manuel Ortiz' }] },
      'ControllerDenise Carver and Manuel Ortiz at Lakeside Toyota',
    ],
  ])('lists the holders of a title (%s)', async (_, changes, text) => {
    const { row } = await openTitles([title(changes)])
    expect(row()).toBe(text)
  })

  test('disables the assignment of an inactive title', async () => {
    await openTitles([title({ is_active: false })])
    const button = screen.getByRole('button', { name: 'Assign the Controller title' })
    expect([button.getAttribute('aria-disabled'), button.getAttribute('title')]).toEqual([
      'true',
      'This title is inactive.',
    ])
  })

  test.each([
    [true, 'Deactivate Controller'],
    [false, 'Reactivate Controller'],
  ])('changes a title (active: %s) with the button “%s”', async (is_active, name) => {
    const { user, sent } = await openTitles([title({ is_active })], { 'PUT /approval-titles/2': title() })
    await user.click(screen.getByRole('button', { name }))
    await untilShown('Approval title updated')
    expect(sent()).toEqual([['PUT /approval-titles/2', { is_active: !is_active, version: 6 }]])
  })

  test('adds a title', async () => {
    const { user, sent } = await openTitles([title()], { 'POST /approval-titles': title() })
    await user.click(screen.getByRole('button', { name: 'Add Title' }))
    await user.type(await eventually(() => screen.getByLabelText(/^Name/)), 'Owner')
    await user.click(screen.getAllByRole('button', { name: 'Add Title' }).at(-1) ?? document.body)
    await untilShown('Approval title created')
    expect(sent()).toEqual([['POST /approval-titles', { dealer_group_id: 1, name: 'Owner' }]])
  })

  test('renames a title and sends the displayed version', async () => {
    const { user, sent } = await openTitles([title()], { 'PUT /approval-titles/2': title() })
    await user.click(screen.getByRole('button', { name: 'Rename Controller' }))
    const field = await eventually(() => screen.getByLabelText(/^Name/))
    await user.clear(field)
    await user.type(field, 'Comptroller')
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    await untilShown('Approval title updated')
    expect(sent()).toEqual([['PUT /approval-titles/2', { name: 'Comptroller', version: 6 }]])
  })
})

const onOpenChange = vi.fn()
const approver = storedUser({ id: 31, first_name: 'Denise', last_name: 'Carver', role_ids: [3] })

describe('dialog for a user’s titles', () => {
  async function openHeld(titles: TitleReply[], subject: object, replies: Replies = {}) {
    onOpenChange.mockReset()
    const dialog = <HeldTitlesDialog subject={{ groupId: 1, ...subject }} open onOpenChange={onOpenChange} />
    const opened = await openScreen(dialog, {
      as: userAs('admin'),
      replies: {
        'GET /users': [approver],
        'GET /approval-titles': titles,
        'GET /dealerships': [dealership()],
        ...replies,
      },
    })
    await eventually(() => screen.getByRole('dialog'))
    return opened
  }

  test('starts with the user’s current titles and the title to add', async () => {
    const titles = [title({ holders: [atToyota] }), title({ id: 3, name: 'Owner' })]
    await openHeld(titles, { userId: 31, titleId: 3 })
    const selects = await eventually(() => screen.getAllByLabelText('Title'))
    expect(selects.map((select) => ('value' in select ? select.value : undefined))).toEqual(['2', '3'])
  })

  test('saves all titles together, each for one dealership or for all', async () => {
    const titles = [title({ holders: [atToyota] }), title({ id: 3, name: 'Owner' })]
    const { user, sent } = await openHeld(titles, { userId: 31, titleId: 3 }, { 'PUT /users/31/approval-titles': null })
    await user.click(await eventually(() => screen.getByRole('button', { name: 'Save Titles' })))
    await eventually(() => expect(onOpenChange).toHaveBeenCalledWith(false))
    const held = [
      { approval_title_id: 2, dealership_id: 11 },
      { approval_title_id: 3, dealership_id: null },
    ]
    expect(sent()).toEqual([['PUT /users/31/approval-titles', { titles: held, version: 3 }]])
  })

  test('excludes inactive titles unless the user holds them', async () => {
    const titles = [title(), title({ id: 3, name: 'Owner', is_active: false })]
    await openHeld(titles, { userId: 31, titleId: 2 })
    await eventually(() => screen.getByLabelText('Title'))
    expect(optionsOf('Title')).toEqual(['Controller'])
  })

  test('removes all titles', async () => {
    const { user } = await openHeld([title({ holders: [denise] })], { userId: 31 })
    await user.click(await eventually(() => screen.getByRole('button', { name: 'Remove Controller' })))
    expect(screen.getByText('Denise Carver has no approval titles.')).toBeTruthy()
  })

  test('shows only a note if the dealer group has no titles', async () => {
    await openHeld([], { userId: 31 })
    expect(await eventually(() => screen.getByText(/^There are no titles yet\./))).toBeTruthy()
  })

  test('shows the server’s error message', async () => {
    const refusal = new Refusal(422, 'Check the form.', { titles: 'Each title once for a dealership' })
    const { user } = await openHeld([title()], { userId: 31, titleId: 2 }, { 'PUT /users/31/approval-titles': refusal })
    await user.click(await eventually(() => screen.getByRole('button', { name: 'Save Titles' })))
    expect((await eventually(() => screen.getByRole('alert'))).textContent).toBe('Each title once for a dealership')
  })
})

test.each([
  ['an active approver of the group', { role_ids: [3] }, true],
  ['an approver who is a super admin', { role_ids: [1, 3], dealer_group_id: null }, true],
  ['an inactive approver', { role_ids: [3], active: false }, false],
  ['an approver of another group', { role_ids: [3], dealer_group_id: 2 }, false],
  ['a processor', { role_ids: [4] }, false],
])('lets a policy name only eligible approvers (%s, expected: $2)', (_, changes, expected) => {
  expect(canApprove(storedUser(changes), 1)).toBe(expected)
})
