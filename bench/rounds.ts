import { type Measured, measure } from './load.ts'
import type { Contender, WorkloadName } from './workloads.ts'

/** The medians of one workload, by server. */
export type Medians = ReadonlyMap<string, Measured>

export interface Plan {
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
}

/** Measures one workload: each round measures the servers in turn, so that disturbances affect all of them. */
export async function compare(name: WorkloadName, contenders: readonly Contender[], plan: Plan): Promise<Medians> {
  const measureAll = async (round: number, seconds: number) => {
    const results: [string, Measured][] = []
    for (const { server, loadOf } of contenders) {
      const measureOnce = async () => {
        const load = await loadOf(name, round, plan.rounds + 1)
        if (load) results.push([server.name, await measure(server, load, seconds)])
      }
      // A tag ends with its quarter of an hour, perhaps while it is polled.
      await measureOnce().catch((error) => (name === 'unchanged poll' ? measureOnce() : Promise.reject(error)))
    }
    return results
  }
  await measureAll(0, plan.warmUpSeconds)
  const results: [string, Measured][] = []
  for (let round = 1; round <= plan.rounds; round += 1) results.push(...(await measureAll(round, plan.seconds)))
  const byServer = Map.groupBy(results, ([server]) => server)
  return new Map([...byServer].map(([server, measured]) => [server, medianOf(measured.map(([, result]) => result))]))
}

function medianOf(results: readonly Measured[]): Measured {
  const cpu = results.flatMap(({ cpuMicroseconds }) => cpuMicroseconds ?? [])
  return {
    perSecond: median(results.map(({ perSecond }) => perSecond)),
    cpuMicroseconds: cpu.length > 0 ? median(cpu) : undefined,
  }
}

/** The median. For an even count, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] as number
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2
}
