import { importEndpoints as endpoints } from '@check-requests/domain/operation/imports/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryTimes } from '../../platform/measures/measures.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { startWorld, type World } from '../../testing/world.ts'

const head =
  'First Name,Last Name,Email,Username,Title,Roles,Primary Role,Access,Dealerships,Departments,Approval Titles'

/** The maximum number of statements for each imported user, of which two write audit entries. */
const mostForEach = 10
const mostForAll = 60

onBothDatabases('a user import on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function statementsFor(people: number, run: string): Promise<number> {
    const rows = Array.from({ length: people }, (_, index) => {
      return `Many,${index},many${index}@${run}.example,,,Approver; Requester,Approver,Department,TOY; HON,TOY/SVC; HON/SVC,`
    })
    const body = { dealer_group_id: world.ids.places.NWG, csv: [head, ...rows].join('\n') }
    const client = await world.as('admin-group', 'admin')
    let statements = 0
    const note = () => {
      statements += 1
    }
    queryTimes.subscribe(note)
    const { status } = await client.call(endpoints.people, { body })
    queryTimes.unsubscribe(note)
    expect(status).toBe(201)
    return statements
  }

  test('runs few statements for each imported user, however many locations and confirmations there are', async () => {
    await statementsFor(1, 'first')
    const [ten, thirty] = [await statementsFor(10, 'ten'), await statementsFor(30, 'thirty')]
    expect((thirty - ten) / 20).toBeLessThanOrEqual(mostForEach)
    expect(ten).toBeLessThan(10 * mostForEach + mostForAll)
  })
})
