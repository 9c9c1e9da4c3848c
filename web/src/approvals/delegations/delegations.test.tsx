import type { DelegationReply } from '@check-requests/domain/approvals/delegations/fields.ts'
import { addDays, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Delegations } from '#approvals/delegations/delegations.tsx'
import { OutOfOfficeDialog } from '#approvals/delegations/out-of-office.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const denise = { id: 31, name: 'Denise Carver' }
const victor = { id: 32, name: 'Victor Hale' }

function delegation(changes: Partial<DelegationReply> = {}): DelegationReply {
  return {
    id: 5,
    dealer_group_id: 1,
    from: denise,
    to: victor,
    starts_on: '2026-11-23',
    ends_on: '2026-11-27',
    dealerships: [],
    reason: 'Vacation',
    created_by: denise,
    created_at: '2026-11-20T15:00:00.000Z',
    is_in_force: false,
    ...changes,
  }
}

interface Opened {
  delegations?: DelegationReply[]
  candidates?: object[]
  forOthers?: boolean
  replies?: Replies
}

async function openDelegations({
  delegations = [],
  candidates = [denise, victor],
  forOthers = false,
  replies,
}: Opened) {
  return openScreen(<Delegations forOthers={forOthers} />, {
    as: userAs(forOthers ? 'admin' : 'approver', { id: forOthers ? 7 : 31 }),
    replies: { 'GET /delegations': delegations, 'GET /delegations/candidates': candidates, ...replies },
  })
}

test('shows nothing if no policy is in force', async () => {
  const { read } = await openDelegations({ candidates: [] })
  await eventually(() => expect(read()).toContain('/delegations/candidates'))
  expect(screen.getByTestId('content').textContent).toBe('')
})

test.each([
  [false, 'While you are away, a delegate can decide the requests that wait for you, on your behalf.'],
  [true, 'While approvers are away, a delegate can decide the requests that wait for them, on their behalf.'],
])('explains delegations (admin view: %s) with the text “%s”', async (forOthers, text) => {
  await openDelegations({ forOthers })
  expect(await eventually(() => screen.getByText(text))).toBeTruthy()
  expect(await eventually(() => screen.getByText('No delegations yet.'))).toBeTruthy()
})

test.each<[string, Partial<DelegationReply>, string]>([
  ['not in force yet', {}, 'Victor Hale for Denise Carver Nov 23, 2026 to Nov 27, 2026: Vacation'],
  ['in force', { is_in_force: true }, 'Victor Hale for Denise Carver In forceNov 23, 2026 to Nov 27, 2026: Vacation'],
  [
    'for some dealerships',
    { dealerships: ['Lakeside Toyota', 'Lakeside Ford'].map((name, id) => ({ id, name })) },
    'Victor Hale for Denise Carver Nov 23, 2026 to Nov 27, 2026 at Lakeside Toyota and Lakeside Ford: Vacation',
  ],
])('describes a delegation that is %s', async (_, changes, text) => {
  await openDelegations({ delegations: [delegation(changes)] })
  const row = await eventually(() => screen.getByRole('listitem'))
  expect(spaced(row.textContent)).toBe(text)
})

test('ends a delegation', async () => {
  const { user, sent } = await openDelegations({
    delegations: [delegation()],
    replies: { 'DELETE /delegations/5': { id: 5 } },
  })
  await user.click(
    await eventually(() => screen.getByRole('button', { name: 'End delegation: Victor Hale for Denise Carver' })),
  )
  await untilShown('Delegation ended')
  expect(sent()).toEqual([['DELETE /delegations/5', undefined]])
})

async function openForm(opened: Opened) {
  const shown = await openDelegations(opened)
  await shown.user.click(await eventually(() => screen.getByRole('button', { name: 'Add Delegation' })))
  await eventually(() => screen.getByRole('dialog'))
  const choose = async (label: RegExp, name: string) => {
    await shown.user.click(screen.getByLabelText(label))
    await shown.user.click(await eventually(() => screen.getByRole('option', { name })))
  }
  const submit = () =>
    shown.user.click(screen.getAllByRole('button', { name: 'Add Delegation' }).at(-1) ?? document.body)
  return { ...shown, choose, submit }
}

test('creates a delegation for the current user, starting today', async () => {
  const { user, choose, submit, sent } = await openForm({ replies: { 'POST /delegations': delegation() } })
  await choose(/^Delegate/, 'Victor Hale')
  await user.type(screen.getByLabelText(/^Last Day/), '+5')
  await user.type(screen.getByLabelText(/^Reason/), 'Vacation')
  await submit()
  await untilShown('Victor Hale approves for Denise Carver.')
  const today = localToday(new Date())
  expect(sent()[0]?.[1]).toMatchObject({
    from_id: 31,
    to_id: 32,
    starts_on: today,
    ends_on: addDays(today, 5),
    dealership_ids: [],
    reason: 'Vacation',
  })
})

test('asks an admin for the absent approver', async () => {
  await openForm({ forOthers: true })
  expect(screen.getByLabelText(/^Absent Approver/)).toBeTruthy()
})

test('asks an approver for no absent approver', async () => {
  await openForm({})
  expect(screen.queryByLabelText(/^Absent Approver/)).toBeNull()
})

test('doesn’t offer the current user as a delegate', async () => {
  const { user } = await openForm({})
  await user.click(screen.getByLabelText(/^Delegate/))
  const options = await eventually(() => screen.getAllByRole('option'))
  expect(options.map(({ textContent }) => textContent)).toEqual(['Victor Hale'])
})

test('shows an error at each blank required field', async () => {
  const { submit, sent } = await openForm({})
  await submit()
  expect(
    await eventually(() => screen.getByText('Enter the reason for the delegation. Each approval shows it.')),
  ).toBeTruthy()
  expect(screen.getByText('Choose a delegate.')).toBeTruthy()
  expect(sent()).toEqual([])
})

async function openOutOfOffice(delegations: DelegationReply[], candidates: object[] = [denise, victor]) {
  return openScreen(<OutOfOfficeDialog open onOpenChange={() => undefined} />, {
    as: userAs('approver', { id: 31 }),
    replies: {
      'GET /delegations': delegations,
      'GET /delegations/candidates': candidates,
      'DELETE /delegations/5': { id: 5 },
    },
  })
}

test('shows who approves while the user is out, and ends the absence', async () => {
  const { user, sent } = await openOutOfOffice([delegation({ is_in_force: true })])
  await untilShown('Out until Nov 27, 2026. Victor Hale approves for you.')
  await user.click(screen.getByRole('button', { name: 'End Out of Office' }))
  await untilShown('Delegation ended')
  expect(sent()).toEqual([['DELETE /delegations/5', undefined]])
})

test('says that no delegate is needed without an approval policy', async () => {
  await openOutOfOffice([], [])
  expect(await eventually(() => screen.getByText(/You don’t need a delegate\.$/))).toBeTruthy()
})
