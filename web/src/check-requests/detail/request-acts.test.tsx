import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useRequestActs } from '#check-requests/detail/request-acts.tsx'
import { paths } from '#paths.ts'
import { eventually } from '#testing/eventually.ts'
import { openScreen, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { detailedRequest } from '#testing/requests.ts'
import { ReasonButton } from '#ui/feedback/reason-button.tsx'

const opened: string[] = []

function Acts({ request }: { request: DetailedRequest }) {
  const acts = useRequestActs(request, (name) => opened.push(name))
  return acts.map(({ text, refusal, perform }) => (
    <ReasonButton key={text} refusal={refusal} onClick={perform}>
      {text}
    </ReasonButton>
  ))
}

async function openActs(as: ReturnType<typeof userAs>, request: DetailedRequest, replies: Replies = {}) {
  opened.length = 0
  const shown = await openScreen(<Acts request={request} />, { as, replies })
  const texts = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
  return { ...shown, texts }
}

const owner = userAs('requester', { id: 2 })
const hold = { by_id: 5, by_name: 'Denise Carver', reason: 'Wait', at: '2026-11-20T15:00:00.000Z' }
const always = ['Print', 'Case File']

describe('actions on a request', () => {
  test.each<[string, ReturnType<typeof userAs>, Parameters<typeof detailedRequest>[0], string[]]>([
    [
      'the requester of a pending request',
      owner,
      {},
      ['Edit', 'Change Priority', 'Duplicate', 'Delete', 'Repeat', 'Withdraw'],
    ],
    [
      'the requester of a request that was sent back',
      owner,
      { status_name: 'sendback' },
      ['Edit', 'Change Priority', 'Duplicate', 'Delete', 'Repeat'],
    ],
    ['the requester of a closed request', owner, { status_name: 'closed' }, ['Duplicate', 'Repeat']],
    [
      'the requester of a request to a blocked payee',
      owner,
      { status_name: 'closed', payee: { id: 5, name: 'Oak Street Properties', state: 'blocked' } as never },
      ['Duplicate'],
    ],
    ['another requester', userAs('requester'), {}, ['Duplicate']],
    ['an approver of a pending request', userAs('approver'), {}, []],
    ['an approver of an approved request', userAs('approver'), { status_name: 'approved' }, ['Put on Hold']],
    [
      'a processor of a check that is ready',
      userAs('processor'),
      { status_name: 'ready' },
      ['Delivery Details', 'Put on Hold'],
    ],
    ['an auditor', userAs('processor', { audits: true }), { status_name: 'ready' }, []],
    ['an admin', userAs('admin'), { status_name: 'approved' }, ['Edit', 'Duplicate', 'Put on Hold']],
  ])('offers the actions on a request to %s', async (_, as, changes, acts) => {
    const { texts } = await openActs(as, detailedRequest(changes))
    expect(texts()).toEqual([...acts, ...always])
  })

  test('explains why an action isn’t possible now', async () => {
    await openActs(owner, detailedRequest())
    const edit = screen.getByRole('button', { name: 'Edit' })
    expect(edit.getAttribute('title')).toBe(
      'A request can be edited only while it is SendBack. This request is Request now.',
    )
    expect(edit.getAttribute('aria-disabled')).toBe('true')
  })

  test.each([
    ['Change Priority', 'priority'],
    ['Delete', 'remove'],
    ['Withdraw', 'withdraw'],
  ])('opens the dialog for “%s”', async (text, dialog) => {
    const { user } = await openActs(owner, detailedRequest())
    await user.click(screen.getByRole('button', { name: text }))
    expect(opened).toEqual([dialog])
  })

  test('opens the new-request form with the values of this request', async () => {
    const { user, history } = await openActs(owner, detailedRequest())
    await user.click(screen.getByRole('button', { name: 'Duplicate' }))
    await eventually(() => expect(history.location.pathname).toBe(paths.newCheckRequest))
    expect(history.location.state).toMatchObject({ like: { request_number: 'LAG-TOY-SVC-000127' } })
  })

  test('opens the edit form for a request that was sent back', async () => {
    const { user, history } = await openActs(owner, detailedRequest({ status_name: 'sendback' }))
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await eventually(() => expect(history.location.pathname).toBe(paths.updateCheckRequest))
  })
})

describe('holds', () => {
  test('lets another user lift a hold, and sends the displayed version', async () => {
    const request = detailedRequest({ status_name: 'approved', hold })
    const replies = { 'DELETE /check-requests/127/hold': request }
    const { user, sent } = await openActs(userAs('approver'), request, replies)
    await user.click(screen.getByRole('button', { name: 'Lift Hold' }))
    await untilShown('Hold lifted')
    expect(sent()).toEqual([['DELETE /check-requests/127/hold', { version: 5 }]])
  })

  test('doesn’t let the user who placed a hold lift it', async () => {
    const request = detailedRequest({ status_name: 'approved', hold: { ...hold, by_id: 7 } })
    await openActs(userAs('approver'), request)
    expect(screen.getByRole('button', { name: 'Lift Hold' }).getAttribute('title')).toBe(
      'You put this request on hold, so someone else has to lift the hold.',
    )
  })

  test('doesn’t offer a hold to a requester', async () => {
    const { texts } = await openActs(owner, detailedRequest({ status_name: 'approved', hold }))
    expect(texts()).not.toContain('Lift Hold')
  })
})
