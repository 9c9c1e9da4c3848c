import { approvalEndpoints as endpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import { anyone } from '../testing/policies.ts'
import { startWorld, type World } from '../testing/world.ts'

onOneDatabase('draft warnings on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  /** The warnings for a step that needs two of these users at one dealership of the group. */
  async function warned(group: 'NWG' | 'EAS', user_ids: number[]): Promise<string[]> {
    const { places } = world.ids
    const params = { id: places[group] }
    const client = await world.as(group === 'NWG' ? 'admin-group' : 'admin-eastside', 'admin')
    const { version } = (await client.call(endpoints.draft, { params })).data
    const conditions = { dealership_ids: [places[group === 'NWG' ? 'NWG/HON' : 'EAS/KIA']] }
    const rules = [{ name: 'Both', conditions, steps: [{ name: 'Both', approvers: { user_ids }, needed: 2 }] }]
    const otherwise = { steps: [{ name: 'Approval', approvers: anyone }] }
    const body = { rules, otherwise, ...(version > 0 && { version }) }
    return (await client.call(endpoints.saveDraft, { params, body })).data.warnings
  }

  test('warns that a request created by one of the only two approvers would go to the fallback', async () => {
    const { people } = world.ids
    expect(await warned('NWG', [people['approver-group'], people['approver-super']])).toEqual([])
    expect(await warned('NWG', [people['approver-group'], people.everyone])).toEqual([
      '“Both” has just enough different approvers for its steps at Dealership HON, SVC. If one of them creates or edits a request from there, it goes to the fallback approvers.',
    ])
    expect(await warned('NWG', [people['approver-group'], people.everyone, people['approver-super']])).toEqual([])
  })

  test('omits the warning about just enough approvers where separation of duties is off', async () => {
    const { people } = world.ids
    expect(await warned('EAS', [people['approver-eastside'], people['everyone-eastside']])).toEqual([])
  })
})
