import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../processes.mjs'
import { nodeOptions } from './platforms.mjs'

const launcher = `#!/usr/bin/env -S node ${nodeOptions}
// Starts the server. With arguments, runs the command line instead, such as: check-requests admin create
await import(process.argv.length > 2 ? '../server/dist/cli.js' : '../server/dist/main.js')
`

/**
 * Creates a folder that npm can install. Node is one of its dependencies and thus takes precedence over the machine's
 * own Node when npx starts the program.
 * @param {string} folder
 * @param {readonly string[]} libraries whose files it contains
 */
export function addNpmParts(folder, libraries) {
  const { name, version, description, license, type, engines, optionalDependencies } = readJson(
    join(root, 'package.json'),
  )
  const dependencies = Object.fromEntries(libraries.map((library) => [library, freeOfDependencies(folder, library)]))
  writeJson(join(folder, 'package.json'), {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { [name]: 'bin/start.mjs' },
    dependencies,
    bundleDependencies: libraries,
    optionalDependencies,
  })
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/start.mjs'), launcher, { mode: 0o755 })
}

/** Removes the dependencies that only a library's omitted files need. Returns the library's version. */
function freeOfDependencies(/** @type {string} */ folder, /** @type {string} */ library) {
  const file = join(folder, 'node_modules', library, 'package.json')
  const { name, version, license } = readJson(file)
  writeJson(file, { name, version, license })
  return version
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** @param {string} file @param {object} content */
const writeJson = (file, content) => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
