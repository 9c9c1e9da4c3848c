import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Measured } from './load.ts'
import { ratio, table } from './report.ts'
import type { Medians } from './rounds.ts'
import type { WorkloadName } from './workloads.ts'

/** The rates to reach, as shares of the handwritten server's in the same run. The poll's base on SQLite is a constant. */
const goals: Readonly<Record<'SQLite' | 'PostgreSQL', Readonly<Record<WorkloadName, number>>>> = {
  SQLite: {
    'list of 50': 0.75,
    search: 0.65,
    'detail + history': 0.75,
    create: 0.4,
    'status change': 0.4,
    'unchanged poll': 0.7,
  },
  PostgreSQL: {
    'list of 50': 1.1,
    search: 1.1,
    'detail + history': 0.8,
    create: 0.5,
    'status change': 0.4,
    'unchanged poll': 1,
  },
}

const page = join(import.meta.dirname, '../docs/performance.md')

/** The rates of a run beside the goals. `baseOf` names the server that a call is compared with. */
export function standing(
  database: keyof typeof goals,
  results: ReadonlyMap<WorkloadName, Medians>,
  ours: string,
  baseOf: (name: WorkloadName) => string,
): string {
  const rows = [...results].map(([name, medians]) => {
    const [own, base] = [medians.get(ours), medians.get(baseOf(name))] as [Measured, Measured]
    const share = ratio(own.perSecond, base.perSecond)
    const goal = goals[database][name]
    const cost =
      own.cpuMicroseconds === undefined || base.cpuMicroseconds === undefined
        ? ''
        : ratio(base.cpuMicroseconds, own.cpuMicroseconds)
    return [name, goal.toFixed(2), share, cost, Number(share) >= goal ? 'reached' : '**not reached**']
  })
  return table([database, 'goal', 'by calls', 'by processor', ''], rows)
}

/** Puts the table of a run in its place in docs/performance.md. */
export function publish(database: keyof typeof goals, made: string): void {
  const [start, end] = [`<!-- ${database}: made by the bench -->\n`, '\n<!-- end -->']
  const text = readFileSync(page, 'utf8')
  const from = text.indexOf(start) + start.length
  writeFileSync(page, `${text.slice(0, from)}\n${made}\n${text.slice(text.indexOf(end, from))}`)
}
