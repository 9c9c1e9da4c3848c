import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Advice, run, tail } from '../processes.mjs'

/**
 * Packs a folder. The same content always produces the same archive: its files have the time of the last commit, which
 * browsers and the server use to tell versions apart.
 * @param {string} folder
 * @param {string} file
 * @returns {Promise<string>} the file
 */
export const pack = (folder, file) => packFrom(dirname(folder), basename(folder), file)

/** Packs only the content of a folder. @param {string} folder @param {string} file */
export const packContents = (folder, file) => packFrom(folder, '.', file)

/** @param {string} folder @param {string} name of what is in it @param {string} file */
async function packFrom(folder, name, file) {
  const { code, output } = await run('tar', [
    ...['--sort=name', `--mtime=@${await timeOfSources()}`, '--mode=u=rwX,go=rX'],
    ...['--owner=0', '--group=0', '--numeric-owner', '--format=gnu'],
    ...['--use-compress-program=gzip -9n', '-cf', file, '-C', folder, name],
  ])
  if (code !== 0) throw new Advice(`${basename(file)} couldn’t be written.\n${tail(output)}`)
  return file
}

/** The time of the last commit, in seconds. */
export async function timeOfSources() {
  if (process.env.SOURCE_DATE_EPOCH) return process.env.SOURCE_DATE_EPOCH
  const { code, output } = await run('git', ['log', '-1', '--format=%ct'])
  return code === 0 ? output.trim() : String(Math.floor(Date.now() / 1000))
}

/** Writes the file for sha256sum --check. @param {readonly string[]} files in one folder */
export function writeChecksums(files) {
  const lines = files.map(
    (file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`,
  )
  writeFileSync(join(dirname(/** @type {string} */ (files[0])), 'SHA256SUMS'), lines.join(''))
}
