import type { SessionUser } from '@check-requests/domain/access/sessions/fields.ts'
import { useLocation } from '@tanstack/react-router'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ChangePasswordForm } from '#access/sessions/change-password-form.tsx'
import { LoginForm } from '#access/sessions/login-form.tsx'
import { newPasswordForm } from '#access/sessions/new-password.ts'
import { may, scopeOf } from '#access/sessions/permissions.ts'
import { ChoosePasswordScreen } from '#screens/choose-password.tsx'
import { UnauthorizedScreen } from '#screens/unauthorized.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, type Replies, untilShown } from '#testing/open-screen.tsx'
import { personAs, userAs } from '#testing/people.ts'

const strong = 'lug nut, eight bolts'

describe('new password', () => {
  const owner = { email: 'ada@lakeside.example', names: ['Ada', 'Moreno'] }

  function messages(newPass: string, confirmation: string) {
    const issues = newPasswordForm(owner, {}).safeParse({ newPass, confirmation }).error?.issues ?? []
    // The form shows the first message of each field.
    return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse())
  }

  test('accepts a new password if both entries match', () => {
    expect(messages(strong, strong)).toEqual({})
  })

  test.each([
    ['', '', { newPass: 'New Password is required', confirmation: 'Confirm Password is required' }],
    [strong, '', { confirmation: 'Confirm Password is required' }],
    [strong, 'something else', { confirmation: 'Confirm password does not match.' }],
  ])('refuses a new password entered as %j and confirmed as %j', (newPass, confirmation, expected) => {
    expect(messages(newPass, confirmation)).toMatchObject(expected)
  })

  test('names the password as its form does', () => {
    const issues = newPasswordForm(owner, {}, 'Password').safeParse({ newPass: '', confirmation: '' }).error?.issues
    expect(issues?.map(({ message }) => message)).toEqual(['Password is required', 'Confirm Password is required'])
  })

  test('shows errors at a weak password and at a wrong confirmation together', () => {
    expect(Object.keys(messages('short', 'other')).sort()).toEqual(['confirmation', 'newPass'])
  })
})

describe('new password form', () => {
  async function openForm(replies: Replies = {}) {
    const opened = await openScreen(<ChangePasswordForm />, { replies })
    const fill = async (values: Record<string, string>) => {
      for (const [label, text] of Object.entries(values))
        await opened.user.type(screen.getByLabelText(new RegExp(`^${label}`)), text)
      await opened.user.click(screen.getByRole('button', { name: 'Save changes' }))
    }
    return { ...opened, fill }
  }

  test('sends the old and the new password, and logs out', async () => {
    const { fill, sent } = await openForm({ 'PATCH /users/change-password': null })
    await fill({ 'Old Password': 'old one', 'New Password': strong, 'Confirm Password': strong })
    await untilShown('Password is changed, login with new password!')
    expect(sent()).toEqual([
      ['PATCH /users/change-password', { oldPass: 'old one', newPass: strong, email: 'ada@lakeside.example' }],
    ])
    expect(screen.queryByTestId('content')).toBeNull()
  })

  test('announces a wrong confirmation', async () => {
    const { fill, sent } = await openForm()
    await fill({ 'Old Password': 'old one', 'New Password': strong, 'Confirm Password': 'other' })
    expect((await untilShown('Confirm password does not match.')).length).toBeGreaterThan(1)
    expect(sent()).toEqual([])
  })

  test('shows the server’s refusal at the old password field', async () => {
    const refusal = new Refusal(422, 'Password not changed.', { oldPass: 'This isn’t your password.' })
    const { fill } = await openForm({ 'PATCH /users/change-password': refusal })
    await fill({ 'Old Password': 'old one', 'New Password': strong, 'Confirm Password': strong })
    await untilShown('This isn’t your password.')
    expect(screen.getByTestId('content')).toBeTruthy()
  })
})

