import { availableParallelism, cpus } from 'node:os'
import type { Figures } from './harness.ts'
import { limitOf, type Outcome } from './outcome.ts'
import type { Plan } from './rows.ts'

const heads = ['', 'test: findings', 'tries', 'findings', 'limit', 'findings with a planted fault', 'seconds']

/** A line about a row that has ended, followed by its findings if it missed its target. */
export function inWords({ row, reached, seconds, figures, proof, error }: Outcome): string {
  const verdict = `${row.name.padEnd(14)}${reached ? 'reached' : 'MISSED '}${seconds.toFixed(1).padStart(8)} s`
  const details = [
    error,
    ...(figures?.faults ?? []),
    proof?.found === 0 && 'The harness didn’t detect its planted fault.',
  ]
  const lines = reached ? [] : details.filter(Boolean).map((line) => `    ${line}`)
  return [`${verdict}   ${figures?.note ?? ''}`.trimEnd(), ...lines].join('\n')
}

/** The figures and their limits as a Markdown table. */
export function tableOf(outcomes: readonly Outcome[], { profile, seed }: Omit<Plan, 'count'>): string {
  const title = `Profile ${profile}, seed ${seed}, ${new Date().toISOString().slice(0, 10)}, ${circumstances()}`
  const lines = [heads, heads.map(() => '---'), ...outcomes.map((outcome) => cellsOf(outcome, profile))]
  const notes = outcomes.flatMap(({ row, figures }) => (figures?.note ? [`- ${row.name}: ${figures.note}`] : []))
  return [title, '', ...lines.map((cells) => `| ${cells.join(' | ')} |`), '', ...notes].join('\n')
}

/** The last line of the report, with the number of rows that reached their targets. */
export function summary(outcomes: readonly Outcome[]): string {
  const reached = outcomes.filter((outcome) => outcome.reached).length
  return `${reached} rows reached, ${outcomes.length - reached} missed`
}

function cellsOf(outcome: Outcome, profile: Plan['profile']): string[] {
  const { row, figures, proof, reached, seconds } = outcome
  const asShare = row.limit !== undefined
  const limit = shown(limitOf(row, profile), asShare)
  return [
    reached ? row.name : `**${row.name}**`,
    row.what,
    triedIn(outcome, profile),
    figures ? shown(figures.found, asShare) : '-',
    limit,
    proof ? proofOf(proof, asShare) : '-',
    seconds.toFixed(0),
  ]
}

function triedIn({ row, figures }: Outcome, profile: Plan['profile']): string {
  const [tried, planned] = [figures?.tried ?? 0, row.counts[profile === 'gate' ? 'nightly' : profile]]
  return tried < planned ? `${shown(tried, false)} of ${shown(planned, false)}` : shown(tried, false)
}

function proofOf({ found, tried }: Figures, asShare: boolean): string {
  return asShare ? shown(found, true) : `${shown(found, false)} in ${tried.toLocaleString('en-US')}`
}

function shown(value: number, asShare: boolean): string {
  return asShare ? `${(value * 100).toFixed(1)} %` : value.toLocaleString('en-US')
}

function circumstances(): string {
  return `Node ${process.versions.node}, ${availableParallelism()} of ${cpus()[0]?.model ?? 'unknown'}`
}
