import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildBrowserPart, isBrowserPartStale } from '../scripts/browser-part.mjs'
import { setup as prepare } from '../scripts/prepare-tests.mjs'
import type { Outcome } from './outcome.ts'
import { inWords, summary, tableOf } from './report.ts'
import { type Profile, profiles, type Row, rows } from './rows.ts'
import { runApart } from './run-apart.ts'

// One more than most build machines have processors, because rows also wait for kills, starts, and restores.
const atOnce = 3

const { values: options } = parseArgs({
  options: {
    profile: { type: 'string', default: 'gate' },
    only: { type: 'string' },
    seed: { type: 'string', default: '20261122' },
    count: { type: 'string' },
    report: { type: 'string' },
    save: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

const seed = Number(options.seed)
const profile = profileOf(options.profile)
const chosen = rowsNamed(options.only)

if (chosen.some((row) => row.showsScreens) && isBrowserPartStale()) await buildBrowserPart(process.execPath)
const removeAll = await prepare()
try {
  const together = await runInTurns(
    chosen.filter((row) => !row.alone),
    atOnce,
  )
  const alone = await runInTurns(
    chosen.filter((row) => row.alone),
    1,
  )
  const outcomes = [...together, ...alone].sort((one, other) => chosen.indexOf(one.row) - chosen.indexOf(other.row))
  const table = tableOf(outcomes, { profile, seed })
  console.log(`\n${table}\n\n${summary(outcomes)}`)
  if (options.report) writeFileSync(options.report, JSON.stringify({ ...reportOf(outcomes), table }))
  if (options.save) saveAs(options.save, table)
  process.exitCode = outcomes.every(({ reached }) => reached) ? 0 : 1
} finally {
  await removeAll()
}

/** Runs rows in separate processes, up to a maximum at a time, and reports each row as it ends. */
async function runInTurns(waiting: readonly Row[], turns: number): Promise<Outcome[]> {
  const left = [...waiting.filter((row) => row.first), ...waiting.filter((row) => !row.first)]
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let row = left.shift(); row; row = left.shift()) {
      const plan = { profile, seed, count: Number(options.count ?? row.counts[profile]) }
      const outcome = await runApart(row, plan)
      console.log(inWords(outcome))
      if (options.verbose) console.log((outcome.figures?.details ?? []).join('\n'))
      outcomes.push(outcome)
    }
  }
  await Promise.all(Array.from({ length: turns }, work))
  return outcomes
}

function saveAs(name: string, table: string): void {
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.md`), `${table}\n`)
}

/** The counts and names for `npm test`. */
function reportOf(outcomes: readonly Outcome[]) {
  const missed = outcomes.filter(({ reached }) => !reached).map(inWords)
  return { passed: outcomes.length - missed.length, missed }
}

function profileOf(name: string): Profile {
  const found = profiles.find((profile) => profile === name)
  if (!found) throw new Error(`There is no profile '${name}': choose ${profiles.join(', ')}.`)
  return found
}

function rowsNamed(name: string | undefined): readonly Row[] {
  const named = rows.filter((row) => name === undefined || row.name === name)
  const names = rows.map((row) => row.name).join(', ')
  if (named.length === 0) throw new Error(`There is no row '${name}': choose one of ${names}.`)
  return named
}
