/** How much of the processor this thread has used lately: 0 for nothing, 1 for all the time there was. */
export interface OwnLoad {
  share(): number
  stop(): void
}

/** Measures once in `every` milliseconds. Time in which other processes had the processor, or a disk was waited for, does not count. */
export function measureOwnLoad(every: number): OwnLoad {
  let usedBefore = process.threadCpuUsage()
  let measuredAt = performance.now()
  let share = 0
  const measure = () => {
    const { user, system } = process.threadCpuUsage(usedBefore)
    const now = performance.now()
    share = (user + system) / 1000 / (now - measuredAt)
    usedBefore = process.threadCpuUsage()
    measuredAt = now
  }
  const timer = setInterval(measure, every).unref()
  return { share: () => share, stop: () => clearInterval(timer) }
}
