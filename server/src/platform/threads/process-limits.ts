import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** With this code a process says that it would take more memory than it may. */
export const tooMuchMemory = 3

const looksEvery = 20

/**
 * Ends this process when it takes more than this many bytes. Its work belongs into a thread, so that this one can look:
 * what a file unpacks to is known only when it has been unpacked.
 */
export function limitMemory(mostBytes: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > mostBytes) process.exit(tooMuchMemory)
  }, looksEvery).unref()
}

/** Gives a process less than its share of a busy machine: whoever waits for an answer of the server comes first. */
export function comeLast({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or this system has no priorities.
  }
}
