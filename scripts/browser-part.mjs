import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprintOf } from './fingerprint.mjs'
import { Advice, root, run, tail } from './processes.mjs'

const stamp = join(root, 'web/dist/.sources')
const fingerprint = () => fingerprintOf('web', 'domain/src')

/**
 * Returns true if the browser part is missing or out of date. An installation without sources uses the existing build.
 */
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
  if (code !== 0) throw new Advice(`Couldn’t build the browser part.\n${tail(output)}\nFix these errors and try again.`)
  writeFileSync(stamp, sources)
  return output.trim()
}
