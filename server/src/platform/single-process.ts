import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { closeToOthers } from './owner-only.ts'

/**
 * Holds a lock on a data folder until the process ends, however it ends.
 * Throws when another process holds it: SQLite's data must have one owner here.
 */
export function ownDataFolder(dataDir: string): { release(): void } {
  closeToOthers(dataDir)
  const lock = new DatabaseSync(join(dataDir, 'in-use.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new Error(`The data folder ${dataDir} is in use by another running server. Stop that one first.`)
  }
  return { release: () => lock.close() }
}
