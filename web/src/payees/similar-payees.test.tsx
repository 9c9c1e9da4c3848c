import type { LikePayee } from '@check-requests/domain/payees/replies.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LikePayees, SimilarToPayee } from '#payees/similar-payees.tsx'
import { openScreen, Refusal, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const employee: LikePayee = { kind: 'employee', id: 31, name: 'Denise Carver', state: null, alike: 'name' }
const payee: LikePayee = { kind: 'payee', id: 131, name: 'Harbour Paint', state: 'blocked', alike: 'address' }

async function sentencesOf(found: readonly LikePayee[]) {
  await openScreen(<LikePayees found={found} />, { as: userAs('approver') })
  return screen.queryAllByRole('listitem').map((item) => spaced(item.textContent))
}

test.each([
  ['an employee with a similar name', employee, 'An employee has nearly the same name: Denise Carver'],
  [
    'an employee with the same address',
    { ...employee, alike: 'address' as const },
    'An employee has the same address: Denise Carver',
  ],
  ['a payee with its state', payee, 'Another payee (blocked) has the same address: Harbour Paint'],
])('describes %s', async (_, one, sentence) => {
  expect(await sentencesOf([one])).toEqual([sentence])
})

test('links to payees but not to employees', async () => {
  await sentencesOf([employee, payee])
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([['Harbour Paint', '/admin-payees/131']])
})

test('shows nothing if no employee or payee is similar', async () => {
  await sentencesOf([])
  expect(screen.queryByRole('region', { name: 'Similar payees' })).toBeNull()
})

test('fetches the employees and payees similar to a payee', async () => {
  await openScreen(<SimilarToPayee payeeId={127} />, {
    as: userAs('approver'),
    replies: { 'GET /payees/127/likeness': [employee] },
  })
  await untilShown(/An employee has nearly the same name/)
})

test('shows nothing if similar payees couldn’t be loaded', async () => {
  const { read } = await openScreen(<SimilarToPayee payeeId={127} />, {
    as: userAs('approver'),
    replies: { 'GET /payees/127/likeness': new Refusal(403, 'Not for you.') },
  })
  expect(read()).toContain('/payees/127/likeness')
  expect(screen.queryByText('Not for you.')).toBeNull()
})
