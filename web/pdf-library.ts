import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'))

/** The parts of the library that its code fetches by name. Includes only the decoders that don't need WebAssembly. */
const parts: readonly [folder: string, names: RegExp][] = [
  ['cmaps', /./],
  ['standard_fonts', /./],
  ['wasm', /^(\w+_nowasm_fallback\.js|LICENSE_.+)$/],
]

/** Serves the worker, fonts, character maps, and decoders of pdf.js from a folder named after the library's version. */
export function pdfLibrary(): Plugin {
  const files = filesOfLibrary()
  return {
    name: 'pdf-library',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = files.get((request.url ?? '').slice(1))
        if (!file) return next()
        if (/\.m?js$/.test(file)) response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(file))
      })
    },
    generateBundle() {
      for (const [fileName, file] of files) this.emitFile({ type: 'asset', fileName, source: readFileSync(file) })
    },
  }
}

/** The location of each library file, by its file name in the build. */
function filesOfLibrary(): ReadonlyMap<string, string> {
  const named = parts.flatMap(([folder, names]) =>
    readdirSync(join(library, folder))
      .filter((name) => names.test(name))
      .map((name) => [`${folder}/${name}`, `${folder}/${name}`] as const),
  )
  const all = [['pdf.worker.min.mjs', 'legacy/build/pdf.worker.min.mjs'], ['LICENSE', 'LICENSE'], ...named] as const
  return new Map(all.map(([name, file]) => [`assets/pdfjs-${version}/${name}`, join(library, file)]))
}
