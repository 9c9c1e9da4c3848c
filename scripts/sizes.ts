import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { isTest, readSources, type Source } from './sources.ts'

/**
 * A measure of the code or docs. `limit` is the maximum that the tests allow. If `limit` is above `goal`, the goal
 * hasn't been reached.
 */
export interface Size {
  readonly what: string
  readonly value: number
  readonly limit: number
  readonly goal: number
  readonly share?: true
}

const mostInFolder = 24

/**
 * The rooms of the server in order of dependency: all others can import the first one, and the last one can import all
 * others. If an earlier room imports a later one, the import counts as upward.
 */
const rooms = [
  'platform',
  'trail',
  'access',
  'organization',
  'check-requests',
  'payees',
  'approvals',
  'notices',
  'bank',
  'books',
  'checks',
  'documents',
  'people',
  'operation',
  'dashboard',
]

/** Measures the code of domain, server, and web without tests, and the docs. */
export function measureSizes(): Size[] {
  const all = readSources('domain/src', 'server/src', 'web/src')
  const product = all.filter((source) => !isTest(source))
  const lines = linesOf(product)
  const web = all.filter(({ path }) => path.startsWith('web/'))
  const [webTests, webProduct] = [web.filter(isTest), web.filter((source) => !isTest(source))]
  return [
    { what: 'product files', value: product.length, limit: 1289, goal: 1200 },
    { what: 'product lines', value: lines, limit: 160_450, goal: 106_000 },
    { what: 'exports used by only one other file', value: usedOnce(product), limit: 0.52, goal: 0.3, share: true },
    { what: 'share of import lines', value: importLines(product) / lines, limit: 0.095, goal: 0.075, share: true },
    {
      what: `folders with more than ${mostInFolder} product files`,
      value: fullFolders(product).length,
      limit: 0,
      goal: 0,
    },
    { what: 'upward imports between server rooms', value: upward(product).length, limit: 15, goal: 15 },
    {
      what: 'lines of web code per unit test',
      value: linesOf(webProduct) / linesOf(webTests),
      limit: 4,
      goal: 4,
    },
    { what: 'words of docs', value: wordsOfDocs(), limit: 45_000, goal: 45_000 },
  ]
}

/**
 * Whatever spaces separate in the guides, decisions, and pages about the code counts, as by `wc -w`, tables and examples
 * included. The changelog and results don't.
 */
function wordsOfDocs(): number {
  const cwd = new URL('../', import.meta.url)
  const pages = globSync(['docs/*.md', 'docs/decisions/*.md', 'ARCHITECTURE.md', 'README.md', 'STYLE.md'], {
    cwd: fileURLToPath(cwd),
  })
  return pages.reduce((sum, page) => sum + (readFileSync(new URL(page, cwd), 'utf8').match(/\S+/g) ?? []).length, 0)
}

/** Folders with more files than a reader can survey. */
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
