import type { DraftReply, HistoryTrialReply, VersionReply } from '@check-requests/domain/approvals/replies.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { PolicyInForce, PolicyRead, PolicyVersions } from '#approvals/policy-versions.tsx'
import { TryHistory } from '#approvals/try-history.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, type Replies, spaced } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { dealerGroup } from '#testing/places.ts'

const as = userAs('admin')
const group = dealerGroup()
const anyone = { user_ids: [], approval_title_ids: [], anyone_in_scope: true }
const step = { name: 'Approval', approvers: anyone, needed: 1 }
const policy = { rules: [], otherwise: { steps: [step] }, fallback: anyone }
const none = { 'other-rule': 0, 'more-approvals': 0, 'fewer-approvals': 0, 'too-few-people': 0 }

function draft(changes: Partial<DraftReply> = {}): DraftReply {
  const made = { edited_by: [], edited_at: null, warnings: [] }
  return { dealer_group_id: 1, version: 2, in_force: 3, policy, ...made, ...changes }
}

function page(changes: Partial<HistoryTrialReply> = {}): HistoryTrialReply {
  return { looked_at: 2, by_rule: [], otherwise: 0, because_of: none, examples: [], next: null, ...changes }
}

const example = {
  id: 127,
  request_number: 'LAG-127',
  payee_name_1: 'Harbor',
  amount: 12_000,
  went: { rule: null, approvals: 1 },
  would: { rule: 'Large', approvals: 2 },
  because_of: ['other-rule' as const, 'more-approvals' as const],
}

const button = 'Test the Last 90 Days'

async function tryPages(pages: unknown[], replies: Replies = {}) {
  const left = [...pages]
  const opened = await openScreen(<TryHistory group={group} />, {
    as,
    replies: {
      'GET /dealer-groups/1/approval-policy/draft': draft(),
      'POST /dealer-groups/1/approval-policy/try-history': () => left.shift(),
      ...replies,
    },
  })
  await opened.user.click(await eventually(() => screen.getByRole('button', { name: button })))
  return opened
}

describe('trial on past requests', () => {
  test('reports that no request would have taken a different route', async () => {
    await tryPages([page()])
    expect(
      await eventually(() => screen.getByText('None of 2 requests would have taken a different route.')),
    ).toBeTruthy()
  })

  test('reports that there were no requests', async () => {
    await tryPages([page({ looked_at: 0 })])
    expect(await eventually(() => screen.getByText('No requests were submitted in the last 90 days.'))).toBeTruthy()
  })

  test('adds up the results of all pages', async () => {
    const first = page({
      looked_at: 200,
      otherwise: 2,
      by_rule: [{ rule: 'Large', requests: 150 }],
      because_of: { ...none, 'other-rule': 2 },
      next: 77,
    })
    const second = page({
      looked_at: 1000,
      otherwise: 1,
      by_rule: [
        { rule: 'Large', requests: 1 },
        { rule: null, requests: 999 },
      ],
      because_of: { ...none, 'other-rule': 1 },
    })
    const { sent } = await tryPages([first, second])
    expect(
      await eventually(() => screen.getByText('3 of 1,200 requests would have taken a different route.')),
    ).toBeTruthy()
    expect(screen.getByText('“Large”: 151 requests')).toBeTruthy()
    expect(screen.getByText('Everything else: 999 requests')).toBeTruthy()
    expect(screen.getByText('3 requests with another rule')).toBeTruthy()
    expect(sent().map(([, body]) => body)).toEqual([{ policy: 'draft' }, { policy: 'draft', before: 77 }])
  })

  test('uses the singular for one request', async () => {
    await tryPages([page({ looked_at: 1, otherwise: 1, because_of: { ...none, 'too-few-people': 1 } })])
    expect(await eventually(() => screen.getByText('1 of 1 request would have taken a different route.'))).toBeTruthy()
    expect(screen.getByText('1 request with too few approvers')).toBeTruthy()
  })

  test('shows the routes of sample requests', async () => {
    await tryPages([page({ otherwise: 1, examples: [example] })])
    const list = await eventually(() =>
      screen.getByRole('region', { name: 'Requests that would have taken a different route' }),
    )
    expect(spaced(within(list).getByRole('listitem').textContent)).toBe(
      'LAG-127 Harbor, $12,000.00: another rule, more approvalsActual route: Everything else, 1 approval. Route in this test: “Large”, 2 approvals.',
    )
    expect(within(list).getByRole('heading').textContent).toBe('Requests that would have taken a different route')
  })

  test('marks a request decided without a policy, and says that only the newest samples are shown', async () => {
    await tryPages([page({ otherwise: 9, examples: [{ ...example, went: null }] })])
    const text = /Actual route: without a policy, 1 approval/
    expect(await eventually(() => screen.getByText(text))).toBeTruthy()
    expect(screen.getByRole('heading', { name: /^Newest requests/ })).toBeTruthy()
  })

  test('tests the policy in force instead of the draft if chosen', async () => {
    const { user, sent } = await tryPages([page(), page()])
    await user.selectOptions(await eventually(() => screen.getByLabelText('Policy to test')), 'Policy in force')
    await user.click(screen.getByRole('button', { name: button }))
    await eventually(() => expect(sent().at(-1)?.[1]).toEqual({ policy: 'in-force' }))
  })

  test.each([
    ['no draft exists', { version: 0 }],
    ['no policy is in force', { in_force: null }],
  ])('offers no choice of policies if %s', async (_, changes) => {
    await tryPages([page()], { 'GET /dealer-groups/1/approval-policy/draft': draft(changes) })
    expect(screen.queryByLabelText('Policy to test')).toBeNull()
  })

  test('shows why a trial failed, and offers a retry', async () => {
    await tryPages([new Refusal(409, 'Save the draft first.'), page()])
    expect((await eventually(() => screen.getByRole('alert'))).textContent).toContain('Save the draft first.')
  })
})

