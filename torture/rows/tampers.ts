import { sql } from 'kysely'
import { type DatabaseKind, databases } from '../../server/src/testing/databases.ts'
import { raise, raiseTo } from '../../server/src/testing/requests.ts'
import { openAsIntruder, type Tampering, tamperAtRandom, tamperWith } from '../../server/src/testing/tampers/all.ts'
import type { Tamper } from '../../server/src/testing/tampers/tamper.ts'
import { type Attempt, type Figures, figuresOf, type Harness, inBatches } from '../harness.ts'
import { openWorld } from '../support/open-world.ts'

const [sqlite, postgres] = databases as [DatabaseKind, DatabaseKind]
const tampersInOne = 250

/** A change to a column that the audit trail omits on purpose. */
const unseen: Tamper = {
  name: 'the last click of a session',
  tables: ['sessions'],
  work: async (trx) => {
    await sql`update sessions set last_human_at = last_human_at - 1`.execute(trx)
    return { chain: null }
  },
}

type Try = (
  intruder: ReturnType<typeof openAsIntruder>,
  world: Awaited<ReturnType<typeof openWorld>>,
) => Promise<Tampering>

export const harness: Harness = {
  prove: () => tamper(sqlite, (intruder, { database }) => tamperWith(intruder, database, [unseen])),
  run: (attempt) => inBatches(attempt, tampersInOne, (part, n) => tamper(n % 2 ? postgres : sqlite, drawn(part))),
}

/** The number of changes accepted by the database; refused ones don't count. */
function drawn({ count, seed }: Attempt): Try {
  return async (intruder, { database }) => {
    const all = { seen: 0, refused: [] as string[], unseen: [] as string[] }
    for (let n = 0; all.seen + all.unseen.length < count; n += 1) {
      const amount = count - all.seen - all.unseen.length
      const some = await tamperAtRandom(intruder, database, { seed: seed * 1000 + n, amount })
      all.seen += some.seen
      all.refused.push(...some.refused)
      all.unseen.push(...some.unseen)
    }
    return all
  }
}

/**
 * Changes stored data without the product, one change at a time. Verification of the audit trail must detect each
 * change.
 */
async function tamper(kind: DatabaseKind, work: Try): Promise<Figures> {
  const world = await openWorld(kind)
  await raiseTo(world, 7, 'requester-group', 'NWG/TOY/SVC')
  await raiseTo(world, 5, 'requester-group', 'NWG')
  await raise(world, 'requester-eastside', 'EAS')
  const intruder = openAsIntruder(kind.name, world.where)
  const { seen, unseen } = await work(intruder, world)
  await intruder.destroy()
  await world.close()
  return figuresOf(
    seen + unseen.length,
    unseen.map((name) => `${kind.name}: ${name}`),
  )
}
