import { parentPort, workerData } from 'node:worker_threads'
import { openCheckpoints, openPostgres } from './open.ts'
import { readSqlite } from './platform/database/database.ts'
import type { Tables } from './tables.ts'
import { readTrailKeys } from './trail/commands/open-trail.ts'
import type { TrailPlace } from './trail/commands/verifications.ts'
import { type Verdict, verifyTrail } from './trail/commands/verify.ts'

const place: TrailPlace = workerData

parentPort?.on('message', async (chain: number | null) => parentPort?.postMessage(await verify(place, chain)))

// Opens everything again because the key might have been replaced in the meantime.
async function verify(
  { dialect, where, directUrl, keyFile, checkpoints }: TrailPlace,
  chain: number | null,
): Promise<Verdict> {
  const keyring = readTrailKeys(keyFile)
  if (!keyring) throw new Error(`The audit trail key is missing. Restore ${keyFile} from your copy.`)
  const { read, forTenant, close } =
    dialect === 'sqlite' ? readSqlite<Tables>(where) : openPostgres(where, () => {}, { directUrl })
  try {
    return await forTenant(chain, () => verifyTrail({ read, keyring }, chain, openCheckpoints({ checkpoints })))
  } finally {
    await close()
  }
}
