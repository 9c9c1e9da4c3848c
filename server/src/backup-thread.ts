import { parentPort, workerData } from 'node:worker_threads'
import { migrations } from './migrations/index.ts'
import { fileStoreOf, keyFileOf, sealedFiles } from './open.ts'
import type { BackupTask } from './operation/backups/commands/backups.ts'
import { forgetCopies } from './operation/backups/commands/copies.ts'
import { explained, type MadeCopy, makeCopy } from './operation/backups/commands/make-copy.ts'
import { engineOf } from './operation/backups/engines.ts'
import { backupPlaceOf } from './platform/files/backup-place.ts'
import { readTrailKeys } from './trail/commands/open-trail.ts'
import { version } from './version.ts'

const task: BackupTask = workerData

parentPort?.on('message', async (now: number) => parentPort?.postMessage(await make(task, now)))

// Opens everything again because the key might have been replaced in the meantime.
async function make(task: BackupTask, now: number): Promise<MadeCopy> {
  const place = backupPlaceOf(task.backups, task.dataDir)
  const keyFile = keyFileOf(task)
  const keyring = readTrailKeys(keyFile)
  if (!keyring) throw new Error(`The audit trail key is missing. Restore ${keyFile} from your copy.`)
  const source = {
    engine: engineOf(task),
    keyring,
    files: fileStoreOf(task),
    copiedFiles: sealedFiles(place.files, keyFile),
    version,
    schema: Object.keys(migrations).at(-1) ?? '',
  }
  try {
    const made = await makeCopy(source, place, now)
    // Keeps older backups while the new ones have errors.
    if (made.findings.length === 0) await forgetCopies(place, task.backups.keep, now)
    return made
  } catch (error) {
    throw explained(error, place)
  }
}
