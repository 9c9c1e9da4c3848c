import { percentile } from './report.ts'
import type { Question } from './watched.ts'

/**
 * Loaded into a server before its own program, and answers the questions of the bench. `loopHeld`: the milliseconds for
 * which the event loop was held without a break since the question before, 99th percentile, and `longestHold` the longest:
 * by the processor time of its thread, which other work on the machine does not lengthen. `live`: kilobytes of objects and buffers that are left
 * when the garbage is collected.
 */
const held: number[] = []
let before = process.threadCpuUsage()

setInterval(() => {
  const { user, system } = process.threadCpuUsage(before)
  held.push((user + system) / 1000)
  before = process.threadCpuUsage()
}, 1).unref()

const answers: Readonly<Record<Question, () => number>> = {
  loopHeld: () => percentile(held.splice(0), 0.99),
  longestHold: () => percentile(held.splice(0), 1),
  live,
}

process.on('message', (question: Question) => process.send?.(answers[question]()))
process.channel?.unref()

function live(): number {
  globalThis.gc?.()
  // This hold is the bench's own.
  before = process.threadCpuUsage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024
}
