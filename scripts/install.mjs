import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findNode, pinnedNode, requiredNode } from './node.mjs'
import { npm } from './npm.mjs'
import { Advice, root, say, tail } from './processes.mjs'

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }} Locked
 */

/**
 * Installs the packages in package-lock.json, unless already installed, and returns the Node.js to run them on.
 * @param {'all' | 'production'} needed
 * @returns {Promise<string>}
 */
export async function install(needed) {
  const node = isInstalled(needed) ? await findNode() : undefined
  if (node) return node
  if (isInstalled(needed) && !pinnedNode.exists) throw new Advice(nodeAdvice())
  say('Installing packages (takes a minute or two, only after they change) …')
  const { code, output } = await npm(everything, withoutOwnPrograms())
  if (code !== 0) throw new Advice(`Couldn’t install the packages.\n${tail(output)}\n${installAdvice}`)
  const installed = await findNode()
  if (!installed) throw new Advice(nodeAdvice())
  return installed
}

const everything = ['ci', '--loglevel=error', '--include=dev', '--include=optional']

const installAdvice = `Check that the package registry responds (npm ping) and that about 1.1 GB of disk space is free.
Then try again, or run 'npm ci' to see its full output.`

function nodeAdvice() {
  return `Node.js ${requiredNode} or newer is required, but this is Node.js ${process.versions.node}.
The Node.js package for this platform (${process.platform} ${process.arch}) doesn't exist or doesn't run here.
Install Node.js from https://nodejs.org and try again.`
}

/**
 * Compares package-lock.json with npm's list of installed packages in node_modules.
 * @param {'all' | 'production'} needed
 */
function isInstalled(needed) {
  const listFile = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(listFile)) return false
  const installed = readPackages(listFile)
  const locked = readPackages(join(root, 'package-lock.json'))
  const isUnknown = (/** @type {string} */ path) => !locked[path]
  if (Object.keys(installed).some(isUnknown)) return false
  return Object.entries(locked).every(([path, wanted]) => {
    const found = installed[path]
    if (found) return found.version === wanted.version && found.integrity === wanted.integrity
    const canBeMissing = wanted.optional || (needed === 'production' && (wanted.dev || wanted.devOptional))
    return path === '' || canBeMissing
  })
}

/** @param {string} file @returns {Record<string, Locked>} */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** npm replaces node_modules while it runs, so it must not find its own Node.js there. */
function withoutOwnPrograms() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const PATH = folders.filter((folder) => !folder.endsWith(join('node_modules', '.bin'))).join(delimiter)
  return { env: { ...process.env, PATH } }
}
