import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { storedNumber } from '../server/src/bank/queries/stored-account.ts'
import { Dice } from '../server/src/demo/dice.ts'
import { secureRandom } from '../server/src/platform/crypto/hashes.ts'
import { Secrets } from '../server/src/platform/crypto/secrets.ts'
import { databaseName, prepareSqlite } from './compare.ts'
import type { ProbePlan } from './neighbors-thread.ts'
import { percentile, ratio, table, whole } from './report.ts'
import { fillChecks } from './seed/checks.ts'
import { fill } from './seed/fill.ts'
import { tokenOf } from './seed/organization.ts'
import { openSqliteStore } from './seed/stores.ts'
import { type Server, startWatched } from './servers.ts'
import type { Ground } from './workloads.ts'

const requests = 10_000
// Three fifths of them are on the account whose files are read.
const checks = 90_000

/** The effects on a user of another dealer group: the milliseconds of each list, and the failures. */
interface Meanwhile {
  readonly waits: number[]
  readonly failures: string[]
  /** The longest time for which the server's event loop was held, in milliseconds of processor time. */
  readonly held: number
}

/**
 * Measures how one dealer group can slow down others. Each probe is an attack that once delayed all users (section L of
 * the second review).
 */
export async function neighborsOnSqlite(folder: string, secondsAlone: number): Promise<string> {
  const place = join(folder, 'neighbors')
  if (!existsSync(join(place, databaseName))) {
    mkdirSync(place, { recursive: true })
    const store = await openSqliteStore(place)
    await fillChecks(store, await fill(store, requests), checks, new Dice(checks))
    await store.close()
    prepareAccounts(place)
  }
  const { ground, folderOfOurs } = await prepareSqlite(place, requests)
  const server = await startWatched({ DATA_DIR: folderOfOurs })
  const { callers } = ground.organization
  const workerData: ProbePlan = { url: server.url, callers, open: ground.open.slice(0, 7) }
  // In a separate thread, so that creating and sending the probes doesn't delay the measurements.
  const thread = new Worker(new URL('./neighbors-thread.ts', import.meta.url), { workerData })
  try {
    const [names] = (await once(thread, 'message')) as [string[]]
    await meanwhile(server, ground, pause(2000))
    const quiet = await meanwhile(server, ground, pause(secondsAlone * 1000))
    const rows = [rowOf('no other load', '', quiet, quiet)]
    for (const name of names) {
      const begin = performance.now()
      thread.postMessage(name)
      const answered = once(thread, 'message')
      const found = await meanwhile(server, ground, answered)
      const seconds = ((performance.now() - begin) / 1000).toFixed(1)
      rows.push(rowOf(name, `${await answered} in ${seconds} s`, found, quiet))
      await pause(2000)
    }
    const heads = [
      'a list of another group, ms',
      'the probe',
      'calls',
      'failed',
      'median',
      'p99',
      'longest',
      'p99, times',
      'loop held',
    ]
    return table(heads, rows)
  } finally {
    await thread.terminate()
    await server.stop()
  }
}

/** Seals each account's number with this installation's key, and makes the first account's checks outstanding. */
function prepareAccounts(place: string): void {
  const secrets = new Secrets(() => join(place, 'keys', 'secrets.json'), secureRandom)
  const database = new DatabaseSync(join(place, databaseName))
  const store = database.prepare(
    'update bank_accounts set sealed_number = ?, account_last4 = ?, number_mark = ? where id = ?',
  )
  for (const { id } of database.prepare('select id from bank_accounts').all()) {
    const { sealed_number, account_last4, number_mark } = storedNumber(secrets, 1, '021200025', `44001288${id}`)
    store.run(sealed_number, account_last4, number_mark, Number(id))
  }
  const issued = `state = 'issued', amount_cents = 1000, check_date = '2026-11-01', issued_on = '2026-11-01'`
  database.exec('delete from clearing_lines where bank_account_id = 1')
  database.exec(`update checks set ${issued}, bank_paid_on = null, ended_on = null where bank_account_id = 1`)
  database.close()
}

function rowOf(name: string, probe: string, { waits, failures, held }: Meanwhile, quiet: Meanwhile): string[] {
  const at = (share: number) => percentile(waits, share).toFixed(1)
  const times = ratio(percentile(waits, 0.99), percentile(quiet.waits, 0.99))
  const failed = failures.length === 0 ? '0' : `${failures.length} (${failures[0]})`
  return [name, probe, whole(waits.length), failed, at(0.5), at(0.99), at(1), times, held.toFixed(1)]
}

/** Fetches lists of the smallest group, one after another, until `end`. */
async function meanwhile(server: Server, { organization }: Ground, end: Promise<unknown>): Promise<Meanwhile> {
  const headers = { 'x-auth-token': tokenOf(organization.callers.smallGroupApprover) }
  const [waits, failures]: [number[], string[]] = [[], []]
  let isOver = false
  await server.longestHold()
  const asking = (async () => {
    while (!isOver) {
      const begin = performance.now()
      const status = await fetch(`${server.url}/api/v1/check-requests`, { headers })
        .then((answer) => answer.arrayBuffer().then(() => answer.status))
        .catch(String)
      if (status !== 200) failures.push(String(status))
      waits.push(performance.now() - begin)
      await pause(5)
    }
  })()
  await end.finally(() => {
    isOver = true
  })
  await asking
  return { waits, failures, held: await server.longestHold() }
}
