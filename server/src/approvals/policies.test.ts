import { approvalEndpoints as endpoints } from '@check-requests/domain/approvals/endpoints.ts'
import type { holdTitlesBody, saveDraftBody } from '@check-requests/domain/approvals/fields.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { addTitle, anyone, putInForce } from '../testing/policies.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

type Draft = z.input<typeof saveDraftBody>
type Titles = z.input<typeof holdTitlesBody>['titles']

const one = { name: 'Approval', approvers: anyone }
const two = { name: 'Two approvers', approvers: anyone, needed: 2 }
const nothing = { user_ids: [], approval_title_ids: [], anyone_in_scope: false }

onOneDatabase('approval policies on $name', (kind) => {
  let world: World
  let controller: number
  beforeAll(async () => {
    world = await startWorld(kind)
    controller = await addTitle(world, 'Controller', ['approver-group'])
  })
  afterAll(() => world.close())

  const params = (group: 'NWG' | 'EAS' = 'NWG') => ({ id: world.ids.places[group] })
  const admin = (name: PersonName = 'admin-group') => world.as(name, 'admin')
  const draftOf = async (name?: PersonName) => (await admin(name)).call(endpoints.draft, { params: params() })
  const save = async (body: Draft, name?: PersonName) =>
    (await admin(name)).call(endpoints.saveDraft, { params: params(), body })
  const publish = async (version: number, name: PersonName) =>
    (await admin(name)).call(endpoints.publish, { params: params(), body: { note: 'As agreed', version } })

  test('starts with a default policy that requires one approval by anyone in scope', async () => {
    const { data } = await draftOf()
    expect(data).toMatchObject({ version: 0, in_force: null, edited_by: [], edited_at: null, warnings: [] })
    expect((await publish(0, 'admin-super')).message).toBe('There is no draft yet. Save your changes first.')
    expect(data.policy).toEqual({
      rules: [],
      otherwise: { steps: [{ name: 'Approval', approvers: { ...nothing, anyone_in_scope: true }, needed: 1 }] },
      fallback: { ...nothing, anyone_in_scope: true },
    })
    expect((await (await admin()).call(endpoints.versions, { params: params() })).data).toEqual([])
  })

  test('lets one user edit a policy and another publish it with a note', async () => {
    const rules = [{ name: 'Large', conditions: { amount_from: 10_000.01 }, steps: [two] }]
    const saved = await save({ rules, otherwise: { steps: [one] }, version: 0 })
    expect(saved.data).toMatchObject({ version: 1, in_force: null })
    expect((await draftOf()).data.policy.rules[0]?.conditions.amount_from).toBe(10_000.01)

    const refused = await publish(1, 'admin-group')
    expect(refused.status).toBe(403)
    expect(refused.message).toBe(
      'admin-group Tester edited this policy, so another admin has to publish it (separation of duties).',
    )
    const published = await publish(1, 'everyone')
    expect(published.status).toBe(201)
    expect(published.message).toBe('Approval policy 1 is in force')
    expect((await (await admin()).call(endpoints.versions, { params: params() })).data).toMatchObject([
      {
        number: 1,
        note: 'As agreed',
        is_in_force: true,
        published_by: { id: world.ids.people.everyone, name: 'everyone Tester' },
        edited_by: [{ id: world.ids.people['admin-group'], name: 'admin-group Tester' }],
        policy: { rules: [{ name: 'Large' }] },
      },
    ])
    expect((await draftOf()).data).toMatchObject({ version: 0, in_force: 1, policy: { rules: [{ name: 'Large' }] } })
  })

  test('prevents publishing by anyone who edited the draft', async () => {
    await save({ otherwise: { steps: [one] } }, 'everyone')
    const saved = await save({ otherwise: { steps: [two] }, version: 1 })
    expect(saved.data).toMatchObject({ version: 2 })
    for (const name of ['everyone', 'admin-group'] as const) {
      const refused = await publish(2, name)
      expect(refused.status).toBe(403)
      expect(refused.message).toContain('everyone Tester and admin-group Tester edited this policy')
    }
    expect((await publish(2, 'admin-super')).status).toBe(201)
  })

  test('lets the editor publish in a group without separation of duties', async () => {
    const here = { id: world.ids.places.EAS }
    const client = await world.as('admin-eastside', 'admin')
    const saved = await client.call(endpoints.saveDraft, { params: here, body: { otherwise: { steps: [one] } } })
    const body = { note: 'Alone in the office', version: saved.data.version }
    expect((await client.call(endpoints.publish, { params: here, body })).status).toBe(201)
  })

  test('refuses the second of two simultaneous edits, and keeps the first', async () => {
    const saved = await save({ otherwise: { steps: [one] } })
    const stale = await save({ otherwise: { steps: [two] } }, 'everyone')
    expect(stale.status).toBe(409)
    expect(stale.message).toBe(
      'admin-group Tester changed the approval policy in the meantime. Review it before you continue.',
    )
    expect((await publish(Number(saved.data.version) + 1, 'everyone')).status).toBe(409)
    expect((await draftOf()).data.policy.otherwise.steps[0]?.name).toBe('Approval')
  })

  test.each([
    ['no steps', { otherwise: { steps: [] } }, 'otherwise.steps', 'Add at least one step for approvals.'],
    [
      'a step without approvers',
      { otherwise: { steps: [{ name: 'Nobody', approvers: {} }] } },
      'otherwise.steps.0.approvers',
      'Choose who can approve this step.',
    ],
    [
      'an upper amount below the lower one',
      {
        rules: [{ name: 'A', conditions: { amount_from: 10, amount_to: 5 }, steps: [one] }],
        otherwise: { steps: [one] },
      },
      'rules.0.conditions.amount_to',
      'The upper amount must be at least the lower amount.',
    ],
    [
      'a user who isn’t an approver',
      { otherwise: { steps: [{ name: 'A', approvers: { user_ids: [1_000_000] } }] } },
      'otherwise.steps.0.approvers.user_ids',
      'A user listed here isn’t an active approver in this dealer group. Remove the user, or choose another.',
    ],
    [
      'a nonexistent dealership',
      {
        rules: [{ name: 'A', conditions: { dealership_ids: [1_000_000] }, steps: [one] }],
        otherwise: { steps: [one] },
      },
      'rules.0.conditions.dealership_ids',
      'A dealership listed here no longer exists. Remove it.',
    ],
  ])('refuses a policy with %s and names the field', async (_what, body, field, text) => {
    const { version } = (await draftOf()).data
    const refused = await save({ ...body, ...(version > 0 && { version }) })
    expect(refused.status).toBe(422)
    expect(refused.error?.fields).toEqual({ [field]: text })
  })

  test('warns about a rule that never matches and a step with too few approvers', async () => {
    const { version } = (await draftOf()).data
    const steps = [{ name: 'Controller', approvers: { approval_title_ids: [controller] }, needed: 3 }]
    const rules = [
      { name: 'All', conditions: {}, steps },
      { name: 'Hidden', conditions: { amount_from: 5 }, steps: [one] },
    ]
    const saved = await save({ rules, otherwise: { steps: [one] }, version })
    expect(saved.data).toMatchObject({
      warnings: [
        'The rule “Hidden” never applies: rules above it match all of its requests.',
        expect.stringContaining('“All” doesn’t have enough different approvers for its steps at Dealership'),
      ],
    })
  })

  test('shows the matching rule, why other rules don’t match, and the approvers in a trial', async () => {
    await putInForce(world, {
      rules: [
        { name: 'Large', conditions: { amount_from: 10_000 }, steps: [one] },
        {
          name: 'Toyota',
          conditions: { dealership_ids: [world.ids.places['NWG/TOY']] },
          steps: [{ name: 'Controller', approvers: { approval_title_ids: [controller] } }],
        },
      ],
      otherwise: { steps: [two] },
    })
    const body = {
      amount: '500',
      dealership_id: world.ids.places['NWG/TOY'],
      department_id: world.ids.places['NWG/TOY/SVC'],
      purpose_id: 10,
      payee_type: 'business',
      policy: 'in-force',
    } as const
    const tried = await (await admin()).call(endpoints.tryPolicy, { params: params(), body })
    expect(tried.data).toEqual({
      rule: 'Toyota',
      added: [],
      steps: [
        {
          name: 'Controller',
          needed: 1,
          people: [{ id: world.ids.people['approver-group'], name: 'approver-group Tester' }],
          has_enough: true,
        },
      ],
      others: [{ rule: 'Large', because_of: ['amount'] }],
    })
    const elsewhere = { ...body, dealership_id: world.ids.places['NWG/HON'], department_id: null }
    const other = await (await admin()).call(endpoints.tryPolicy, { params: params(), body: elsewhere })
    expect(other.data.rule).toBeNull()
    expect(other.data.steps[0]?.people.map(({ name }) => name)).toEqual([
      'approver-group Tester',
      'approver-super Tester',
      'everyone Tester',
    ])
  })

  test('hides policies from admins of other groups or of one dealership', async () => {
    const here = { id: world.ids.places.NWG }
    const stranger = await world.as('admin-eastside', 'admin')
    expect((await stranger.call(endpoints.draft, { params: here })).status).toBe(404)
    expect((await stranger.call(endpoints.versions, { params: here })).status).toBe(404)
    expect((await stranger.call(endpoints.titles)).data.map(({ name }) => name)).not.toContain('Controller')
    expect((await (await world.as('admin-dealership')).call(endpoints.draft, { params: here })).status).toBe(403)
    expect((await (await world.as('approver-group')).call(endpoints.titles)).status).toBe(403)
  })

  test('assigns titles at one dealership or everywhere, but refuses a user’s own titles', async () => {
    const give = async (name: PersonName, titles: Titles, by: PersonName = 'admin-group') =>
      (await admin(by)).call(endpoints.holdTitles, { params: { id: world.ids.people[name] }, body: { titles } })
    const toyota = world.ids.places['NWG/TOY']
    const given = await give('approver-dealership', [{ approval_title_id: controller, dealership_id: toyota }])
    expect(given.status).toBe(200)
    const { data } = await (await admin()).call(endpoints.titles)
    expect(data.find(({ id }) => id === controller)?.holders).toEqual([
      {
        user_id: world.ids.people['approver-dealership'],
        name: 'approver-dealership Tester',
        dealership_id: toyota,
        dealership_name: 'Dealership TOY',
        waits: true,
      },
      {
        user_id: world.ids.people['approver-group'],
        name: 'approver-group Tester',
        dealership_id: null,
        dealership_name: null,
      },
    ])
    const own = await give('everyone', [{ approval_title_id: controller }], 'everyone')
    expect([own.status, own.message]).toEqual([
      403,
      'Another admin has to set your approval titles (separation of duties).',
    ])
    expect((await give('approver-group', [{ approval_title_id: 1_000_000 }])).error?.fields).toEqual({
      titles: 'Choose titles in this dealer group.',
    })
    const kia = { approval_title_id: controller, dealership_id: world.ids.places['EAS/KIA'] }
    expect((await give('approver-group', [kia])).error?.fields).toEqual({
      titles: 'Choose dealerships in this dealer group.',
    })
    expect((await give('approver-eastside', [])).status).toBe(404)
  })

  test('refuses a duplicate title name, and refuses a retired title in a policy', async () => {
    const client = await admin()
    const body = { dealer_group_id: world.ids.places.NWG, name: 'Controller' }
    const twice = await client.call(endpoints.createTitle, { body })
    expect([twice.status, twice.message]).toEqual([409, 'An approval title named “Controller” already exists.'])
    const spare = await client.call(endpoints.createTitle, { body: { ...body, name: 'Owner' } })
    const change = { params: { id: spare.data.id }, body: { is_active: false, version: 1 } }
    expect((await client.call(endpoints.updateTitle, change)).data.is_active).toBe(false)
    expect((await client.call(endpoints.updateTitle, change)).status).toBe(409)
    const { version } = (await draftOf()).data
    const steps = [{ name: 'Owner', approvers: { approval_title_ids: [spare.data.id] } }]
    expect((await save({ otherwise: { steps }, ...(version && { version }) })).error?.fields).toEqual({
      'otherwise.steps.0.approvers.approval_title_ids':
        'A title listed here isn’t in use. Remove it, or choose another title.',
    })
  })

  test('saves and reloads 200 rules with long lists unchanged', async () => {
    const ids = Array.from({ length: 20 }, () => world.ids.places['NWG/TOY'])
    const rules = Array.from({ length: 200 }, (_, index) => ({
      name: `Rule ${index}: what is between two amounts, at one dealership, and for some purposes`,
      conditions: { amount_from: 1 + index, amount_to: 2 + index, dealership_ids: ids, purpose_ids: [1, 2, 3] },
      steps: [1, 2, 3].map((number) => ({ name: `Step ${number}`, approvers: anyone, needed: 1 })),
    }))
    const { version } = (await draftOf()).data
    const saved = await save({ rules, otherwise: { steps: [one] }, ...(version && { version }) })
    expect(saved.status).toBe(200)
    const read = (await draftOf()).data
    expect(JSON.stringify(read.policy).length).toBeGreaterThan(65_536)
    const again = await save({ ...read.policy, version: read.version })
    expect([again.status, again.data.policy]).toEqual([200, read.policy])
    expect((await save({ otherwise: { steps: [one] }, version: again.data.version })).status).toBe(200)
  })

  test('records all policy changes in an intact audit trail', async () => {
    const query = { entity: 'approval-policy' } as const
    const { items } = (await (await admin()).call(auditEndpoints.list, { query })).data
    expect(new Set(items.map(({ action }) => action))).toEqual(
      new Set(['approval-policy.edit', 'approval-policy.publish']),
    )
    const titles = { action: 'user.set-approval-titles' }
    expect((await (await admin()).call(auditEndpoints.list, { query: titles })).data.items.length).toBe(2)
    const groups = await (await admin()).call(organizationEndpoints.dealerGroups)
    expect(groups.status).toBe(200)
    expect(await verifyTrail(world.database, null)).toMatchObject({ intact: true, mismatches: [] })
  })
})
