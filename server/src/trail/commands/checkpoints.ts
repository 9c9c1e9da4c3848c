import { moment } from '../../platform/clock.ts'
import type { SealedFile } from '../../platform/crypto/sealed-file.ts'
import type { Services } from '../../services.ts'
import { listHeads } from '../queries/read.ts'
import type { Checkpoint } from './signed-heads.ts'

/** Signs a checkpoint and adds it to the file. */
export function sealCheckpoint(checkpoints: SealedFile, { at, heads }: Checkpoint): Promise<void> {
  return checkpoints.append(JSON.stringify({ at, heads }))
}

/** Signs the current heads into the file, creating it if necessary. Returns the number of heads. */
export async function checkpointNow({ database, clock }: Services, checkpoints: SealedFile): Promise<number> {
  const heads = await listHeads(database.read, null)
  await checkpoints.begin()
  await sealCheckpoint(checkpoints, { at: moment(clock()), heads })
  return heads.length
}

/** Signs checkpoints while a server runs. `stop` signs one last time. */
export interface CheckpointClock {
  /** Signs the heads if they have changed since this server signed last. */
  round(): Promise<void>
  stop(): Promise<void>
}

/**
 * Signs the heads at startup, at shutdown, and in each round. Does nothing without the private key. Errors in the first
 * and last round are reported. A round started by a job throws its error.
 */
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
  // One round at a time, so that rounds don't pile up when a network share hangs.
  let last: Promise<void> | undefined
  const round = () => {
    last ??= signIfMoved().finally(() => {
      last = undefined
    })
    return last
  }
  void round().catch(onError)
  const stop = async () => {
    await last?.catch(() => {})
    await round().catch(onError)
  }
  return { round, stop }
}
