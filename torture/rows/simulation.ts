import { Dice } from '../../server/src/demo/dice.ts'
import { contradictions } from '../../server/src/testing/contradictions.ts'
import { type DatabaseKind, databases } from '../../server/src/testing/databases.ts'
import type { World } from '../../server/src/testing/world.ts'
import { type Attempt, type Figures, figuresOf, type Harness, inBatches } from '../harness.ts'
import type { ModelRequest } from '../simulation/model.ts'
import { Lane } from '../simulation/players.ts'
import { mutants } from '../support/mutants.ts'
import { openWorld } from '../support/open-world.ts'

const [sqlite, postgres] = databases as [DatabaseKind, DatabaseKind]
const lanes = 4
const commandsInOne = 2000
const lookedAtEvery = 200

export const harness: Harness = {
  async prove(attempt) {
    const unbarred = mutants.filter(({ name }) => / bars who (raised|approved) it$/.test(name))
    const takeBack = unbarred.map(({ apply }) => apply())
    const figures = await simulate(sqlite, attempt)
    for (const undo of takeBack) undo()
    return figures
  },
  run: (attempt) => inBatches(attempt, commandsInOne, (part, n) => simulate(n % 2 ? postgres : sqlite, part)),
}

/** Lets users act randomly. The model must allow every effect, and the stored data must agree with the model. */
async function simulate(kind: DatabaseKind, { count, seed }: Attempt): Promise<Figures> {
  const world = await openWorld(kind)
  const playing = Array.from({ length: lanes }, (_, n) => new Lane(world, new Dice(seed * lanes + n)))
  const faults: string[] = []
  for (let done = 0; done < count; done += lookedAtEvery) {
    const steps = Math.ceil(Math.min(lookedAtEvery, count - done) / lanes)
    await Promise.all(playing.map((lane) => takeSteps(lane, steps)))
    const expected = playing.flatMap(({ requests }) => [...requests.values()])
    faults.push(...(await contradictions(world.database)), ...(await differences(world, expected)))
  }
  faults.push(
    ...playing.flatMap((lane) => lane.faults),
    ...tooFewOf(
      count,
      playing.reduce((sum, { done }) => sum + done, 0),
    ),
  )
  await world.close()
  return figuresOf(
    count,
    faults.map((fault) => `${kind.name}, seed ${seed}: ${fault}`),
  )
}

/** A test with only refusals would prove little. */
function tooFewOf(count: number, done: number): string[] {
  return done < count / 5 ? [`only ${done} of ${count} commands succeeded`] : []
}

async function takeSteps(lane: Lane, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) await lane.step()
}

/**
 * The differences between stored data and the model: requests with status, version, and amount, and one history line
 * each.
 */
async function differences({ database, ids }: World, expected: readonly ModelRequest[]): Promise<string[]> {
  const rows = await database.read
    .selectFrom('check_requests as request')
    .select(({ selectFrom }) => [
      'id',
      'status_id',
      'version',
      'amount_cents',
      'held_by_id',
      selectFrom('status_history')
        .select(({ fn }) => fn.countAll().as('entries'))
        .whereRef('check_request_id', '=', 'request.id')
        .as('entries'),
    ])
    .execute()
  const lineOf = (id: number, ...values: (number | null)[]) => `request ${id}: ${values.join(' ')}`
  const stored = rows.map((row) =>
    lineOf(row.id, row.status_id, row.version, row.amount_cents, row.held_by_id, Number(row.entries)),
  )
  const modelled = expected.map(({ id, status, version, cents, holder }) =>
    lineOf(id, status, version, cents, holder === undefined ? null : ids.people[holder], version),
  )
  const [inModel, inDatabase] = [new Set(modelled), new Set(stored)]
  return [
    ...stored.filter((line) => !inModel.has(line)).map((line) => `stored: ${line}`),
    ...modelled.filter((line) => !inDatabase.has(line)).map((line) => `expected: ${line}`),
  ]
}
