import type { ApprovalReply } from '@check-requests/domain/approvals/replies.ts'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ApprovalChain } from '#approvals/approval-chain.tsx'
import { PeopleNamed } from '#approvals/people-named.tsx'
import { StepsAhead } from '#approvals/steps-ahead.tsx'
import { openScreen, spaced } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const people = ['Ann Keller', 'Ben Adler', 'Cleo Park', 'Dan Rowe', 'Eva Lind'].map((name, index) => ({
  id: index + 1,
  name,
}))
const since = new Date(Date.now() - 50 * 3_600_000).toISOString()
const given = { user_id: 31, name: 'Denise Carver', for: null, at: '2026-11-20T15:00:00.000Z' }

function approval(changes: Partial<ApprovalReply> = {}): ApprovalReply {
  return {
    policy_number: 3,
    rule: 'Large',
    added: [],
    current: 1,
    since,
    on_fallback: false,
    is_stuck: false,
    refusal: null,
    steps: [
      { name: 'Manager', needed: 1, approved_by: [given], can_act: [] },
      { name: 'Controller', needed: 2, approved_by: [], can_act: people.slice(0, 2) },
      { name: 'Owner', needed: 1, approved_by: [], can_act: people.slice(2, 3) },
    ],
    ...changes,
  }
}

type Chain = Omit<Parameters<typeof ApprovalChain>[0], 'approval'> & { approval?: ApprovalReply }

async function openChain({ approval: chain = approval(), ...props }: Chain, as = userAs('approver')) {
  await openScreen(<ApprovalChain approval={chain} {...props} />, { as })
  return [...(screen.getAllByRole('list')[0]?.children ?? [])].map(({ textContent }) => spaced(textContent))
}

describe('approval chain', () => {
  test('names the policy rule and the policy version', async () => {
    await openChain({ status: 'processing' })
    expect(screen.getByText('Policy version 3.').parentElement?.textContent).toBe('Rule “Large”. Policy version 3.')
  })

  test('shows who approved a step and when', async () => {
    const [first] = await openChain({ status: 'processing' })
    expect(first).toMatch(/^Manager: doneDenise Carver, Nov 20, 2026, /)
  })

  test('names the absent approver for whom a delegate approved', async () => {
    const chain = approval()
    const [manager, ...others] = chain.steps
    if (!manager) throw new Error('There is no step')
    const steps = [{ ...manager, approved_by: [{ ...given, for: { id: 9, name: 'Victor Hale' } }] }, ...others]
    const [first] = await openChain({ status: 'processing', approval: { ...chain, steps } })
    expect(first).toContain('Denise Carver for Victor Hale, ')
  })

  test('shows whom the current step is waiting for and since when', async () => {
    const [, second] = await openChain({ status: 'processing' })
    expect(second).toContain('Controller: current step0 of 2 approvalsWaiting for Ann Keller or Ben Adler')
    expect(second).toContain('waiting 2 days')
  })

  test('lists the current user first as “you”', async () => {
    const [, second] = await openChain({ status: 'processing' }, userAs('approver', { id: 2 }))
    expect(second).toContain('Waiting for you or Ann Keller')
  })

  test('names the approvers of a future step', async () => {
    const [, , third] = await openChain({ status: 'processing' })
    expect(third).toBe('3Owner: upcomingCleo Park')
  })

  test('shows that a step was offered to more approvers', async () => {
    const [, second] = await openChain({ status: 'processing', approval: approval({ offered_since: since }) })
    expect(second).toMatch(/Offered to more approvers .* because this step waited too long\./)
  })

  test('shows only the warning about missing approvers if a step has none', async () => {
    const [, stuck] = await openChain({
      status: 'processing',
      approval: approval({ is_stuck: true, on_fallback: true }),
    })
    expect(stuck).toContain('No one can approve this step now.')
    expect(stuck).not.toContain('have enough approvers')
  })

  test('says that fallback approvers can act if a step has too few approvers', async () => {
    const [, second] = await openChain({ status: 'processing', approval: approval({ on_fallback: true }) })
    expect(second).toContain('This step doesn’t have enough approvers, so the policy’s fallback approvers')
  })

  test.each([
    ['rejected', false, 'Approval ended when the request was rejected.', 'skipped'],
    ['rejected', true, 'Approval ended when the request was withdrawn.', 'skipped'],
    ['sendback', false, 'The request was sent back. Approval starts over when it is resubmitted.', 'upcoming'],
  ] as const)(
    'ends the chain of a request at status %s (withdrawn: %s) with the text “%s”',
    async (status, isWithdrawn, sentence, rest) => {
      const steps = await openChain({ status, isWithdrawn, approval: approval({ current: null }) })
      expect(screen.getByText(sentence)).toBeTruthy()
      expect(steps[1]).toContain(`Controller: ${rest}`)
    },
  )

  test('lists no awaited approvers once the request is approved', async () => {
    const steps = await openChain({ status: 'approved' })
    expect(steps.join()).not.toContain('current step')
  })
})

describe('preview of a request’s steps', () => {
  async function openSteps(step: object) {
    await openScreen(<StepsAhead steps={[{ name: 'Controller', needed: 1, people: people.slice(0, 2), ...step }]} />)
    return spaced(screen.getByRole('listitem').textContent)
  }

  test.each<[string, object, string]>([
    ['one approval', {}, '1ControllerAnn Keller or Ben Adler'],
    ['two approvals', { needed: 2 }, '1Controllertwo of: Ann Keller or Ben Adler'],
    ['no approvers', { people: [] }, '1ControllerNo one can approve this step now.'],
    [
      'a reminder',
      { remind_after: 1 },
      '1ControllerAnn Keller or Ben AdlerApprovers are reminded after 1 business hour.',
    ],
    [
      'an escalation',
      { escalate_after: 8, offered_to: people.slice(2, 3) },
      '1ControllerAnn Keller or Ben AdlerAfter 8 business hours, also offered to Cleo Park',
    ],
    [
      'an escalation without recipients',
      { escalate_after: 8 },
      '1ControllerAnn Keller or Ben AdlerAfter 8 business hours, not offered to anyone because no one has the title.',
    ],
  ])('shows a step with %s', async (_, step, text) => {
    expect(await openSteps(step)).toBe(text)
  })

  test('warns about too few approvers', async () => {
    expect(await openSteps({ needed: 3, has_enough: false })).toContain('This step doesn’t have enough approvers')
  })
})

test.each([
  [1, 'Ann Keller'],
  [2, 'Ann Keller or Ben Adler'],
  [4, 'Ann Keller, Ben Adler, Cleo Park, or Dan Rowe'],
  [5, 'Ann Keller, Ben Adler, Cleo Parkor 2 othersDan RoweEva Lind'],
])('lists %i possible approvers as “%s”', async (count, text) => {
  await openScreen(<PeopleNamed people={people.slice(0, count)} />)
  expect(spaced(screen.getByTestId('content').textContent)).toBe(text)
})
