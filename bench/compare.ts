import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Dice } from '../server/src/demo/dice.ts'
import { cpuTable, speedTable } from './report.ts'
import { compare, type Medians, type Plan } from './rounds.ts'
import { fill } from './seed/fill.ts'
import type { Organisation } from './seed/organisation.ts'
import { openSqliteStore } from './seed/stores.ts'
import { startConstant, startMinimal, startOurs } from './servers.ts'
import { constantContender, contender, type Ground, workloadNames } from './workloads.ts'

export const databaseName = 'check-requests.db'

/** Compares the product with hand-written endpoints on the same 10,000 requests, and with a constant response. */
export async function compareOnSqlite(folder: string, plan: Plan): Promise<string> {
  const { ground, folderOfOurs } = await prepareSqlite(join(folder, '10k'), 10_000)
  const files = ['plain', 'best'].map((variant) => {
    mkdirSync(join(folder, variant))
    copyFileSync(join(folderOfOurs, databaseName), join(folder, variant, databaseName))
    return join(folder, variant, databaseName)
  }) as [string, string]
  const constant = await startConstant()
  const servers = [
    await startMinimal(files[0], 'plain'),
    await startMinimal(files[1], 'best'),
    await startOurs({ DATA_DIR: folderOfOurs }),
  ]
  try {
    const results = new Map<string, Medians>()
    const contenders = [constantContender(constant), ...servers.map((server) => contender(server, ground))]
    for (const name of workloadNames) results.set(name, await compare(name, contenders, plan))
    const others = [constant.name, 'minimal', 'best']
    return `${speedTable(results, 'ours', others)}\n\n${cpuTable(results, 'ours', others)}`
  } finally {
    for (const server of [constant, ...servers]) await server.stop()
  }
}

/** A folder with the product's database of this many requests, and what the workloads need to know about it. */
export async function prepareSqlite(
  folder: string,
  requests: number,
): Promise<{ ground: Ground; folderOfOurs: string }> {
  mkdirSync(folder, { recursive: true })
  const store = await openSqliteStore(folder)
  const organisation = await fill(store, requests)
  await store.close()
  const database = new DatabaseSync(join(folder, databaseName), { readOnly: true })
  const ground = groundOf(organisation, (sql) => database.prepare(sql).all())
  database.close()
  return { ground, folderOfOurs: folder }
}

function groundOf(organisation: Organisation, read: (sql: string) => unknown[]): Ground {
  const dice = new Dice(7)
  const ids = read('select id from check_requests where dealer_group_id = 1') as { id: number }[]
  const open = read('select id, requester_id from check_requests where dealer_group_id = 1 and status_id = 1')
  return { organisation, ids: ids.map(({ id }) => id), open: open as Ground['open'], dice }
}
