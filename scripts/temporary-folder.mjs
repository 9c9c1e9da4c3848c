import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @typedef {{ uid: number, gid: number }} Owner */

/**
 * Makes a temporary folder that goes away with `remove`, and also when this process ends in any other way:
 * a small process that outlives us sees its input end, runs `last`, and deletes the folder.
 * @param {string} name
 * @param {{ last?: (folder: string) => string[], owner?: Owner | undefined }} [options]
 * @returns {{ folder: string, remove: () => Promise<void> }}
 */
export function makeTemporaryFolder(name, { last = () => ['true'], owner } = {}) {
  const folder = mkdtempSync(join(tmpdir(), `check-requests-${name}-`))
  // Others may pass through to folders that are theirs.
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

/** Lets all temporary folders of this process and its children be in one that goes away with it. */
export function keepTemporaryFoldersTogether() {
  const { folder, remove } = makeTemporaryFolder('tests')
  process.env.TMPDIR = folder
  return remove
}
