import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * A source file and its imports. An import is a path from the root for own files, `npm:name` for a package, or
 * `node:name` as is.
 */
export interface Source {
  readonly path: string
  readonly text: string
  readonly imports: readonly string[]
}

/** All TypeScript below these folders. */
export function readSources(...folders: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) =>
        readSource(normalize(join(folder, entry.parentPath.slice(join(root, folder).length), entry.name))),
      ),
  )
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export function isTest({ path }: Source): boolean {
  return /\.test\.tsx?$/.test(path) || /^((server|web|domain)\/src\/testing|torture|proofs)\//.test(path)
}

/** These files with all their direct and indirect imports, by path. */
export function closureOf(entries: readonly string[]): Source[] {
  const found = new Map<string, Source>()
  const add = (path: string) => {
    if (found.has(path) || !/^(domain|server|web|scripts)\/.+\.tsx?$/.test(path)) return
    const source = readSource(path)
    found.set(path, source)
    for (const imported of source.imports) add(imported)
  }
  for (const entry of entries) add(entry)
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}

function readSource(path: string): Source {
  const text = readText(path)
  return { path, text, imports: specifiers(text).map((specifier) => resolve(path, specifier)) }
}

// TypeScript 7 offers no compiler API, and the formatter allows only these forms.
function specifiers(text: string): string[] {
  const statements = text.matchAll(/^(?:import|export)\b[^'"`;=]*?\bfrom '([^']+)'|^import '([^']+)'/gm)
  const calls = text.matchAll(/\bimport\((?:\/\*.*?\*\/ )?'([^']+)'\)/g)
  return [...statements, ...calls].map((match) => (match[1] ?? match[2]) as string)
}

function resolve(from: string, specifier: string): string {
  const workspace = from.split('/')[0]
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  if (specifier.startsWith('#')) return `${workspace}/src/${specifier.slice(1)}`
  if (specifier.startsWith('node:')) return specifier
  if (specifier.startsWith('@check-requests/')) return specifier.replace(/^@check-requests\/(\w+)\//, '$1/src/')
  return `npm:${/^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0]}`
}

/** The paths of these source files. */
export function pathsOf(sources: readonly Source[]): string[] {
  return sources.map(({ path }) => path)
}
