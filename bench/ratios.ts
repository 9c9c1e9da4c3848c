import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { onPostgres, onSqlite } from './compare.ts'
import { ratio } from './report.ts'
import { compare } from './rounds.ts'
import type { Contender, WorkloadName } from './workloads.ts'

/**
 * The most processor time that a call may take, as a multiple of the same call on a handwritten server in the same run:
 * a fifth more than measured on 2026-11-30, because another machine of the same kind measured 15 % more for the same
 * code. A change that costs more needs a reason, and a new limit here. A detail contains what speaks for or against the
 * request, which replaced three calls.
 */
const limits: Readonly<Record<'SQLite' | 'PostgreSQL', Readonly<Partial<Record<WorkloadName, number>>>>> = {
  SQLite: {
    'list of 50': 2,
    search: 3.9,
    'detail + history': 3.3,
    create: 7,
    'status change': 9.4,
    'unchanged poll': 2.6,
  },
  PostgreSQL: {
    'list of 50': 2.3,
    search: 2.3,
    'detail + history': 4.1,
    create: 5.9,
    'status change': 8.2,
  },
}

// Node compiles the code of a call during the first two seconds, which would be most of what is measured.
const plan = { rounds: 5, seconds: 0.4, warmUpSeconds: 2 }

/** A disturbed measurement is repeated. A call that takes too long does so every time. */
const attempts = 4

const {
  values: { report },
} = parseArgs({ options: { report: { type: 'string' } } })
const missed: string[] = []
let passed = 0

const folder = mkdtempSync(join(tmpdir(), 'check-requests-ratios-'))
try {
  await onSqlite(folder, ({ ours, best, constant }) =>
    checkAll('SQLite', ours, (name) => (name === 'unchanged poll' ? constant : best)),
  )
} finally {
  rmSync(folder, { recursive: true })
}
await onPostgres(({ ours, minimal }) => checkAll('PostgreSQL', ours, () => minimal))
if (report) writeFileSync(report, JSON.stringify({ passed, missed }))
console.log(`${passed} ratios reached, ${missed.length} missed.`)
process.exitCode = missed.length > 0 ? 1 : 0

async function checkAll(
  database: keyof typeof limits,
  ours: Contender,
  baseOf: (name: WorkloadName) => Contender,
): Promise<void> {
  for (const [name, limit] of Object.entries(limits[database]) as [WorkloadName, number][]) {
    const found = await lowestRatio(name, [baseOf(name), ours], limit)
    const line = `${database}, ${name}: ${found.toFixed(2)} times the handwritten server’s processor time, of ${limit}`
    console.log(line)
    if (found <= limit) passed += 1
    else missed.push(line)
  }
}

async function lowestRatio(name: WorkloadName, [base, ours]: readonly [Contender, Contender], limit: number) {
  const ratios: number[] = []
  while (ratios.length < attempts && Math.min(...ratios) > limit) {
    const contenders = [base, ours].map((contender) => partOf(contender, ratios.length))
    const medians = await compare(name, contenders, plan)
    const [other, own] = [base, ours].map(({ server }) => medians.get(server.name)?.cpuMicroseconds)
    if (own === undefined || other === undefined) return 0
    ratios.push(Number(ratio(own, other)))
  }
  return Math.min(...ratios)
}

/** Each attempt changes other requests. */
function partOf({ server, loadOf }: Contender, attempt: number): Contender {
  return { server, loadOf: (name, part, parts) => loadOf(name, attempt * parts + part, attempts * parts) }
}
