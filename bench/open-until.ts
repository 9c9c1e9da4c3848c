import { setTimeout as pause } from 'node:timers/promises'
import { tokenOf } from './seed/organization.ts'
import type { Server } from './servers.ts'
import type { Ground } from './workloads.ts'

const pauseMilliseconds = 5

/** Opens requests one after another as one user until `end`. Returns the milliseconds of each call. */
export async function openUntil({ url }: Server, ground: Ground, end: Promise<unknown>): Promise<number[]> {
  const headers = { 'x-auth-token': tokenOf(ground.organization.callers.approver) }
  const waits: number[] = []
  let isOver = false
  const opening = (async () => {
    for (let index = 0; !isOver; index++) {
      const begin = performance.now()
      const answer = await fetch(`${url}/api/v1/check-requests/${ground.ids[index % ground.ids.length]}`, { headers })
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`a detail returned ${answer.status}: ${text}`)
      waits.push(performance.now() - begin)
      await pause(pauseMilliseconds)
    }
  })()
  await Promise.race([end, opening])
  isOver = true
  await opening
  return waits
}
