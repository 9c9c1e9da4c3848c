import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { databaseFile } from '../../server/src/platform/database/sqlite/backup.ts'
import { type AnyCall, anyCall } from '../../server/src/testing/any-call.ts'
import { AnyCaller } from '../../server/src/testing/any-caller.ts'
import { contradictions } from '../../server/src/testing/contradictions.ts'
import { type DatabaseKind, databases } from '../../server/src/testing/databases.ts'
import { raise } from '../../server/src/testing/requests.ts'
import { type Figures, figuresOf, type Harness, inBatches } from '../harness.ts'
import { openWorld } from '../support/open-world.ts'

const [sqlite, postgres] = databases as [DatabaseKind, DatabaseKind]
const atOnce = 8
// The number of calls after which the test starts over, because by then users have deleted most of the data.
const callsInOne = 2500
/** A fault that keeps the server from storing data. */
const missingTable = 'pragma legacy_alter_table = on; alter table drafts rename to gone'

export const harness: Harness = {
  prove: ({ count, seed }) => fuzz(sqlite, count, seed, missingTable),
  run: (attempt) =>
    inBatches(attempt, callsInOne, ({ count, seed }, n) => fuzz(n % 2 ? postgres : sqlite, count, seed)),
}

/** Sends random calls and checks the resulting data. `damage` is SQL that bypasses the server. */
async function fuzz(kind: DatabaseKind, count: number, seed: number, damage?: string): Promise<Figures> {
  const world = await openWorld(kind)
  for (let n = 0; n < 10; n += 1) await raise(world, 'requester-department', 'NWG/TOY/SVC')
  if (damage) new DatabaseSync(databaseFile(world.where)).exec(damage)
  const caller = new AnyCaller(world)
  const faults: string[] = []
  let done = 0
  const send = async (call: AnyCall) => {
    const answer = await caller.send(call).catch((error: Error) => ({ status: 500, inWords: error.message }))
    if (answer.status >= 500) faults.push(`seed ${seed}: ${answer.inWords}`)
    if (answer.status > 0 && answer.status < 300) done += 1
  }
  const calls = fc.sample(anyCall, { numRuns: count, seed })
  for (let at = 0; at < count; at += atOnce) await Promise.all(calls.slice(at, at + atOnce).map(send))
  if (!damage) faults.push(...(await contradictions(world.database)))
  // A test with only refusals would prove little.
  if (done < count / 10) faults.push(`only ${done} of ${count} calls had an effect or an answer`)
  await world.close()
  return figuresOf(count, faults)
}