describe('login form', () => {
  async function openLogin(replies: Replies = {}) {
    const shared = { 'GET /auth/demo-accounts': [], 'GET /auth/identity-providers': [] }
    return openScreen(<LoginForm />, { replies: { ...shared, ...replies } })
  }

  test('sends email and password, and welcomes the user', async () => {
    const { user, sent } = await openLogin({ 'POST /auth/login': userAs('approver') satisfies SessionUser })
    await user.type(screen.getByLabelText('Email'), 'ada@lakeside.example')
    await user.type(screen.getByLabelText('Password'), 'old one')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await untilShown('Login successful')
    expect(sent()).toEqual([['POST /auth/login', { email: 'ada@lakeside.example', password: 'old one' }]])
  })

  test('shows why a login was refused', async () => {
    const { user } = await openLogin({ 'POST /auth/login': new Refusal(400, 'Wrong email or password.') })
    await user.type(screen.getByLabelText('Email'), 'ada@lakeside.example')
    await user.type(screen.getByLabelText('Password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await eventually(() => expect(screen.getByLabelText('Email').closest('form')?.textContent).toContain('Wrong email'))
  })

  test('logs in with a demo account on one click', async () => {
    const account = { email: 'joan@summit.example', password: 'demo', description: 'Joan Fletcher, admin' }
    const login = { 'POST /auth/login': userAs('admin') satisfies SessionUser }
    const { user, sent } = await openLogin({ 'GET /auth/demo-accounts': [account], ...login })
    const demo = await eventually(() => screen.getByRole('region', { name: 'This is demo data.' }))
    await user.click(within(demo).getByRole('button'))
    await untilShown('Login successful')
    expect(sent()).toEqual([['POST /auth/login', { email: 'joan@summit.example', password: 'demo' }]])
  })

  test('mentions no demo data in a real installation', async () => {
    const { read } = await openLogin()
    await eventually(() => expect(read()).toContain('/auth/demo-accounts'))
    expect(screen.queryByText('This is demo data.')).toBeNull()
  })
})

/** The login form as the page of the link opens it. */
function AfterChoosing() {
  return useLocation().pathname === '/login' ? <LoginForm /> : null
}

describe('page opened from an emailed password link', () => {
  const opened = {
    email: 'ada@lakeside.example',
    dealer_group: 'Lakeside',
    is_invitation: true,
    expires_at: '2026-12-08T14:00:00.000Z',
  }

  test('sets a password with the token from the URL fragment', async () => {
    const { user, sent, history } = await openScreen(<ChoosePasswordScreen />, {
      at: '/choose-password#token-1',
      replies: {
        'POST /auth/open-password-link': opened,
        'POST /auth/choose-password': { email: 'ada@lakeside.example' },
      },
    })
    expect(screen.getByText('Check Request App')).toBeTruthy()
    await untilShown(
      /^You’re invited to Lakeside. Choose .* You’ll log in as ada@lakeside.example. This link works until/,
    )
    await user.type(screen.getByLabelText(/^New Password/), strong)
    await user.type(screen.getByLabelText(/^Confirm Password/), strong)
    await user.click(screen.getByRole('button', { name: 'Save Password' }))
    await untilShown('Log in as ada@lakeside.example with your new password.')
    expect(sent()).toEqual([
      ['POST /auth/open-password-link', { link: 'token-1' }],
      ['POST /auth/choose-password', { link: 'token-1', newPass: strong }],
    ])
    expect(history.location.pathname).toBe('/login')
    expect(history.location.state).toMatchObject({ email: 'ada@lakeside.example' })
  })

  test('says at once why a link can’t be used, and shows no form', async () => {
    await openScreen(<ChoosePasswordScreen />, {
      at: '/choose-password#token-1',
      replies: { 'POST /auth/open-password-link': new Refusal(404, 'This link can’t be used anymore.') },
    })
    await untilShown('This link can’t be used anymore.')
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
    expect(screen.queryByLabelText(/^New Password/)).toBeNull()
  })

  test('prefills the email address at the next login', async () => {
    const { history } = await openScreen(<AfterChoosing />, {
      replies: { 'GET /auth/demo-accounts': [], 'GET /auth/identity-providers': [] },
    })
    history.push('/login', { email: 'ada@lakeside.example' })
    const field = await eventually(() => screen.getByLabelText<HTMLInputElement>('Email'))
    expect(field.value).toBe('ada@lakeside.example')
  })

  test('reports a URL without a token as incomplete', async () => {
    await openScreen(<ChoosePasswordScreen />, { at: '/choose-password' })
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
    expect(screen.queryByLabelText(/^New Password/)).toBeNull()
  })
})

test('names the signed-in user on the access-denied page', async () => {
  await openScreen(<UnauthorizedScreen />, { as: userAs('processor') })
  expect(screen.getByText('Logged in as Ada Moreno (Processor)')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/dashboard')
})

test.each([
  ['an approver can put requests on hold', personAs('approver'), 'check-requests.hold', true],
  ['a requester can put requests on hold', personAs('requester'), 'check-requests.hold', false],
  ['an auditor can put requests on hold', personAs('approver', { audits: true }), 'check-requests.hold', false],
  ['an auditor can read the audit trail', personAs('requester', { audits: true }), 'audit.read', true],
  ['a group admin can read the audit trail', personAs('admin'), 'audit.read', true],
  ['a dealership admin can read the audit trail', personAs('admin', { access_level: 2 }), 'audit.read', false],
] as const)('reports correctly whether %s', (_, person, action, expected) => {
  expect(may(person, action)).toBe(expected)
})

test('finds the part of the organization in a user’s scope', () => {
  expect(scopeOf(personAs('admin', { access_level: 3, dealership_id: [11], department_id: [111] }))).toEqual({
    level: 3,
    dealerGroupId: 1,
    dealershipIds: [11],
    departmentIds: [111],
  })
})
