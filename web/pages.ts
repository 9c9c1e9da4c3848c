import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin, type Rolldown } from 'vite'
import { isFileOfFirstPage } from './first-page.ts'

/** Screens of a single record, with the list that their path begins with. */
const ofIds: Readonly<Record<string, string>> = {
  'admin-payee': 'admin-payees',
  check: 'checks',
  'check-request': 'check-requests',
  'print-run': 'print-runs',
}
const frame = 'web/src/layout/frame.tsx'
const screen = /\/web\/src\/screens\/(?:[a-z]+\/)?([a-z-]+)\.tsx$/

/**
 * Writes an HTML page for each screen that lists the screen's scripts, so that the browser fetches them together with
 * the first scripts. Also writes a page for browsers without a session (`pages/none.html`). The server chooses a page
 * by path. Also minifies `early.js`, which every page runs first.
 */
export function pages(): Plugin {
  return {
    name: 'pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') return this.error('The build has no index.html')
      const html = String(page.source)
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const ofFrame = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(frame)))
      for (const chunk of chunks.filter(({ isEntry }) => !isEntry))
        for (const id of chunk.moduleIds) {
          const name = screen.exec(id)?.[1]
          if (!name) continue
          const files = withImports([...ofFrame, chunk], chunks).filter((file) => !isFileOfFirstPage(file))
          const links = files.map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`).join('')
          const fileName = `pages/${name in ofIds ? `${ofIds[name]}.id` : name}.html`
          this.emitFile({ type: 'asset', fileName, source: html.replace('  </head>', `${links}  </head>`) })
        }
      const source = html.replace('<html ', '<html data-session="none" ')
      this.emitFile({ type: 'asset', fileName: 'pages/none.html', source })
    },
    writeBundle({ dir = '' }) {
      const file = join(dir, 'early.js')
      writeFileSync(file, minifySync(file, readFileSync(file, 'utf8')).code)
    },
  }
}

/** The files of these chunks and of all chunks that they import. */
function withImports(from: readonly Rolldown.OutputChunk[], chunks: readonly Rolldown.OutputChunk[]): string[] {
  const files = new Set(from.map(({ fileName }) => fileName))
  for (const file of files)
    for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(imported)
  return [...files]
}
