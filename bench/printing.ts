import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { watchMemory } from './memory.ts'
import type { Printed } from './printing-process.ts'
import { table, whole } from './report.ts'
import { median } from './rounds.ts'

/** Measures the time and the memory that a separate process needs to create the file of a print run. */
export async function printing(counts: readonly number[], rounds: number): Promise<string> {
  const rows: string[][] = []
  for (const count of counts) {
    const runs: (Printed & { readonly most: number })[] = []
    for (let round = 0; round < rounds; round += 1) runs.push(await print(count))
    const middle = (value: (run: (typeof runs)[number]) => number) => median(runs.map(value))
    rows.push([
      `${whole(count)} checks`,
      middle(({ seconds }) => seconds).toFixed(2),
      whole(middle(({ most }) => most)),
      (middle(({ size }) => size) / 1e6).toFixed(2),
      middle(({ asking }) => asking).toFixed(2),
      middle(({ longestHold }) => longestHold).toFixed(1),
    ])
  }
  const heads = [
    'one file of',
    's',
    'peak memory, MB',
    'file, MB',
    'ms to find out whether a check can be printed',
    'longest hold, ms',
  ]
  return `Print runs, each in a separate process with its thread; medians of ${rounds}.\n\n${table(heads, rows)}`
}

async function print(count: number): Promise<Printed & { readonly most: number }> {
  const child = fork(join(import.meta.dirname, 'printing-process.ts'), [String(count)], { stdio: 'inherit' })
  const memory = watchMemory(child.pid ?? 0)
  const ended = once(child, 'exit').then(() => {
    throw new Error('The printing process exited without a result.')
  })
  const [printed]: Printed[] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  const most = memory.stop()
  if (!printed) throw new Error('The printing process sent no result.')
  return { ...printed, most }
}
