import type { User } from '@check-requests/domain/people/users/fields.ts'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { FailedLoginsDialog } from '#people/users/failed-logins-dialog.tsx'
import { UserList } from '#people/users/user-list.tsx'
import { eventually } from '#testing/eventually.ts'
import { cellsOf, openScreen, type Replies, untilShown } from '#testing/open-screen.tsx'
import { storedUser, userAs } from '#testing/people.ts'

const admin = userAs('admin')
const nina = storedUser()
const omar = storedUser({
  id: 22,
  username: 'omar@lakeside.example',
  email: 'omar@lakeside.example',
  title: 'Cashier',
  first_name: 'Omar',
  last_name: 'Haddad',
  role_ids: [3, 4],
  primary_role: 4,
  dealership_name: ['Lakeside Toyota', 'Lakeside Ford'],
  active: false,
})
const noConfirmations = { own: null, others: [], announced: false }

async function openList(
  users: User[],
  { as = admin, at = '/', ...replies }: Replies & { as?: typeof admin; at?: string } = {},
) {
  const opened = await openScreen(<UserList />, {
    as,
    at,
    replies: { 'GET /users': users, 'GET /account-confirmations': noConfirmations, ...replies },
  })
  await eventually(() => screen.getByText(/ found$/))
  return opened
}

const [username, name, title, , role, group, place, , status] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
const usernames = () => cellsOf('Users').map((cells) => cells[username])

describe('user list', () => {
  test('shows name, title, roles, locations, and status', async () => {
    await openList([omar])
    const [row = []] = cellsOf('Users')
    expect([name, title, role, group, place, status].map((column) => row[column])).toEqual([
      'Omar Haddad',
      'Cashier',
      'ProcessorApprover',
      'Lakeside Auto Group',
      'Lakeside Toyota, Lakeside Ford',
      'Inactive',
    ])
  })

  test('shows dashes for missing data', async () => {
    await openList([storedUser({ dealer_group_name: null, dealer_group_id: null })])
    const [row = []] = cellsOf('Users')
    expect([title, group, place].map((column) => row[column])).toEqual(['–', '–', '–'])
  })

  test('shows the mail server’s response for a user whose email address it refuses', async () => {
    await openList([storedUser({ mail_refused: '550 No such user' })])
    const mark = screen.getByRole('button', { name: 'No email' })
    expect(mark.getAttribute('title')).toBe('The mail server refused nina@lakeside.example: 550 No such user')
  })

  test.each([
    [[nina], '1 user found'],
    [[nina, omar], '2 users found'],
  ])('shows the number of users found', async (users, text) => {
    await openList(users)
    expect(screen.getByText(text)).toBeTruthy()
  })

  test.each([
    ['omar', ['omar@lakeside.example']],
    ['CASHIER', ['omar@lakeside.example']],
    ['haddad, om', ['omar@lakeside.example']],
    ['Omar Had', ['omar@lakeside.example']],
    [' lakeside ', ['nina@lakeside.example', 'omar@lakeside.example']],
  ])('finds users with the search text %j (expected: %j)', async (search, expected) => {
    await openList([nina, omar], { at: `/?search=${encodeURIComponent(search)}` })
    expect(usernames()).toEqual(expected)
  })

  test('offers to clear a search without matches', async () => {
    const { user, history } = await openList([nina], { at: '/?search=nobody' })
    expect(screen.getByText('No users found matching your criteria')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
    await eventually(() => expect(usernames()).toEqual(['nina@lakeside.example']))
    expect(history.location.search).toBe('')
  })

  test('renders a long list in portions', async () => {
    const many = Array.from({ length: 60 }, (_, id) => storedUser({ id, username: `user-${id}` }))
    const { user } = await openList(many)
    const button = await eventually(() => screen.getByRole('button', { name: 'Load More' }))
    expect(usernames()).toHaveLength(50)
    await user.click(button)
    await eventually(() => expect(usernames()).toHaveLength(60))
  })
})

describe('actions on a user', () => {
  const refusals = () => {
    const buttons = screen.getAllByRole('button', { name: /nina@lakeside/ })
    return Object.fromEntries(
      buttons.map((button) => {
        const label = button.getAttribute('aria-label')?.split(' ')[0]
        return [label, button.getAttribute('aria-disabled') ? button.getAttribute('title') : 'offered']
      }),
    )
  }
  const onlySuper = 'Only super admins can change an admin. Ask a super admin.'

  test.each<[string, Partial<User>, Record<string, string>]>([
    ['a requester', {}, { Edit: 'offered', Delete: 'offered' }],
    ['an approver', { role_ids: [3] }, { Approval: 'offered', Edit: 'offered', Delete: 'offered' }],
    ['another admin', { role_ids: [1] }, { Edit: onlySuper, Delete: onlySuper }],
    ['themselves', { id: 7, role_ids: [1] }, { Edit: 'offered', Delete: 'You can’t delete your own account.' }],
    [
      'themselves as an approver',
      { id: 7, role_ids: [1, 3] },
      {
        Approval: 'Another admin has to set your approval titles (separation of duties).',
        Edit: 'offered',
        Delete: 'You can’t delete your own account.',
      },
    ],
  ])('limits the actions of a group admin on %s', async (_, changes, expected) => {
    await openList([storedUser(changes)])
    expect(refusals()).toEqual(expected)
  })

  test('offers approval titles only to admins of the whole group', async () => {
    await openList([storedUser({ role_ids: [3] })], { as: userAs('admin', { access_level: 2, dealership_id: [11] }) })
    expect(Object.keys(refusals())).toEqual(['Edit', 'Delete'])
  })

  test('deletes a user after confirmation', async () => {
    const { user, sent } = await openList([nina], { 'DELETE /users': { id: 21 } })
    await user.click(screen.getByRole('button', { name: 'Delete nina@lakeside.example' }))
    expect(await eventually(() => screen.getByText('Are you absolutely sure to delete user?'))).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await untilShown('User removed.')
    expect(sent()).toEqual([['DELETE /users', { email: 'nina@lakeside.example', version: 3 }]])
  })
})

test('lists failed logins, including logins with names without an account', async () => {
  const first_at = '2026-11-20T15:00:00.000Z'
  const attempt = {
    user_id: null,
    user_name: null,
    email: null,
    network: '203.0.113.7',
    attempts: 3,
    first_at,
    last_at: first_at,
  }
  const known = { ...attempt, user_id: 21, user_name: 'Nina Newman', email: 'nina@lakeside.example', attempts: 1 }
  const dialog = <FailedLoginsDialog subject={null} open onOpenChange={() => undefined} />
  await openScreen(dialog, { as: admin, replies: { 'GET /users/failed-logins': [attempt, known] } })
  await eventually(() => screen.getByRole('table', { name: 'Failed logins' }))
  expect(cellsOf('Failed logins').map((cells) => cells.slice(0, 4))).toEqual([
    ['No account with this name', '–', '203.0.113.7', '3 wrong'],
    ['Nina Newman', 'nina@lakeside.example', '203.0.113.7', '1 wrong'],
  ])
})
