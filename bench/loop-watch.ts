import { percentile } from './report.ts'
import type { Question } from './watched.ts'

/**
 * Loaded into a server before its own program, to answer the benchmark's questions. `loopHeld` is the 99th percentile
 * of the times for which the event loop was held without a break since the previous question, and `longestHold` is the
 * longest of these times. Both are in milliseconds of the thread's processor time, which other work on the machine
 * doesn't affect. `live` is the kilobytes of objects and buffers that remain after garbage collection.
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
  // This hold is caused by the benchmark itself.
  before = process.threadCpuUsage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024
}
