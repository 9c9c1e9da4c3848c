import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { browserOnSqlite } from './browser.ts'
import { coldOnSqlite } from './cold.ts'
import { compareOnPostgres, compareOnSqlite } from './compare.ts'
import { crowdsOnBoth } from './crowds.ts'
import { deletionOnSqlite } from './deletion.ts'
import { growthOnSqlite } from './growth.ts'
import { longReadsOnSqlite } from './long-reads.ts'
import { longSearchesOnSqlite } from './long-searches.ts'
import { neighborsOnSqlite } from './neighbors.ts'
import { printing } from './printing.ts'
import { questionsOnPostgres, questionsOnSqlite } from './questions.ts'
import { queueCheckOnBoth } from './queue-check.ts'
import { readingPeopleOnBoth } from './reading-people.ts'
import { registerOnPostgres, registerOnSqlite } from './register.ts'
import { circumstances } from './report.ts'
import type { Plan } from './rounds.ts'
import { routing } from './routing.ts'
import { sizingOnBoth } from './sizing.ts'
import { startOnBoth } from './start.ts'
import { streamsOnBoth } from './streams.ts'
import { uploadsOnSqlite } from './uploads.ts'
import { waitingOnPostgres, waitingOnSqlite } from './waiting.ts'
import { wholeListOnSqlite } from './whole-list.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    only: { type: 'string' },
    save: { type: 'string' },
    keep: { type: 'string' },
  },
})
const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'check-requests-bench-'))
const sections: string[] = []

const plan: Plan = options.quick
  ? { rounds: 3, seconds: 1, warmUpSeconds: 0.5 }
  : { rounds: 5, seconds: 3, warmUpSeconds: 2 }

const seconds = options.quick ? 3 : 10
const parts: Readonly<Record<string, () => AsyncIterable<string>>> = {
  async *compare() {
    yield await compareOnSqlite(folder, plan, options.save !== undefined)
  },
  async *postgres() {
    yield await compareOnPostgres(plan, options.save !== undefined)
  },
  async *growth() {
    yield await growthOnSqlite(folder, options.quick ? 100_000 : 1_000_000, plan)
  },
  async *deletion() {
    yield await deletionOnSqlite(folder, options.quick ? 10_000 : 50_000, seconds)
  },
  async *'long-reads'() {
    for (const requests of options.quick ? [10_000] : [10_000, 100_000])
      yield await longReadsOnSqlite(folder, requests, seconds)
  },
  async *'long-searches'() {
    yield await longSearchesOnSqlite(folder, options.quick ? 100_000 : 1_000_000, seconds)
  },
  async *waiting() {
    yield await waitingOnSqlite(folder, options.quick ? 20_000 : 1_000_000)
    // A million requests take half an hour to insert and seal.
    const some = options.quick ? 20_000 : 100_000
    yield await waitingOnPostgres(options.large ? 1_000_000 : some)
  },
  async *'queue-check'() {
    yield await queueCheckOnBoth(folder, options.quick ? 10_000 : 100_000)
  },
  async *routing() {
    yield routing()
    yield await readingPeopleOnBoth(folder)
  },
  async *'whole-list'() {
    yield await wholeListOnSqlite(folder, options.quick ? 10_000 : 100_000, 3)
  },
  async *uploads() {
    yield await uploadsOnSqlite(folder, seconds)
  },
  async *neighbors() {
    yield await neighborsOnSqlite(folder, seconds)
  },
  async *'questions-sqlite'() {
    yield await questionsOnSqlite(folder, options.quick ? 100_000 : 1_000_000)
  },
  async *questions() {
    yield await questionsOnPostgres(options.quick ? 100_000 : 1_000_000)
  },
  async *register() {
    yield await registerOnSqlite(folder, options.quick ? 100_000 : 1_000_000)
    yield await registerOnPostgres(options.quick ? 100_000 : 1_000_000)
  },
  async *sizing() {
    yield await sizingOnBoth(folder, options.quick ? 500 : 3000)
  },
  async *cold() {
    yield await coldOnSqlite(folder, 10_000, options.quick ? 3 : 7)
  },
  async *browser() {
    yield await browserOnSqlite(folder, options.quick ? 10_000 : 1_000_000, options.quick ? 2 : 5)
  },
  async *crowds() {
    yield await crowdsOnBoth(folder, options.large ? 100_000 : 10_000, seconds)
  },
  async *start() {
    yield await startOnBoth(folder, options.quick ? 10_000 : 1_000_000, options.quick ? 3 : 5)
  },
  async *printing() {
    yield await printing(options.quick ? [100] : [1, 100, 500, 2000], options.quick ? 1 : 3)
  },
  async *streams() {
    yield await streamsOnBoth(folder, options.quick ? 10 : 100)
  },
}

try {
  print(circumstances())
  for (const part of chosen()) for await (const section of part()) print(section)
  if (options.save) save(options.save)
} finally {
  if (!options.keep) rmSync(folder, { recursive: true })
}

function chosen() {
  if (!options.only) return Object.values(parts)
  return options.only.split(',').map((name) => {
    const part = parts[name]
    if (!part) throw new Error(`There is no part ${name}. Choose from: ${Object.keys(parts).join(', ')}.`)
    return part
  })
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
