import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.mjs'

const dist = join(root, 'web/dist')

/** The files that a browser loads for the page itself, without the screens behind the login. */
export function firstLoad() {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/(.+?\.(?:js|css))"/g)].map(
    (match) => /** @type {string} */ (match[1]),
  )
  return {
    scripts: withImports(named.filter((file) => file.endsWith('.js'))),
    styles: named.filter((file) => file.endsWith('.css')),
  }
}

/** The additional files for a screen behind the login. @param {string} screen */
export function additionalLoad(screen) {
  const known = firstLoad().scripts
  return withImports([fileOf('layout/frame.tsx'), fileOf(`screens/${screen}.tsx`)]).filter(
    (file) => !known.includes(file),
  )
}

/** The files that a screen loads after it is shown. @param {string} screen @param {string} part the module that is loaded */
export function laterLoad(screen, part) {
  const known = [...firstLoad().scripts, ...additionalLoad(screen)]
  return withImports([fileOf(part)]).filter((file) => !known.includes(file))
}

/**
 * Returns these files, or throws if they exceed a page's limit.
 * @param {number} count @param {string[]} files
 */
export function atMost(count, files) {
  if (files.length > count)
    throw new Error(`Loads ${files.length} files, but the limit is ${count}: ${files.join(' ')}`)
  return files
}

/** Fails if a script in the build is too small for a separate request. @param {number} bytes */
export function expectNoScriptBelow(bytes) {
  const scripts = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'))
  const small = scripts.filter((file) => statSync(join(dist, 'assets', file)).size < bytes)
  if (small.length > 0) throw new Error(`Smaller than ${bytes} bytes: ${small.join(' ')}`)
}

/** The build file that contains a module. @param {string} module @returns {string} */
function fileOf(module) {
  const file = JSON.parse(readFileSync(join(dist, '.modules.json'), 'utf8'))[module]
  if (!file) throw new Error(`The build has no file for ${module}`)
  return file
}

/** These files and all their static imports. @param {string[]} files */
function withImports(files) {
  const found = new Set(files)
  for (const file of found) {
    const text = readFileSync(join(dist, file), 'utf8')
    for (const match of text.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)) found.add(`assets/${match[1]}`)
  }
  return [...found]
}
