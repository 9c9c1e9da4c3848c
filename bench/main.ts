import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareOnSqlite } from './compare.ts'
import { deletionOnSqlite } from './deletion.ts'
import { growthOnSqlite } from './growth.ts'
import { longReadsOnSqlite } from './long-reads.ts'
import { circumstances } from './report.ts'
import type { Plan } from './rounds.ts'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, save: { type: 'string' } },
})
const folder = mkdtempSync(join(tmpdir(), 'check-requests-bench-'))
const sections: string[] = []

const plan: Plan = options.quick
  ? { rounds: 3, seconds: 1, warmUpSeconds: 0.5 }
  : { rounds: 5, seconds: 3, warmUpSeconds: 2 }

try {
  print(circumstances())
  print(await compareOnSqlite(folder, plan))
  print(await growthOnSqlite(folder, options.quick ? 100_000 : 1_000_000, plan))
  print(await deletionOnSqlite(folder, options.quick ? 10_000 : 50_000, options.quick ? 3 : 10))
  for (const requests of options.quick ? [10_000] : [10_000, 100_000])
    print(await longReadsOnSqlite(folder, requests, options.quick ? 3 : 10))
  if (options.save) save(options.save)
} finally {
  rmSync(folder, { recursive: true })
}

function print(section: string): void {
  console.log(`${section}\n`)
  sections.push(section)
}

function save(name: string): void {
  const results = join(import.meta.dirname, 'results')
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, `${name}.md`), `${sections.join('\n\n')}\n`)
}
