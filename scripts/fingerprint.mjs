import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { root } from './processes.mjs'

const skipped = /(^|\/)(node_modules|dist)$|\.test\.tsx?$/

/** A hash of everything in these folders, except tests, and of the library versions. @param {...string} folders */
export function fingerprintOf(...folders) {
  const hash = createHash('sha256')
  for (const file of [...folders.flatMap(filesBelow), join(root, 'package-lock.json')])
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
