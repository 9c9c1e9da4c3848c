import { moment } from '../../platform/clock.ts'
import type { SealedFile } from '../../platform/sealed-file.ts'
import type { Services } from '../../services.ts'
import { type AuditHead, listHeads } from '../queries/read.ts'

const everyFiveMinutes = 300_000

/** The newest entry of every chain at a moment, to be signed and kept outside the database. */
export interface Checkpoint {
  readonly at: string
  readonly heads: readonly AuditHead[]
}

/** Signs a checkpoint and adds it to the file. */
export function sealCheckpoint(checkpoints: SealedFile, { at, heads }: Checkpoint): Promise<void> {
  return checkpoints.append(JSON.stringify({ at, heads }))
}

/** Signs the heads as they are now into the file, which is made if it is not there; gives how many there are. */
export async function checkpointNow({ database, clock }: Services, checkpoints: SealedFile): Promise<number> {
  const heads = await listHeads(database.read, null)
  await checkpoints.begin()
  await sealCheckpoint(checkpoints, { at: moment(clock()), heads })
  return heads.length
}

/** A clock that goes on signing; `stop` signs for the last time. */
export interface CheckpointClock {
  /** Signs the heads if they have moved. Never fails: what goes wrong is reported, and the next round tries again. */
  round(): Promise<void>
  stop(): Promise<void>
}

/** Signs the heads at once, every five minutes in which they have moved, and at the stop; nothing without the private key. */
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
  // One round after the other: a share that hangs must not gather rounds that all hang.
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
