import { waitingKinds } from '@check-requests/domain/dashboard/waiting.ts'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ageText, NeedsMe, WaitingCount, waitingRows } from '#dashboard/needs-me.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, spaced } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const as = userAs('processor')
const since = new Date(Date.now() - 3 * 86_400_000).toISOString()

describe('what needs me', () => {
  test('shows each kind with its count, amount, age, and one button, and opens the account of an exception', async () => {
    const replies = {
      'GET /waiting': [
        { kind: 'bank-exceptions', count: 2, amount: 175.5, oldest: since, bank_account_id: 3 },
        { kind: 'signatures', count: 1, amount: 1200, oldest: since, bank_account_id: null },
        { kind: 'controls', count: 10_001, amount: null, oldest: null, bank_account_id: null },
      ],
    }
    await openScreen(<NeedsMe />, { as, replies })
    const rows = await eventually(() => screen.getAllByRole('listitem'))
    expect(rows.map(({ textContent }) => spaced(textContent))).toEqual([
      '2Bank exceptions to resolve$175.50, oldest 3 daysResolve Exceptions',
      '1Check to sign$1,200.00, waiting for 3 daysSign Checks',
      '10,000+Control changes to confirmReview Changes',
    ])
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/clearing?account=3',
      '/sign-checks',
      '/settings',
    ])
  })

  test('says that nothing is waiting', async () => {
    await openScreen(<NeedsMe />, { as, replies: { 'GET /waiting': [] } })
    await eventually(() => screen.getByText('Nothing is waiting for you.'))
  })

  test('counts the given kinds next to a sidebar entry, and shows nothing if none is waiting', async () => {
    const waiting = (kind: string, count: number) => ({
      kind,
      count,
      amount: null,
      oldest: null,
      bank_account_id: null,
    })
    const replies = { 'GET /waiting': [waiting('mailings', 1200), waiting('handovers', 34), waiting('approvals', 5)] }
    await openScreen(<WaitingCount of={['mailings', 'handovers']} />, { as, replies })
    await eventually(() => screen.getByText('1,234 items waiting for you'))
  })

  test('has a row for each kind', () => {
    expect(Object.keys(waitingRows).toSorted()).toEqual([...waitingKinds].toSorted())
  })

  test.each([
    [20_000, true, 'waiting for less than a minute'],
    [60_000, false, 'oldest 1 minute'],
    [2 * 3_600_000, false, 'oldest 2 hours'],
    [25 * 3_600_000, true, 'waiting for 1 day'],
  ])('describes an age of %i ms as “%s”', (age, isSingle, text) => {
    expect(ageText(new Date(0).toISOString(), age, isSingle)).toBe(text)
  })
})
