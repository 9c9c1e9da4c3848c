import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build } from 'vite'
import { fingerprintOf } from './fingerprint.mjs'
import { root } from './processes.mjs'

/** @typedef {import('vite').Plugin} Plugin */

/** The build for tests, next to the sources, where it has the same relative paths as in a package. */
export const serverPart = join(root, 'server/dist')
const stamp = join(serverPart, '.sources')
const fingerprint = () => fingerprintOf('server', 'domain/src')

/** Returns true if `server/dist` is missing or out of date. */
export function isServerPartStale() {
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint()
}

/** Builds `server/dist`, unless it is up to date. */
export async function keepServerPart() {
  if (!isServerPartStale()) return
  const sources = fingerprint()
  await buildServerPart(serverPart)
  writeFileSync(stamp, sources)
}

/** A program that the server runs in a separate thread or process. */
const program = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g
/** A file of SQL statements that the server reads. */
const statements = /new URL\('\.\/([\w/-]+\.sql)', import\.meta\.url\)/g

/**
 * Bundles the server, the command line, and the programs that they run in threads and processes, each with all its
 * imports as a separate file in this folder, and writes the licenses of all libraries.
 * @param {string} folder
 */
export async function buildServerPart(folder) {
  const source = join(root, 'server/src')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [filesOfTheirOwn(), plainText()],
    ssr: { noExternal: true, external: ['pg-native'] },
    build: {
      ssr: true,
      ssrEmitAssets: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node24',
      license: { fileName: 'LICENSES.md' },
      rolldownOptions: {
        input: { main: join(source, 'main.ts'), cli: join(source, 'cli.ts') },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // Keeps names readable in stack traces.
          minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } },
        },
      },
    },
  })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
}

/** @returns {Plugin} */
function filesOfTheirOwn() {
  /** @type {Map<string, string>} */
  const sources = new Map()
  return {
    name: 'files-of-their-own',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(join(root, 'server/src'))) return undefined
      return code
        .replace(program, (_, name) => {
          const source = join(dirname(id), `${name}.ts`)
          const other = sources.get(name) ?? source
          if (other !== source) this.error(`${other} and ${source} would be the same file. Rename one.`)
          sources.set(name, source)
          this.emitFile({ type: 'chunk', id: source, fileName: `${basename(name)}.js` })
          return `new URL('./${name}.js', import.meta.url)`
        })
        .replace(statements, (_, path) => {
          const fileName = basename(path)
          this.emitFile({ type: 'asset', fileName, source: readFileSync(join(dirname(id), path)) })
          return `new URL('./${fileName}', import.meta.url)`
        })
    },
  }
}

/**
 * Escapes all characters outside ASCII. V8 keeps a program's text in memory, and uses two bytes for every character if
 * any character needs two.
 * @returns {Plugin}
 */
function plainText() {
  const escaped = (/** @type {string} */ unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'plain-text',
    generateBundle(_options, files) {
      for (const file of Object.values(files))
        if (file.type === 'chunk') file.code = file.code.replace(/[\u0080-\uffff]/g, escaped)
    },
  }
}

if (import.meta.main) await keepServerPart()
