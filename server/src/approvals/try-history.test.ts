import { approvalEndpoints as endpoints } from '@check-requests/domain/approvals/endpoints.ts'
import type { HistoryTrialReply } from '@check-requests/domain/approvals/replies.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { addTitle, anyone, putInForce } from '../testing/policies.ts'
import { type CreateBody, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const day = 86_400_000

onOneDatabase('policy trial on past requests on $name', (kind) => {
  let world: World
  let before: number
  let large: number
  beforeAll(async () => {
    world = await startWorld(kind)
    await raised({ payee_name_1: 'Long Ago' }, 'requester-group')
    world.clock.advance(91 * day)
    before = await raised({ payee_name_1: 'Before Any Policy' })
    const one = { steps: [{ name: 'Approval', approvers: anyone }] }
    await putInForce(world, { otherwise: one })
    large = await raised({ amount: 3000, payee_name_1: 'Large Payee' })
    await raised({ amount: 600, payee_name_1: 'Split Payee' })
    await raised({ amount: 600, payee_name_1: 'Split Payee' })
    const controller = await addTitle(world, 'Controller', [])
    const draft = {
      rules: [
        {
          name: 'Large',
          conditions: { amount_from: 1000 },
          steps: [
            { name: 'Controller', approvers: { approval_title_ids: [controller] } },
            { name: 'Another', approvers: anyone },
          ],
        },
      ],
      otherwise: one,
    }
    const saved = await (await admin()).call(endpoints.saveDraft, { params, body: draft })
    expect(saved.status).toBe(200)
  })
  afterAll(() => world.close())

  const params = { id: 1 }
  const admin = async (name: PersonName = 'admin-super') => world.as(name, 'admin')
  const raised = async (changes: Partial<CreateBody>, by: PersonName = 'requester-super') => {
    params.id = world.ids.places.NWG
    return (await raise(world, by, 'NWG/TOY/SVC', { amount: 100, due_date: '2027-12-01', ...changes })).id
  }
  const tryIt = async (policy: 'draft' | 'in-force'): Promise<HistoryTrialReply> =>
    (await (await admin()).call(endpoints.tryHistory, { params, body: { policy } })).data

  test('reports the rule for each request of the last 90 days, and marks requests with a different route', async () => {
    const trial = await tryIt('draft')
    expect(trial).toMatchObject({
      looked_at: 4,
      by_rule: [
        { rule: 'Large', requests: 2 },
        { rule: null, requests: 2 },
      ],
      otherwise: 2,
      because_of: { 'other-rule': 2, 'more-approvals': 2, 'fewer-approvals': 0, 'too-few-people': 2 },
      next: null,
    })
    const [second, first] = trial.examples
    // The second of two payments to a payee counts with both amounts, and the first with only its own amount.
    expect(second).toMatchObject({ payee_name_1: 'Split Payee', amount: 600 })
    expect(first).toMatchObject({
      id: large,
      amount: 3000,
      went: { rule: null, approvals: 1 },
      would: { rule: 'Large', approvals: 2 },
      because_of: ['other-rule', 'more-approvals', 'too-few-people'],
    })
  })

  test('reports no difference for the policy in force on requests older than the policy', async () => {
    expect(await tryIt('in-force')).toMatchObject({ looked_at: 4, otherwise: 0, examples: [] })
  })

  test('starts a page after the last request of the previous page', async () => {
    const reply = await (await admin()).call(endpoints.tryHistory, { params, body: { policy: 'draft', before: large } })
    expect(reply.data).toMatchObject({ looked_at: 1, by_rule: [{ rule: null, requests: 1 }], next: null })
    const last = await (await admin()).call(endpoints.tryHistory, { params, body: { before } })
    expect(last.data.looked_at).toBe(0)
  })

  test('allows trials only to admins of the whole dealer group', async () => {
    for (const [name, status] of [
      ['admin-dealership', 403],
      ['admin-eastside', 404],
    ] as const)
      expect((await (await admin(name)).call(endpoints.tryHistory, { params, body: {} })).status).toBe(status)
    const other = await (await admin()).call(endpoints.tryHistory, {
      params: { id: world.ids.places.EAS },
      body: { policy: 'in-force' },
    })
    expect(other.error.fields).toEqual({ policy: 'No policy is in force yet.' })
  })
})
