import { approvalEndpoints as endpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import { anyone } from '../testing/policies.ts'
import { startWorld, type World } from '../testing/world.ts'

onOneDatabase('the warnings of a draft on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  /** What is doubtful about a step that two of these people approve, at one dealership of the group. */
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

  test('say where nobody is left for what one of the approvers raises', async () => {
    const { people } = world.ids
    expect(await warned('NWG', [people['approver-group'], people['approver-super']])).toEqual([])
    expect(await warned('NWG', [people['approver-group'], people.everyone])).toEqual([
      '“Both” has just enough different people for its steps at Dealership HON, SVC. A request there that one of them raised or edited goes to the fallback.',
    ])
    expect(await warned('NWG', [people['approver-group'], people.everyone, people['approver-super']])).toEqual([])
  })

  test('say nothing of it where separation of duties is lifted', async () => {
    const { people } = world.ids
    expect(await warned('EAS', [people['approver-eastside'], people['everyone-eastside']])).toEqual([])
  })
})
