import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** Gives a process less than its share of a busy machine: whoever waits for an answer of the server comes first. */
export function comeLast({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or this system has no priorities.
  }
}
