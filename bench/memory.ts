import { readFileSync } from 'node:fs'

const sampleMilliseconds = 10

/** A process's memory in megabytes, or undefined if the system doesn't report it. */
export function memoryOf(pid: number): number | undefined {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}

/** Records the peak memory of a process, in megabytes. */
export function watchMemory(pid: number): { stop(): number } {
  let most = 0
  const look = () => {
    most = Math.max(most, memoryOf(pid) ?? 0)
  }
  const timer = setInterval(look, sampleMilliseconds)
  return {
    stop() {
      clearInterval(timer)
      look()
      return most
    },
  }
}
