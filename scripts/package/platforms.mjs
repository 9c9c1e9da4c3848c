import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from '../npm.mjs'
import { Advice, root, run, tail } from '../processes.mjs'

/**
 * `architecture`: Debian's name for it.
 * @typedef {{ name: string, program: string, launcher: string, start: string, architecture?: string }} Platform
 */

// V8's young generation grows to four times this size while the server starts, and never shrinks.
export const nodeOptions = '--max-semi-space-size=8'

const shell = `#!/bin/sh
# Starts the server; with arguments it is the command line, such as: check-requests admin create
here=$(dirname -- "$(readlink -f -- "$0")")
export NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE:-$here/compiled}" NODE_COMPILE_CACHE_PORTABLE=1
if [ $# -eq 0 ]; then program=main; else program=cli; fi
exec "$here/bin/node" ${nodeOptions} "$here/server/dist/$program.js" "$@"
`

const batch = `@echo off
rem Starts the server; with arguments it is the command line, such as: check-requests admin create
setlocal
if not defined NODE_COMPILE_CACHE set "NODE_COMPILE_CACHE=%~dp0compiled"
set NODE_COMPILE_CACHE_PORTABLE=1
set program=main
if not "%~1"=="" set program=cli
"%~dp0bin\\node.exe" ${nodeOptions} "%~dp0server\\dist\\%program%.js" %*
`.replaceAll('\n', '\r\n')

/** The platforms that have an archive, with Node's names. @type {readonly Platform[]} */
export const platforms = [
  { name: 'linux-x64', program: 'bin/node', launcher: shell, start: 'check-requests', architecture: 'amd64' },
  { name: 'linux-arm64', program: 'bin/node', launcher: shell, start: 'check-requests', architecture: 'arm64' },
  { name: 'win-x64', program: 'bin/node.exe', launcher: batch, start: 'check-requests.cmd' },
]

/**
 * Adds the platform-specific files to a folder: Node, and the command that starts the server with it.
 * @param {string} folder
 * @param {Platform} platform
 */
export async function addPlatform(folder, { name, program, launcher, start }) {
  const unpacked = `${folder}.node`
  await unpackNode(`node-${name}`, unpacked)
  mkdirSync(join(folder, 'bin'))
  copyFileSync(join(unpacked, 'package', program), join(folder, program))
  chmodSync(join(folder, program), 0o755)
  writeFileSync(join(folder, start), launcher, { mode: 0o755 })
  rmSync(unpacked, { recursive: true })
}

/**
 * npm installs only this machine's Node, so each platform's Node is fetched as an archive. @param {string} name @param
 * {string} folder
 */
async function unpackNode(name, folder) {
  const { version, integrity } = locked(name)
  mkdirSync(folder, { recursive: true })
  const packed = await npm(['pack', `${name}@${version}`, '--json', '--pack-destination', folder])
  if (packed.code !== 0) throw new Advice(`Couldn’t fetch ${name}.\n${tail(packed.output)}`)
  if (!packed.output.includes(integrity)) throw new Advice(`${name} doesn’t match its checksum in package-lock.json.`)
  const { code, output } = await run('tar', ['-xzf', join(folder, `${name}-${version}.tgz`), '-C', folder])
  if (code !== 0) throw new Advice(`Couldn’t unpack ${name}.\n${tail(output)}`)
}

/** @param {string} name @returns {{ version: string, integrity: string }} */
function locked(name) {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[`node_modules/${name}`]
}
