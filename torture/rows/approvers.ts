import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { type Transition, transitions } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Client } from '../../server/src/testing/client.ts'
import { addColleagues } from '../../server/src/testing/colleagues.ts'
import { type DatabaseKind, databases } from '../../server/src/testing/databases.ts'
import { raise } from '../../server/src/testing/requests.ts'
import type { World } from '../../server/src/testing/world.ts'
import { type Attempt, type Figures, figuresOf, type Harness } from '../harness.ts'
import { openWorld } from '../support/open-world.ts'

const [sqlite, postgres] = databases as [DatabaseKind, DatabaseKind]
const crowd = 100
/** A planted fault: with this row and without a version in the call, later approvers could approve again. */
const again: Transition = { by: 'approver', from: 'approved', to: 'approved' }

export const harness: Harness = {
  async prove({ count }) {
    const rows = transitions as Transition[]
    const before = rows.splice(0, rows.length, ...transitions.map(({ decides: _, ...row }) => row), again)
    const figures = await rounds(sqlite, count, undefined)
    rows.splice(0, rows.length, ...before)
    return figures
  },
  async run({ count }: Attempt) {
    const half = Math.ceil(count / 2)
    const [one, other] = [await rounds(sqlite, half, 1), await rounds(postgres, count - half, 1)]
    return figuresOf(count, [...(one.faults ?? []), ...(other.faults ?? [])], 'half on SQLite, half on PostgreSQL')
  },
}

/**
 * A hundred users approve one request simultaneously. Only one of them may succeed, once. `version` is the version in
 * their calls.
 */
async function rounds(kind: DatabaseKind, count: number, version: number | undefined): Promise<Figures> {
  const world = await openWorld(kind)
  const approvers = await logInAll(world, await addColleagues(world.database, 'approver-group', crowd))
  const faults: string[] = []
  for (let round = 0; round < count; round += 1) {
    const { id } = await raise(world, 'requester-department', 'NWG/TOY/SVC')
    const approve = (client: Client) =>
      client.call(endpoints.changeStatus, { params: { id }, body: { status_id: 3, ...(version && { version }) } })
    const statuses = (await Promise.all(approvers.map(approve))).map(({ status }) => status)
    const [won, lost] = [201, 409].map((wanted) => statuses.filter((status) => status === wanted).length)
    const { data } = await (await world.as('admin-super')).call(endpoints.detail, { params: { id } })
    const entries = data.status_history.length
    if (won !== 1 || lost !== crowd - 1 || data.version !== 2 || entries !== 2)
      faults.push(`${kind.name}: ${won} succeeded, ${lost} were refused, version ${data.version}, ${entries} entries`)
  }
  await world.close()
  return figuresOf(count, faults)
}

function logInAll(world: World, emails: readonly string[]): Promise<Client[]> {
  return Promise.all(emails.map((email) => world.logIn(email, 'approver')))
}
