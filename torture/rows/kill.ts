import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type DatabaseKind, databases } from '../../server/src/testing/databases.ts'
import { emailOf } from '../../server/src/testing/organization.ts'
import { startServer, tokenAt } from '../../server/src/testing/server-process.ts'
import { idsOf } from '../../server/src/testing/world.ts'
import { stored, WriteLoad } from '../../server/src/testing/write-load.ts'
import { type Attempt, type Figures, figuresOf, type Harness } from '../harness.ts'
import { lostWrites } from '../support/lost-writes.ts'

const [sqlite] = databases as [DatabaseKind]
const acknowledgesEarly = fileURLToPath(new URL('../faults/acknowledges-early.ts', import.meta.url))

/** The server is killed within this many milliseconds after the first acknowledgment. */
const killedWithin = 60

export const harness: Harness = {
  prove: (attempt) => killWhileWriting(attempt, acknowledgesEarly),
  run: (attempt) => killWhileWriting(attempt),
}

/** Repeatedly kills the real server while eight clients write. Everything acknowledged must be there at the end. */
async function killWhileWriting({ count, dice }: Attempt, program?: string): Promise<Figures> {
  const place = await sqlite.create('world')
  const database = await place.open()
  const ids = await idsOf(database)
  await database.close()
  const load = new WriteLoad(ids, 'kill')
  const first = await startServer({ DATA_DIR: place.where })
  const token = await tokenAt(first.url, emailOf('requester-group'))
  await first.end('SIGTERM')
  for (let round = 0; round < count; round += 1) {
    const server = await startServer({ DATA_DIR: place.where }, program)
    await load.finish(server.url, token)
    let killed: Promise<unknown> | undefined
    await load.run(server.url, token, () => {
      killed = wait(dice.below(killedWithin)).then(() => server.end('SIGKILL'))
    })
    await killed
  }
  const faults = lostWrites(load.acknowledged, await stored(place))
  await place.drop()
  return figuresOf(count, faults, `${load.acknowledged.length} writes acknowledged`)
}
