import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../testing/on-databases.ts'
import { startWorld, type World } from '../testing/world.ts'

/** The indexes of requests, each with the question that needs it. Each costs every new request and change of status. */
const needed: Record<string, string> = {
  check_requests_check_number: 'is a check number taken, and which old numbers clash',
  check_requests_department: 'a department’s list in id order',
  check_requests_department_status: 'a department’s list at some statuses, in id order for each',
  check_requests_dealership: 'a dealership’s list in id order',
  check_requests_dealership_status: 'a dealership’s list at some statuses, in id order for each',
  check_requests_group: 'a group’s list in id order, and the references of other tables',
  check_requests_group_amount: 'orders, filters, and searches by amount',
  check_requests_group_changed: 'longest waiting, latest completed, and filters by completion',
  check_requests_group_due: 'the order and filters by due date',
  check_requests_group_priority: 'the order and filters by priority',
  check_requests_group_purpose: 'filters and searches by purpose',
  check_requests_group_raised: 'filters by the day of the request',
  check_requests_group_status: 'a group’s list at some statuses, in id order for each',
  check_requests_number: 'is a request number taken',
  check_requests_requester: 'a requester’s list in id order',
  check_requests_requester_status: 'a requester’s list at some statuses, in id order for each',
}

/** SQLite keeps the primary key in the table, and merges the scans of each group. */
const neededByPostgres: Record<string, string> = {
  check_requests_pkey: 'a request by id, and the list of all groups in id order',
  check_requests_status: 'lists of all groups at some statuses, and statuses combined with filters',
}

onBothDatabases('indexes of requests on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const [most, questions] = kind.name === 'SQLite' ? [16, needed] : [18, { ...needed, ...neededByPostgres }]

  test(`has at most ${most} indexes, each for a question of its own`, async () => {
    const names =
      kind.name === 'SQLite'
        ? sql<{ name: string }>`select name from pragma_index_list('check_requests')`
        : sql<{ name: string }>`select indexname as name from pg_indexes where tablename = 'check_requests'`
    const { rows } = await names.execute(world.database.read)
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(questions).sort())
    expect(rows.length).toBeLessThanOrEqual(most)
  })
})
