import { percentile } from './report.ts'

/**
 * Loaded into a server before its own program. Answers each message of the bench with the milliseconds for which the
 * event loop was held without a break since the one before, 99th percentile: by the processor time of its thread, which
 * other work on the machine does not lengthen.
 */
const held: number[] = []
let before = process.threadCpuUsage()

setInterval(() => {
  const { user, system } = process.threadCpuUsage(before)
  held.push((user + system) / 1000)
  before = process.threadCpuUsage()
}, 1).unref()

process.on('message', () => process.send?.(percentile(held.splice(0), 0.99)))
process.channel?.unref()
