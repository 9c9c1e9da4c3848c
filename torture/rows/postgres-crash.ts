import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '../../scripts/postgres.mjs'
import { openDatabase } from '../../server/src/open.ts'
import { emailOf } from '../../server/src/testing/organization.ts'
import { startServer, tokenAt } from '../../server/src/testing/server-process.ts'
import { fillWorld } from '../../server/src/testing/templates.ts'
import { stored, WriteLoad } from '../../server/src/testing/write-load.ts'
import { type Attempt, type Figures, figuresOf, type Harness } from '../harness.ts'
import { lostWrites } from '../support/lost-writes.ts'

/** A fault that makes PostgreSQL acknowledge a commit before it is on disk. */
const commitsLater = '&options=-c%20synchronous_commit%3Doff'

export const harness: Harness = {
  prove: (attempt) => crashUnderLoad(attempt, commitsLater),
  run: (attempt) => crashUnderLoad(attempt),
}

/** Repeatedly crashes PostgreSQL while eight clients write through the server, which isn't restarted. */
async function crashUnderLoad({ count, dice }: Attempt, settings = ''): Promise<Figures> {
  const postgres = await startPostgres()
  const url = postgres.urlOf('postgres')
  const macKeyFile = join(mkdtempSync(join(tmpdir(), 'check-requests-key-')), 'audit-mac.json')
  const open = () => openDatabase({ dataDir: '', databaseUrl: url, macKeyFile })
  const server = await startServer({ DATABASE_URL: `${url}${settings}`, AUDIT_MAC_KEY: macKeyFile })
  const database = await open()
  const load = new WriteLoad(await fillWorld(database), 'crash')
  await database.close()
  const writing = load.run(server.url, await tokenAt(server.url, emailOf('requester-group')), () => {})
  for (let crash = 0; crash < count; crash += 1) {
    const enough = load.acknowledged.length + 1 + dice.below(30)
    while (load.acknowledged.length < enough) await wait(1)
    await postgres.crash()
  }
  await server.end('SIGTERM')
  await writing
  const faults = lostWrites(load.acknowledged, await stored({ open }))
  await postgres.stop()
  return figuresOf(count, faults, `${load.acknowledged.length} writes acknowledged`)
}
