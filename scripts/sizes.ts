import { dirname } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { isTest, readSources, type Source } from './sources.ts'

/** One size of the code. `limit` is what the tests allow; where it is above `goal`, the goal has not been reached. */
export interface Size {
  readonly what: string
  readonly value: number
  readonly limit: number
  readonly goal: number
  readonly share?: true
}

const mostInFolder = 24

/**
 * The rooms of the server, from the one that all others may use to those that use all others. An import of a later room by
 * an earlier one runs up.
 */
const rooms = [
  'platform',
  'trail',
  'access',
  'people',
  'organization',
  'check-requests',
  'notices',
  'payees',
  'approvals',
  'bank',
  'books',
  'checks',
  'documents',
  'operation',
]

/** Measures the code of domain, server and browser without its tests. */
export function measureSizes(): Size[] {
  const all = readSources('domain/src', 'server/src', 'web/src')
  const product = all.filter((source) => !isTest(source))
  const lines = linesOf(product)
  const web = all.filter(({ path }) => path.startsWith('web/'))
  const [webTests, webProduct] = [web.filter(isTest), web.filter((source) => !isTest(source))]
  return [
    { what: 'product files', value: product.length, limit: 1200, goal: 1200 },
    { what: 'product lines', value: lines, limit: 125_000, goal: 106_000 },
    { what: 'exports that one other file uses', value: usedOnce(product), limit: 0.52, goal: 0.3, share: true },
    { what: 'lines that are imports', value: importLines(product) / lines, limit: 0.095, goal: 0.075, share: true },
    { what: `folders above ${mostInFolder} product files`, value: fullFolders(product).length, limit: 0, goal: 0 },
    { what: 'imports that run up between rooms of the server', value: upward(product).length, limit: 109, goal: 15 },
    {
      what: 'lines of web for one of its unit tests',
      value: linesOf(webProduct) / linesOf(webTests),
      limit: 10,
      goal: 4,
    },
  ]
}

/** Folders that hold more files than a reader takes in. */
export function fullFolders(product: readonly Source[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of product) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > mostInFolder).map(([folder, count]) => `${folder} (${count})`)
}

/** Imports of a later room by an earlier one, as `file imports file`. */
export function upward(product: readonly Source[]): string[] {
  const roomOf = (path: string) => rooms.indexOf(/^server\/src\/([a-z-]+)\//.exec(path)?.[1] ?? '')
  return product.flatMap(({ path, imports }) => {
    const own = roomOf(path)
    return imports.filter((used) => own >= 0 && roomOf(used) > own).map((used) => `${path} imports ${used}`)
  })
}

function linesOf(sources: readonly Source[]): number {
  return sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
}

function importLines(sources: readonly Source[]): number {
  const statements = sources.flatMap(({ text }) => text.match(/^import\b[^'"`;=]*?'[^']+'$/gm) ?? [])
  return statements.reduce((sum, statement) => sum + statement.split('\n').length, 0)
}

/** The share of exported names that exactly one other product file imports. */
function usedOnce(product: readonly Source[]): number {
  const uses = new Map<string, number>()
  for (const { text, imports } of product) {
    const named = [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '[^']+'/gm)]
    const from = [...text.matchAll(/^(?:import|export)\b[^'"`;=]*?\bfrom '[^']+'|^import '[^']+'/gm)].map(
      ([all]) => all,
    )
    for (const [all = '', names = ''] of named) {
      const path = imports[from.indexOf(all)]
      for (const name of names.split(',').map((part) =>
        part
          .trim()
          .replace(/^type /, '')
          .replace(/ as .*/, ''),
      ))
        if (name) uses.set(`${path} ${name}`, (uses.get(`${path} ${name}`) ?? 0) + 1)
    }
  }
  const declared = product.flatMap(({ path, text }) =>
    [
      ...text.matchAll(/^export (?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm),
    ].map(([, name]) => `${path} ${name}`),
  )
  return declared.filter((name) => uses.get(name) === 1).length / declared.length
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { what, value, limit, goal, share } of measureSizes()) {
    const shown = (number: number) =>
      share ? `${(number * 100).toFixed(1)} %` : number.toLocaleString('en-US', { maximumFractionDigits: 1 })
    console.log(`${what.padEnd(50)} ${[value, limit, goal].map((number) => shown(number).padStart(9)).join('')}`)
  }
