import { execFileSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import type { Measured } from './load.ts'
import type { Medians } from './rounds.ts'

/** A Markdown table, which is also readable in a terminal. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(heads), rule, ...rows.map(line)].join('\n')
}

function pad(text: string, width: number, column: number): string {
  return column === 0 ? text.padEnd(width) : text.padStart(width)
}

/** The calls per second of every contender, and our rate relative to the others. */
export function speedTable(results: ReadonlyMap<string, Medians>, ours: string, others: readonly string[]): string {
  const rows = [...results].map(([workload, medians]) => {
    const own = medians.get(ours) as Measured
    const speeds = [...others, ours].map((name) => whole(medians.get(name)?.perSecond))
    const shares = others.map((name) => ratio(own.perSecond, medians.get(name)?.perSecond))
    return [workload, ...speeds, ...shares]
  })
  return table(['calls per second', ...others, ours, ...others.map((name) => `of ${name}`)], rows)
}

/** The servers' processor time per call, which is the figure least affected by other work on the machine. */
export function cpuTable(results: ReadonlyMap<string, Medians>, ours: string, others: readonly string[]): string {
  const rows = [...results].map(([workload, medians]) => [
    workload,
    ...[...others, ours].map((name) => whole(medians.get(name)?.cpuMicroseconds)),
  ])
  return table(['processor, µs per call', ...others, ours], rows)
}

/**
 * Compares the same calls on few and on many requests. With ten connections, the time of a call follows from its rate.
 */
export function growthTable(results: ReadonlyMap<string, Medians>, small: string, large: string): string {
  const rows = [...results].map(([workload, medians]) => {
    const [few, many] = [medians.get(small) as Measured, medians.get(large) as Measured]
    const cpu = [few.cpuMicroseconds, many.cpuMicroseconds]
    const growth = [ratio(few.perSecond, many.perSecond), cpu[1] === undefined ? '' : ratio(cpu[1], cpu[0])]
    return [workload, whole(few.perSecond), whole(many.perSecond), ...cpu.map(whole), ...growth]
  })
  const heads = [`calls per second at ${small}`, `at ${large}`, `processor, µs per call, at ${small}`, `at ${large}`]
  return table(['growth', ...heads, 'time, times', 'processor, times'], rows)
}

const longWait = 100

/** The value that this share of the values doesn't exceed, or 0 if there are no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0
}

/** A table of waits in milliseconds, with the number of noticeable ones. */
export function waitsTable(waits: ReadonlyMap<string, readonly number[]>): string {
  const rows = [...waits].map(([name, values]) => {
    const at = (share: number) => percentile(values, share).toFixed(1)
    const long = values.filter((wait) => wait > longWait).length
    return [name, whole(values.length), at(0.5), at(0.99), at(1), whole(long)]
  })
  return table(['waits, ms', 'calls', 'median', 'p99', 'longest', `above ${longWait}`], rows)
}

export function whole(value: number | undefined): string {
  return value === undefined ? '' : Math.round(value).toLocaleString('en-US')
}

export function ratio(value: number, base: number | undefined): string {
  return base === undefined ? '' : (value / base).toFixed(2)
}

/** The versions, the machine, and its load during the measurement. */
export function circumstances(): string {
  const processors = cpus()
  return [
    `Node ${process.versions.node}, SQLite ${process.versions.sqlite}, commit ${commit()}.`,
    `${processors.length} cores (${processors[0]?.model.trim()}), load ${loadavg()[0]?.toFixed(2)} at the start.`,
    'Everything on one machine, ten connections, medians of interleaved rounds. Only the ratios count.',
  ].join('\n')
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
  } catch {
    return 'unknown'
  }
}