describe('policy in force', () => {
  const version: VersionReply = {
    number: 3,
    note: 'Adds a controller',
    edited_by: [{ id: 31, name: 'Denise Carver' }],
    published_by: { id: 32, name: 'Victor Hale' },
    published_at: '2026-11-20T15:00:00.000Z',
    is_in_force: true,
    policy,
  }
  const versions = 'GET /dealer-groups/1/approval-policy/versions'
  const replies = { [versions]: [version], 'GET /approval-titles': [] }

  test('says that no policy is in force', async () => {
    await openScreen(<PolicyInForce group={group} />, { as, replies: { ...replies, [versions]: [] } })
    expect(
      await eventually(() => screen.getByText(/^No policy is in force\. Every request needs one approval/)),
    ).toBeTruthy()
  })

  test('shows the policy’s number and who published it', async () => {
    await openScreen(<PolicyInForce group={group} />, { as, replies })
    expect(
      await eventually(() => screen.getByText(/^Version 3, published by Victor Hale, Nov 20, 2026, /)),
    ).toBeTruthy()
  })

  test('opens a policy from the list of versions', async () => {
    await openScreen(<PolicyVersions group={group} />, { as, replies })
    const summary = await eventually(() => screen.getByText('Adds a controller'))
    expect(spaced(summary.parentElement?.textContent)).toMatch(
      /^Version 3In forceAdds a controllerEdited by Denise Carver\. Published by Victor Hale, Nov 20, 2026, /,
    )
  })

  test.each([
    [[], 'Every request', false],
    [['normal' as const], 'Everything else', true],
  ])('describes a policy in sentences if a rule has the priorities %j', async (priority_levels, heading, adds) => {
    const places = { dealership_ids: [], department_ids: [], purpose_ids: [] }
    const conditions = { amount_from: null, amount_to: null, ...places, payee_type: null, priority_levels }
    const rules = priority_levels.length === 0 ? [] : [{ name: 'Urgent', conditions, steps: [step] }]
    await openScreen(<PolicyRead policy={{ ...policy, rules }} nameOf={() => '?'} />)
    expect(screen.getByRole('heading', { name: heading })).toBeTruthy()
    expect(screen.queryByText(/A rule about priorities adds its steps/) !== null).toBe(adds)
    expect(
      screen.getByText('If a step doesn’t have enough approvers, any approver in scope can also approve it.'),
    ).toBeTruthy()
  })
})
