import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** The exit code of a process that exceeds its memory limit. */
export const tooMuchMemory = 3

const looksEvery = 20

/**
 * Ends this process when it uses more than this many bytes. Its work must run in a thread, so that the main thread can
 * check: the unpacked size of a file is known only once it is unpacked.
 */
export function limitMemory(mostBytes: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > mostBytes) process.exit(tooMuchMemory)
  }, looksEvery).unref()
}

/** Lowers a process's priority, so that calls waiting for an answer from the server come first. */
export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has already ended, or this system has no priorities.
  }
}
