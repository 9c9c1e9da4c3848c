import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { allEndpoints } from '@check-requests/domain/api/all-endpoints.ts'
import { apiBase, type Endpoint } from '@check-requests/domain/api/endpoint.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { actionByHand } from '@check-requests/domain/testing/endpoints-by-hand.ts'
import { rightsByHand } from '@check-requests/domain/testing/rights-by-hand.ts'
import type { Client } from '../../server/src/testing/client.ts'
import { type DatabaseKind, databases } from '../../server/src/testing/databases.ts'
import {
  callers,
  raiseSubjects,
  refusedByRole,
  type Subject,
  sees,
  statusAboutPerson,
  write,
  writeNames,
} from '../../server/src/testing/matrix.ts'
import { people, personNamed } from '../../server/src/testing/organization.ts'
import type { World } from '../../server/src/testing/world.ts'
import { type Attempt, type Figures, figuresOf, type Harness } from '../harness.ts'
import { mutants } from '../support/mutants.ts'
import { openWorld } from '../support/open-world.ts'

const [sqlite, postgres] = databases as [DatabaseKind, DatabaseKind]
const atOnce = 8
const levels = ['super', 'group', 'dealership', 'department']

type Caller = (typeof callers)[number]

/** A user's call about an object. `fault` returns undefined if the response agrees with the handwritten tables. */
interface Cell {
  readonly name: string
  readonly caller: Caller
  readonly fault: (client: Client) => Promise<string | undefined>
}

export const harness: Harness = {
  async prove(attempt) {
    const name = 'check-requests.read of their own only, by requester'
    const takeBack = mutants.find((mutant) => mutant.name === name)?.apply()
    const figures = await tryCells(sqlite, attempt)
    takeBack?.()
    return figures
  },
  async run({ count, ...attempt }) {
    const half = Math.ceil(count / 2)
    const [one, other] = [
      await tryCells(sqlite, { ...attempt, count: half }),
      await tryCells(postgres, { ...attempt, count: count - half }),
    ]
    const faults = [...(one.faults ?? []), ...(other.faults ?? [])]
    return {
      tried: one.tried + other.tried,
      found: one.found + other.found,
      faults,
      ...(one.note && { note: one.note }),
    }
  },
}

/** Tries this many cells in random order, repeating them if there are fewer. */
async function tryCells(kind: DatabaseKind, { count, dice }: Attempt): Promise<Figures> {
  const world = await openWorld(kind)
  const cells = allCells(world, await raiseSubjects(world))
  const faults: string[] = []
  const left: Cell[] = []
  const tryNext = async () => {
    if (left.length === 0) left.push(...cells)
    const [cell] = left.splice(dice.below(left.length), 1) as [Cell]
    const { name, role } = cell.caller
    const fault = await cell.fault(await world.as(name, role))
    if (fault) faults.push(`${name} as ${role}: ${cell.name} is answered ${fault}`)
  }
  for (let tried = 0; tried < count; tried += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - tried) }, tryNext))
  await world.close()
  return figuresOf(count, faults, `out of ${cells.length} different cells, on SQLite and PostgreSQL`)
}

function allCells(world: World, subjects: readonly Subject[]): Cell[] {
  return callers.flatMap((caller) => [
    ...allEndpoints.filter(hasOneRight).map((row) => rightCell(caller, row)),
    ...subjects.flatMap((subject) => [...readCells(caller, subject), ...writeCells(world, caller, subject)]),
    ...people.map(({ name }) => personCell(world, caller, name)),
  ])
}

// Endpoints tested elsewhere. An update's permission depends on its body, so `writeCells` tries an edit and a change of
// delivery. Logging out all other sessions needs no permission, and would end the sessions that try other cells.
const triedOtherwise: readonly Endpoint[] = [checkRequestEndpoints.update, sessionEndpoints.endOthers]

function hasOneRight(row: Endpoint): boolean {
  return row.policy !== 'public' && !triedOtherwise.includes(row)
}

/** Tests whether this call is open to this role and level. The call's object is missing, so nothing changes. */
function rightCell(caller: Caller, row: Endpoint): Cell {
  const right = rightsByHand.find(({ action }) => action === actionByHand.get(row.id))
  const level = String(levels.indexOf(personNamed(caller.name).level))
  const may = right !== undefined && right.reach[caller.role] !== '-' && right.level.includes(level)
  const url = `${apiBase}${row.path.replace(':id', '999999')}`
  const parts = row.body && row.takes !== 'file' ? { body: { unknown: true } } : {}
  const fault = async (client: Client) => {
    const { status } = await client.send(row.method, url, parts)
    return (status === 403) === may || status === 401 ? String(status) : undefined
  }
  return { name: `${row.method} ${row.path}`, caller, fault }
}

/** Tests whether the user can see this request and its history. */
function readCells(caller: Caller, subject: Subject): Cell[] {
  const wanted = sees(caller.name, caller.role, subject) ? 200 : 404
  return [checkRequestEndpoints.detail, checkRequestEndpoints.history].map((row) => ({
    name: `${row.path} at ${subject.place} by ${subject.requester}`,
    caller,
    fault: async (client) => unless(wanted, (await client.call(row, { params: { id: subject.id } })).status),
  }))
}

/**
 * Tests whether the user can write to the request. The request is rejected, so authorized users learn that it is too
 * late.
 */
function writeCells({ ids }: World, caller: Caller, subject: Subject): Cell[] {
  const { name, role } = caller
  return writeNames.map((kind) => {
    const wanted = refusedByRole(kind, role) ?? (sees(name, role, subject) ? 409 : 404)
    const fault = async (client: Client) => unless(wanted, (await write(client, ids, kind, role, subject)).status)
    return { name: `${kind} at ${subject.place} by ${subject.requester}`, caller, fault }
  })
}

/** Tests whether the user can change this account. The change is empty. */
function personCell({ ids }: World, caller: Caller, other: (typeof people)[number]['name']): Cell {
  const wanted = statusAboutPerson(caller.name, caller.role, other, 200)
  const fault = async (client: Client) =>
    unless(wanted, (await client.call(userEndpoints.update, { body: { id: ids.people[other] } })).status)
  return { name: `changing ${other}`, caller, fault }
}

function unless(wanted: number, status: number): string | undefined {
  return status === wanted ? undefined : `${status} instead of ${wanted}`
}
