/** Recent CPU usage of this thread: 0 for none, 1 for all the time. */
export interface OwnLoad {
  share(): number
  stop(): void
}

/**
 * Measures every `every` milliseconds, and says 0 until it has measured twice. Time used by other processes or spent
 * waiting for a disk does not count.
 */
export function measureOwnLoad(every: number): OwnLoad {
  let usedBefore = process.threadCpuUsage()
  let measuredAt = performance.now()
  let times = 0
  let share = 0
  const measure = () => {
    const now = performance.now()
    // After long work a new timer is due at once, as timers count from when that work began.
    if (now - measuredAt < every / 2) return
    const { user, system } = process.threadCpuUsage(usedBefore)
    times += 1
    if (times > 1) share = (user + system) / 1000 / (now - measuredAt)
    usedBefore = process.threadCpuUsage()
    measuredAt = now
  }
  const timer = setInterval(measure, every).unref()
  return { share: () => share, stop: () => clearInterval(timer) }
}
