import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.mjs'

const dist = join(root, 'web/dist')

/** What a browser loads for the page itself, without any screen behind the login. */
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

/** What it loads additionally for a screen behind the login. @param {string} screen */
export function additionalLoad(screen) {
  const known = firstLoad().scripts
  return withImports([chunkOf('frame'), chunkOf(screen)]).filter((file) => !known.includes(file))
}

/** What a screen loads once it is shown. @param {string} screen @param {string} part */
export function laterLoad(screen, part) {
  const known = [...firstLoad().scripts, ...additionalLoad(screen)]
  return withImports([chunkOf(part)]).filter((file) => !known.includes(file))
}

/** @param {string} name */
function chunkOf(name) {
  const chunk = readdirSync(join(dist, 'assets')).find((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file))
  if (!chunk) throw new Error(`The build has no file for ${name}`)
  return `assets/${chunk}`
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
