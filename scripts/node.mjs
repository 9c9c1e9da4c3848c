import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './processes.mjs'

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The oldest Node.js that the product runs on, such as 24.18.1. */
export const requiredNode = manifest.engines.node.replace('>=', '')

const platform = process.platform === 'win32' ? 'win' : process.platform
const packageName = `node-${platform}-${process.arch}`

/** The Node.js installed as a package, on platforms that have one. */
export const pinnedNode = {
  exists: packageName in manifest.optionalDependencies,
  program: join(root, 'node_modules', packageName, 'bin', platform === 'win' ? 'node.exe' : 'node'),
}

/** The Node.js to use: the package's, or the machine's if it is new enough. @returns {Promise<string | undefined>} */
export async function findNode() {
  if (existsSync(pinnedNode.program)) {
    if (process.execPath === pinnedNode.program) return pinnedNode.program
    const { code } = await run(pinnedNode.program, ['--version'])
    if (code === 0) return pinnedNode.program
  }
  return isNewEnough(process.versions.node) ? process.execPath : undefined
}

/** @param {string} version */
function isNewEnough(version) {
  const parts = version.split('.').map(Number)
  const least = requiredNode.split('.').map(Number)
  const differs = least.findIndex((/** @type {number} */ number, /** @type {number} */ at) => parts[at] !== number)
  return differs === -1 || (parts[differs] ?? 0) > least[differs]
}
