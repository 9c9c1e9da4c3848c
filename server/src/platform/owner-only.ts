import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folderMode = 0o700
const fileMode = 0o600

/**
 * From now on, whatever this process creates is closed to other users of the machine, who must not read names, amounts
 * and password hashes.
 */
export function createOwnerOnly(): void {
  process.umask(0o077)
}

/** Creates a folder, or takes an existing one with the files in it, and closes it to other users of the machine. */
export function closeToOthers(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: folderMode })
  restrict(folder, folderMode)
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) restrict(join(folder, entry.name), fileMode)
}

// A volume can belong to another account, which then decides who reads it: worth a warning, not a refusal to start.
function restrict(path: string, mode: number): void {
  try {
    if ((lstatSync(path).mode & 0o777) !== mode) chmodSync(path, mode)
  } catch {
    process.emitWarning(`${path} may be open to other users of this machine, and this account cannot change that.`)
  }
}
