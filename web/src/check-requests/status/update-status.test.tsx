import type { RoleName } from '@check-requests/domain/access/roles.ts'
import type { DetailedRequest, Finding } from '@check-requests/domain/check-requests/replies.ts'
import { addDays, formatDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { choicesFor } from '#check-requests/status/transition-labels.ts'
import { UpdateStatus } from '#check-requests/status/update-status.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { personAs, userAs } from '#testing/people.ts'
import { detailedRequest, historyEntry } from '#testing/requests.ts'

const onMoved = vi.fn()
const path = 'POST /status/check-request-history/127'

interface Opened {
  role?: RoleName
  request?: DetailedRequest
  waiting?: string
  means?: string
  stop?: string
  replies?: Replies
}

async function openForm({ role = 'approver', request = detailedRequest(), waiting, means, stop, replies }: Opened) {
  onMoved.mockReset()
  const form = (
    <UpdateStatus
      request={request}
      choices={choicesFor(personAs(role), request, waiting, stop)}
      approvalMeans={means}
      onMoved={onMoved}
    />
  )
  return openScreen(form, { as: userAs(role), replies: { 'GET /check-requests/next-check-numbers': [], ...replies } })
}

const radios = () => screen.getAllByRole('radio').map((radio) => spaced(radio.parentElement?.textContent))
const approve = () => screen.getByRole('radio', { name: /^Approve/ })

describe('form for setting a status', () => {
  test('offers the three decisions first, with their keys, and the rest under More', async () => {
    await openForm({})
    expect(radios()).toEqual(['Approvea', 'Rejectr', 'Send Backs', 'Processing'])
    expect(screen.getByText('More')).toBeTruthy()
  })

  test('shows amount, payee, and resulting status before a decision', async () => {
    const { user } = await openForm({})
    await user.click(approve())
    expect(screen.getByText(/, becomes Approved\.$/).textContent).toBe(
      '$1,796.24 to Harbor Glass Works, LAG-TOY-SVC-000127, becomes Approved.',
    )
    expect(screen.getByRole('button', { name: 'Approve $1,796.24' })).toBeTruthy()
  })

  test('shows both payees before a decision', async () => {
    const { user } = await openForm({ request: detailedRequest({ payee_name_2: 'Rosa Delgado', payee_join: 'or' }) })
    await user.click(approve())
    expect(screen.getByText(/, becomes Approved\.$/).textContent).toContain('Harbor Glass Works or Rosa Delgado,')
  })

  test('explains what an approval does under a policy', async () => {
    const means = 'You approve the step “Controller”; “Owner” comes next.'
    const { user } = await openForm({ means })
    await user.click(approve())
    expect(screen.getByText(/“Owner” comes next\.$/).textContent).toContain(`LAG-TOY-SVC-000127. ${means}`)
  })

  test('sends the decision with the displayed version, and reports the new status', async () => {
    const entry = historyEntry({ status_name: 'approved' })
    const { user, sent } = await openForm({ replies: { [path]: entry } })
    await user.click(approve())
    await user.click(screen.getByRole('button', { name: 'Approve $1,796.24' }))
    await untilShown('Approved $1,796.24 to Harbor Glass Works, LAG-TOY-SVC-000127')
    expect(sent()[0]?.[1]).toMatchObject({ status_id: 3, version: 5 })
    expect(onMoved).toHaveBeenCalledWith('approved')
  })

  test('requires a comment for a rejection', async () => {
    const { user, sent } = await openForm({})
    await user.click(screen.getByRole('radio', { name: /^Reject/ }))
    await user.click(screen.getByRole('button', { name: 'Reject $1,796.24' }))
    expect(
      await eventually(() => screen.getByText('Enter a reason so that the requester knows what to do.')),
    ).toBeTruthy()
    expect(sent()).toEqual([])
  })

  test('keeps decision and comment if the server refuses the decision', async () => {
    const refusal = new Refusal(409, 'Another user was faster.')
    const { user } = await openForm({ replies: { [path]: refusal } })
    await user.click(approve())
    await user.type(screen.getByLabelText('Comment'), 'Looks right')
    await user.click(screen.getByRole('button', { name: 'Approve $1,796.24' }))
    await untilShown('Another user was faster.')
    expect(screen.getByLabelText('Comment')).toHaveProperty('value', 'Looks right')
    expect(onMoved).not.toHaveBeenCalled()
  })

  test.each([
    ['a', 'Approve $1,796.24'],
    ['r', 'Reject $1,796.24'],
    ['s', 'Send Back $1,796.24'],
  ])('selects a decision with the key %s without sending it', async (key, name) => {
    const { sent } = await openForm({})
    fireEvent.keyDown(document.body, { key })
    expect(screen.getByRole('button', { name })).toBeTruthy()
    expect(sent()).toEqual([])
  })

  test('preselects the only possible status', async () => {
    await openForm({ role: 'processor', request: detailedRequest({ status_name: 'signed' }) })
    expect(await eventually(() => screen.getByRole('button', { name: 'Mark as Ready $1,796.24' }))).toBeTruthy()
  })

  test('shows the reason in place of decisions reserved for other users', async () => {
    await openForm({ waiting: 'Denise Carver decides first.' })
    expect(screen.getByText('Denise Carver decides first.')).toBeTruthy()
    expect(radios()).toEqual(['Processing'])
  })

  test('links to the screen for printing a check drawn on a bank account', async () => {
    const check = { draws: true, exists: false, in_run: false }
    await openForm({ role: 'processor', request: detailedRequest({ status_name: 'approved', check }) })
    expect(screen.getByRole('link', { name: 'Print Checks' }).getAttribute('href')).toBe('/print-checks')
  })

  test('shows no form to a role without a possible transition', async () => {
    await openForm({ role: 'admin' })
    expect(screen.getByTestId('content').textContent).toBe('')
  })
})

const findings: Finding[] = [
  {
    kind: 'payee-similar',
    text: 'Another payee looks like this payee.',
    about: [{ kind: 'payee', id: 131, name: 'Harbour Glass', text: 'Payee (new), nearly the same name' }],
  },
  { kind: 'no-document', text: 'No document is attached.' },
  { kind: 'payments', text: '3 paid in 90 days, usually $2,100.', at: '2026-11-03T12:00:00.000Z' },
]
const rows = () =>
  within(screen.getByRole('region', { name: 'Before You Decide' }))
    .getAllByRole('paragraph')
    .map((row) => row.textContent)

test('lists what speaks for or against the request above the choices, and repeats in the confirmation what speaks against it', async () => {
  const { user } = await openForm({ request: detailedRequest({ findings }) })
  expect(rows()).toEqual([
    'Warning: Another payee looks like this payee.',
    'Warning: No document is attached.',
    'OK: 3 paid in 90 days, usually $2,100. Last paid Nov 3.',
  ])
  const link = screen.getByRole('link', { name: /^Harbour Glass/ })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/admin-payees/131', '_blank'])
  await user.click(approve())
  expect(screen.getByText('Despite: similar payee and no document.')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /^Reject/ }))
  expect(screen.queryByText(/^Despite/)).toBeNull()
})

