import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @typedef {{ uid: number, gid: number }} Owner */

/**
 * Creates a temporary folder that `remove` deletes, and so does the end of this process for any other reason:
 * a small process that outlives us sees its input close, runs `last`, and deletes the folder.
 * @param {string} name
 * @param {{ last?: (folder: string) => string[], owner?: Owner | undefined }} [options]
 * @returns {{ folder: string, remove: () => Promise<void> }}
 */
export function makeTemporaryFolder(name, { last = () => ['true'], owner } = {}) {
  const folder = mkdtempSync(join(tmpdir(), `check-requests-${name}-`))
  // Other users need access to the folders that they own inside this one.
  chmodSync(folder, 0o711)
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const script = 'cat >/dev/null; folder=$1; shift; "$@"; rm -rf "$folder"'
  const keeper = spawn('sh', ['-c', script, 'keeper', folder, ...last(folder)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...owner,
  })
  keeper.unref()
  const remove = () =>
    new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
      keeper.ref()
      keeper.on('exit', () => resolve())
      keeper.stdin.end()
    })
  return { folder, remove }
}

/** Puts all temporary folders of this process and its children into one folder that is deleted with the process. */
export function keepTemporaryFoldersTogether() {
  const { folder, remove } = makeTemporaryFolder('tests')
  process.env.TMPDIR = folder
  return remove
}
