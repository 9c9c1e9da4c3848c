import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Outcome, outcomeOf, type Report } from './outcome.ts'
import type { Plan, Profile, Row } from './rows.ts'

const program = fileURLToPath(new URL('run-row.ts', import.meta.url))
const longest: Readonly<Record<Profile, number>> = {
  gate: 20 * 60_000,
  nightly: 4 * 3_600_000,
  release: 48 * 3_600_000,
}

/** Runs a row in a separate process, because some rows change the loaded product. Ends the process if it hangs. */
export async function runApart(row: Row, plan: Plan): Promise<Outcome> {
  const begin = performance.now()
  const report = await reportOf(row, plan)
  return outcomeOf(row, plan, report, (performance.now() - begin) / 1000)
}

function reportOf({ name }: Row, { profile, seed, count }: Plan): Promise<Report> {
  return new Promise((resolve) => {
    const child = fork(program, [name, String(seed), String(count)])
    const hangs = setTimeout(() => child.kill(), longest[profile])
    child.on('message', (report) => resolve(report as Report))
    child.on('exit', (code, signal) => {
      clearTimeout(hangs)
      resolve({ error: `The process ended with ${code ?? signal} before it reported figures.` })
    })
  })
}
