/** Recent CPU usage of this thread: 0 for none, 1 for all the time. */
export interface OwnLoad {
  share(): number
  stop(): void
}

/** Measures every `every` milliseconds. Time used by other processes or spent waiting for a disk does not count. */
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
