import type { OwnSecondFactor as Own } from '@check-requests/domain/access/second-factor/fields.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OwnSecondFactor } from '#access/second-factor/own-second-factor.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

// jsdom doesn’t know whether the page came over HTTPS.
Object.assign(globalThis, { isSecureContext: false })

const added_at = '2026-11-20T15:00:00.000Z'
const passkey = { id: 5, name: 'Work laptop', added_at, last_used_at: null, synced: false }

function factors(changes: Partial<Own> = {}): Own {
  return { passkeys: [], codes: null, recovery_codes_left: 0, proved_until: null, ...changes }
}

async function openFactors(own: Own, replies: Replies = {}, as = userAs('approver')) {
  const opened = await openScreen(<OwnSecondFactor />, { as, replies: { 'GET /my/second-factor': own, ...replies } })
  await eventually(() => screen.getByText('Authenticator App'))
  return { ...opened, text: () => spaced(screen.getByTestId('content').textContent) }
}

test('offers to add an app, but shows no recovery codes before the first factor', async () => {
  const { text } = await openFactors(factors())
  expect(screen.getByRole('button', { name: 'Add App' })).toBeTruthy()
  expect(text()).not.toContain('Recovery Codes')
})

test('shows when the app was added, and offers to replace or remove it', async () => {
  const { text } = await openFactors(factors({ codes: { added_at }, recovery_codes_left: 10 }))
  expect(text()).toMatch(/Authenticator App.*Added Nov 20, 2026, /)
  expect(screen.getByRole('button', { name: 'Replace App' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Remove authenticator app' })).toBeTruthy()
})

test.each([
  [0, 'No codes left. If you lose your passkeys and your app, an admin has to reset your second factor.'],
  [1, '1 code left. Use a code if you lose your passkeys and your app.'],
  [7, '7 codes left. Use a code if you lose your passkeys and your app.'],
])('describes %i remaining recovery codes as “%s”', async (recovery_codes_left, sentence) => {
  const { text } = await openFactors(factors({ codes: { added_at }, recovery_codes_left }))
  expect(text()).toContain(sentence)
})

test.each([
  [{}, /On one device, added Nov 20, 2026, .*, not used yet/],
  [
    { synced: true, last_used_at: '2026-11-21T15:00:00.000Z' },
    /Synced between devices, added .*, last used Nov 21, 2026, /,
  ],
])('describes a passkey with the properties %j', async (changes, facts) => {
  const { text } = await openFactors(factors({ passkeys: [{ ...passkey, ...changes }] }))
  expect(text()).toMatch(facts)
  expect(screen.getByRole('button', { name: 'Rename Work laptop' })).toBeTruthy()
})

test.each([
  [{ from: '2030-01-01', required: false }, true],
  [{ from: '2020-01-01', required: true }, false],
])(
  'announces an upcoming second-factor requirement with the values %j (expected: %s)',
  async (second_factor_demand, isAnnounced) => {
    const { text } = await openFactors(factors(), {}, userAs('approver', { second_factor_demand }))
    expect(text().includes('Your dealer group requires a passkey or')).toBe(isAnnounced)
  },
)

test('removes the app after confirmation', async () => {
  const { user, sent } = await openFactors(factors({ codes: { added_at } }), { 'DELETE /my/codes': null })
  await user.click(screen.getByRole('button', { name: 'Remove authenticator app' }))
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Remove' })))
  await untilShown('Authenticator app removed')
  expect(sent()).toEqual([['DELETE /my/codes', undefined]])
})

test('shows new recovery codes once, and asks for confirmation before it closes unsaved codes', async () => {
  const codes = { recovery_codes: ['aaaa-1111', 'bbbb-2222'] }
  const { user } = await openFactors(factors({ codes: { added_at } }), { 'POST /my/recovery-codes': codes })
  await user.click(screen.getByRole('button', { name: 'Create New Codes' }))
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Create New Codes' })))
  expect(await eventually(() => screen.getByText('aaaa-1111'))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await user.click(await eventually(() => screen.getByRole('button', { name: 'I Saved the Codes' })))
  await eventually(() => expect(screen.queryByText('aaaa-1111')).toBeNull())
})

test('adds an app with its key and first code', async () => {
  const begun = { secret: 'ABCDEFGHIJ', otpauth_url: 'otpauth://totp/Check%20Requests?secret=ABCDEFGHIJ' }
  const { user, sent } = await openFactors(factors(), {
    'POST /my/codes/begin': begun,
    'POST /my/codes/confirm': { recovery_codes: null },
  })
  await user.click(screen.getByRole('button', { name: 'Add App' }))
  expect(await eventually(() => screen.getByText(/ABCD EFGH IJ/))).toBeTruthy()
  await user.type(screen.getByLabelText(/^Code/), '123456')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await untilShown('Authenticator app added')
  expect(sent().at(-1)).toEqual(['POST /my/codes/confirm', { code: '123456' }])
})

test('shows why an app couldn’t be added', async () => {
  const { user } = await openFactors(factors(), { 'POST /my/codes/begin': new Refusal(409, 'Log in again first.') })
  await user.click(screen.getByRole('button', { name: 'Add App' }))
  await untilShown('Log in again first.')
})
