import { once } from 'node:events'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { databaseName, prepareSqlite } from './compare.ts'
import { cpuMicrosecondsOf, measure } from './load.ts'
import { memoryOf, watchMemory } from './memory.ts'
import { openUntil } from './open-until.ts'
import type { ReadPlan, ReadToTheEnd } from './read-thread.ts'
import { percentile, ratio, table, waitsTable, whole } from './report.ts'
import { median } from './rounds.ts'
import { tokenOf } from './seed/organization.ts'
import { type Server, startMinimal, startOurs } from './servers.ts'
import { type Ground, loadOf } from './workloads.ts'

interface Read extends ReadToTheEnd {
  /** The server's processor time. */
  readonly cpuMilliseconds: number
  /** The server's peak memory, in megabytes. */
  readonly most: number
  /** The waits of another user in the meantime. */
  readonly waits: readonly number[]
}

/**
 * Compares repeated reads of the whole list by one user between the product and a server that returns the list as plain
 * JSON.
 */
export async function wholeListOnSqlite(folder: string, requests: number, rounds: number): Promise<string> {
  const { ground, folderOfOurs } = await prepareSqlite(join(folder, `whole-list-${requests}`), requests)
  const plainFolder = join(folder, 'whole-list-plain')
  mkdirSync(plainFolder)
  copyFileSync(join(folderOfOurs, databaseName), join(plainFolder, databaseName))
  // Uses the same Node settings as the package.
  const ours = await startOurs({ DATA_DIR: folderOfOurs }, ['--max-semi-space-size=8'])
  const plain = await startMinimal(join(plainFolder, databaseName), 'plain')
  try {
    await measure(ours, loadOf('list of 50', ground, 0, 1), 3)
    await openUntil(ours, ground, pause(1000))
    const before = memoryOf(ours.pid) ?? 0
    const alone = await openUntil(ours, ground, pause(3000))
    const [own, other]: [Read[], Read[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      own.push(await readWhole(ours, ours, ground))
      other.push(await readWhole(plain, ours, ground))
    }
    const waits = new Map([
      ['no other load', alone],
      ['during one whole list', own.flatMap((read) => read.waits)],
    ])
    return `The whole list of ${whole(requests)} requests.\n\n${speeds(own, other)}\n\n${memories(before, own)}\n\n${waitsTable(waits)}`
  } finally {
    await ours.stop()
    await plain.stop()
  }
}

/** Reads the whole list from `server` in a thread while another user opens requests on `beside`. */
async function readWhole(server: Server, beside: Server, ground: Ground): Promise<Read> {
  const workerData: ReadPlan = {
    url: `${server.url}/api/v1/check-requests/by-user`,
    token: tokenOf(ground.organization.callers.superAdmin),
  }
  const memory = watchMemory(server.pid)
  const cpuBefore = cpuMicrosecondsOf(server.pid) ?? 0
  const thread = new Worker(new URL('./read-thread.ts', import.meta.url), { workerData })
  const end = once(thread, 'message')
  const waits = await (server === beside ? openUntil(beside, ground, end) : end.then(() => []))
  const [read] = (await end) as [ReadToTheEnd]
  const cpuMilliseconds = ((cpuMicrosecondsOf(server.pid) ?? 0) - cpuBefore) / 1000
  return { ...read, cpuMilliseconds, most: memory.stop(), waits }
}

function speeds(own: readonly Read[], other: readonly Read[]): string {
  const rows = [
    ['plain JSON', other],
    ['ours', own],
  ] as const
  const of = (reads: readonly Read[], value: (read: Read) => number) => median(reads.map(value))
  const perMegabyte = (reads: readonly Read[]) => of(reads, (read) => read.cpuMilliseconds / (read.bytes / 1e6))
  const speed = (reads: readonly Read[]) => of(reads, (read) => read.bytes / 1e3 / read.milliseconds)
  return table(
    [
      'the whole list',
      'MB',
      'seconds',
      'MB a second',
      'relative to plain JSON',
      'processor, ms per MB',
      'relative to plain JSON',
    ],
    rows.map(([name, reads]) => [
      name,
      whole(of(reads, ({ bytes }) => bytes / 1e6)),
      of(reads, ({ milliseconds }) => milliseconds / 1000).toFixed(1),
      speed(reads).toFixed(1),
      ratio(speed(reads), speed(other)),
      perMegabyte(reads).toFixed(1),
      ratio(perMegabyte(other), perMegabyte(reads)),
    ]),
  )
}

function memories(before: number, own: readonly Read[]): string {
  const more = own.map(({ most }) => whole(most - before)).join(', ')
  const times = own.map(({ waits }) => percentile(waits, 0.99).toFixed(1)).join(', ')
  return `Memory ${whole(before)} MB before; additional peak memory in MB by call: ${more}. Others’ p99: ${times} ms.`
}
