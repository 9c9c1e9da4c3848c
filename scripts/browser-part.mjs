import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { Advice, root, run, tail } from './processes.mjs'

const stamp = join(root, 'web/dist/.sources')
const skipped = /(^|\/)(node_modules|dist)$|\.test\.tsx?$/

/** True when the browser part is missing or out of date. An installation without sources uses the existing build. */
export function isBrowserPartStale() {
  if (!existsSync(join(root, 'web/src'))) return !existsSync(join(root, 'web/dist/index.html'))
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint()
}

/** Builds web/dist. @param {string} node @returns {Promise<string>} the output of the build */
export async function buildBrowserPart(node) {
  const sources = fingerprint()
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { code, output } = await run(node, [vite, 'build', 'web', '--logLevel', 'warn'], {
    env: { ...process.env, NO_COLOR: '1' },
  })
  if (code !== 0)
    throw new Advice(`The browser part could not be built.\n${tail(output)}\nMend what it names, then try again.`)
  writeFileSync(stamp, sources)
  return output.trim()
}

/** One hash of everything that the browser part is built from. */
function fingerprint() {
  const hash = createHash('sha256')
  const files = [...filesBelow('web'), ...filesBelow('domain/src'), join(root, 'package-lock.json')]
  for (const file of files)
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries
    .map((entry) => ({ entry, path: `${folder}/${entry.name}` }))
    .filter(({ path }) => !skipped.test(path))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .flatMap(({ entry, path }) => (entry.isDirectory() ? filesBelow(path) : [join(root, path.replaceAll('/', sep))]))
}
