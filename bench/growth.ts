import { join } from 'node:path'
import { prepareSqlite } from './compare.ts'
import { growthTable, whole } from './report.ts'
import { compare, type Medians, type Plan } from './rounds.ts'
import { startOurs } from './servers.ts'
import { contender, workloadNames } from './workloads.ts'

const smallest = 10_000

/** Compares the same calls on 10,000 requests and on many more, in the same rounds. */
export async function growthOnSqlite(folder: string, largest: number, plan: Plan): Promise<string> {
  const sizes = [smallest, largest]
  const prepared = []
  for (const size of sizes) prepared.push(await prepareSqlite(join(folder, `growth-${size}`), size))
  const contenders = []
  for (const [index, { ground, folderOfOurs }] of prepared.entries()) {
    const server = await startOurs({ DATA_DIR: folderOfOurs })
    contenders.push(contender({ ...server, name: whole(sizes[index]) }, ground))
  }
  try {
    const results = new Map<string, Medians>()
    for (const name of workloadNames) results.set(name, await compare(name, contenders, plan))
    return growthTable(results, whole(smallest), whole(largest))
  } finally {
    for (const { server } of contenders) await server.stop()
  }
}
