import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** The screens in the shell in addition to the entry, which a page shows before the user is known. */
const shown = ['/web/src/layout/frame.tsx', '/web/src/access/sessions/unreachable-page.tsx']
const placeholder = "{ page: '', files: [''] }"

/** Tells the service worker which files make up the shell of this build, and how to recognize the build's page. */
export function serviceWorker(): Plugin {
  let root = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    writeBundle({ dir = '' }, bundle) {
      const page = createHash('sha256')
        .update(readFileSync(join(dir, 'index.html')))
        .digest('hex')
      const files = filesOfShell(bundle).map((file) => `/${file}`)
      const source = readFileSync(resolve(root, 'public/sw.js'), 'utf8')
      if (!source.includes(placeholder)) this.error('The service worker has no place for the files of the build')
      writeFileSync(join(dir, 'sw.js'), source.replace(placeholder, JSON.stringify({ page, files })))
    },
  }
}

function filesOfShell(bundle: Rolldown.OutputBundle): string[] {
  const output = Object.values(bundle)
  const chunks = output.filter((file) => file.type === 'chunk')
  const screens = shown.map((path) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(path)))
    if (!chunk) throw new Error(`The build has no ${path}, which the service worker keeps.`)
    return chunk
  })
  const first = [...chunks.filter(({ isEntry }) => isEntry), ...screens]
  const scripts = new Set(first.map(({ fileName }) => fileName))
  for (const file of scripts)
    for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) scripts.add(imported)
  const styles = output.filter(({ fileName }) => fileName.endsWith('.css'))
  return [...scripts, ...styles.map(({ fileName }) => fileName)]
}