test('switches Approve off for a blocked payee, with the sentence, and still offers to reject', async () => {
  const text = 'Crook Holdings is blocked: forged invoices.'
  const request = detailedRequest({ findings: [{ kind: 'payee-blocked', text }] })
  await openForm({ request, stop: text })
  expect(approve()).toHaveProperty('disabled', true)
  expect(approve().getAttribute('aria-describedby')).toBe('request-stopped')
  expect(document.getElementById('request-stopped')?.textContent).toBe(`Blocks this request: ${text}`)
  expect(rows()).toEqual([`Blocks this request: ${text}`])
  expect(screen.getByRole('radio', { name: /^Reject/ })).toHaveProperty('disabled', false)
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
})

test('shows what speaks against the request on the sheet of a phone, and asks there for the rest', async () => {
  const { user } = await openForm({ request: detailedRequest({ findings }) })
  const sheet = within(screen.getByRole('region', { name: 'Decide' }))
  expect(sheet.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Warning: Similar payee',
    'Warning: No document',
  ])
  await user.click(sheet.getByRole('button', { name: 'Send Back' }))
  expect(sheet.getByText('Another payee looks like this payee.')).toBeTruthy()
  expect(document.activeElement).toBe(sheet.getByRole('textbox', { name: /Comment/ }))
  await user.click(sheet.getByRole('button', { name: 'Cancel' }))
  expect(sheet.getByRole('button', { name: 'Approve' })).toBeTruthy()
})

test('shows through which day a payoff is approved, and the payoff’s maximum amount', async () => {
  const good_through = addDays(localToday(new Date()), 30)
  const payoff = { per_diem: 10, approved_up_to: null }
  const request = detailedRequest({ amount: 1000, good_through, due_date: good_through, payoff })
  const { user } = await openForm({ request })
  await user.click(approve())
  expect(screen.getByText(`Up to $1,000.00, the payoff on ${formatDate(good_through)}.`)).toBeTruthy()
  const later = addDays(good_through, 3)
  fireEvent.change(screen.getByLabelText('Approve Through'), { target: { value: formatDate(later) } })
  expect(screen.getByText(`Up to $1,030.00, the payoff on ${formatDate(later)}.`)).toBeTruthy()
})
