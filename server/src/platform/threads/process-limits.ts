import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'

/** The exit code of a process that exceeds its limit on processor time or memory. */
export const tooMuch = 3

const looksEvery = 20

/**
 * Ends this isolated program when it uses more than this many bytes, or more processor time than its first argument
 * says, in milliseconds. Time spent waiting for a busy machine doesn't count. Its work must run in a thread, so that
 * the main thread can check: the unpacked size of a file is known only once it is unpacked.
 */
export function limitUse(mostBytes: number): void {
  const mostMicroseconds = 1000 * Number(process.argv[2])
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    if (process.memoryUsage.rss() > mostBytes || user + system > mostMicroseconds) process.exit(tooMuch)
  }, looksEvery).unref()
}

/**
 * Answers for an isolated program: its own file runs again in a thread, which gets what was read from standard input as
 * `workerData` and posts what is written to standard output. `mostBytes` limits the memory.
 */
export async function answerInThread(program: string, mostBytes: number): Promise<void> {
  limitUse(mostBytes)
  const thread = new Worker(new URL(program), { workerData: await buffer(process.stdin) })
  const [answer] = await once(thread, 'message')
  process.stdout.write(answer, () => process.exit(0))
}

/** Lowers a process's priority, so that calls waiting for an answer from the server come first. */
export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has already ended, or this system has no priorities.
  }
}
