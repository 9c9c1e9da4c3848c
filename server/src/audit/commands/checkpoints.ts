import { moment } from '../../platform/clock.ts'
import type { SealedFile } from '../../platform/sealed-file.ts'
import type { Services } from '../../services.ts'
import { listHeads } from '../queries/read.ts'
import type { Checkpoint } from './signed-heads.ts'

const everyFiveMinutes = 300_000

/** Signs a checkpoint and adds it to the file. */
export function sealCheckpoint(checkpoints: SealedFile, { at, heads }: Checkpoint): Promise<void> {
  return checkpoints.append(JSON.stringify({ at, heads }))
}

/** Signs the current heads into the file, creating it if necessary; returns how many there are. */
export async function checkpointNow({ database, clock }: Services, checkpoints: SealedFile): Promise<number> {
  const heads = await listHeads(database.read, null)
  await checkpoints.begin()
  await sealCheckpoint(checkpoints, { at: moment(clock()), heads })
  return heads.length
}

/** Periodic signing; `stop` signs one last time. */
export interface CheckpointClock {
  /** Signs the heads if they have changed. Never throws: errors are reported, and the next round tries again. */
  round(): Promise<void>
  stop(): Promise<void>
}

/** Signs the heads at once, every five minutes if they changed, and on stop; does nothing without the private key. */
export function startCheckpoints(services: Services, onError: (error: unknown) => void): CheckpointClock | undefined {
  const { checkpoints } = services
  if (!checkpoints?.canSign) return undefined
  let signed: string | undefined
  const signIfMoved = async () => {
    const heads = await listHeads(services.database.read, null)
    const state = JSON.stringify(heads)
    if (state === signed) return
    await sealCheckpoint(checkpoints, { at: moment(services.clock()), heads })
    signed = state
  }
  // One round at a time: rounds must not pile up when a network share hangs.
  let last: Promise<void> | undefined
  const round = () => {
    last ??= signIfMoved()
      .catch(onError)
      .finally(() => {
        last = undefined
      })
    return last
  }
  void round()
  const timer = setInterval(round, everyFiveMinutes).unref()
  const stop = async () => {
    clearInterval(timer)
    await last
    await round()
  }
  return { round, stop }
}
