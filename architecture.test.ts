import { existsSync, globSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { permissions } from './domain/src/access/permissions.ts'
import { allEndpoints } from './domain/src/api/all-endpoints.ts'
import { statuses } from './domain/src/check-requests/lifecycle.ts'
import { findCircle } from './scripts/circles.ts'
import { anyServerFeature as features } from './scripts/features.ts'
import { measureSizes } from './scripts/sizes.ts'
import { isTest, pathsOf, readSources, readText } from './scripts/sources.ts'
import { ownersOfTables } from './scripts/table-owners.ts'
import { migrations } from './server/src/migrations/index.ts'
import { paths as screenPaths } from './web/src/paths.ts'

/** The possible parts of a server feature, each of which is a file or a folder of that name. */
const partNames = ['routes', 'commands', 'queries', 'tables', 'presenter', 'jobs', 'documents', 'listeners']
/** Capabilities that are folders inside a large feature or part. */
const capabilities = ['list', 'detail', 'write', 'insights']
const ownParts: Record<string, readonly string[]> = {
  'access/sessions': ['guard'],
  'notices/live': ['subscribers'],
  'operation/backups': ['restore', 'check-copy', 'engines'],
  'operation/installation': ['doctor'],
}

const all = readSources('domain/src', 'server/src', 'web/src', 'scripts', 'e2e', 'torture', 'proofs')
const production = all.filter((source) => !isTest(source))

test('allows dependencies between parts of features in one direction only', () => {
  const partOf = (path: string) => new RegExp(`^server/src/${features}/[a-z]+`).exec(path)?.[0]
  const uses = new Map<string, Set<string>>()
  for (const { path, imports } of production) {
    const part = partOf(path)
    if (!part) continue
    const used = uses.get(part) ?? new Set()
    for (const other of imports.map(partOf)) if (other && other !== part) used.add(other)
    uses.set(part, used)
  }
  expect(findCircle(uses)).toBeUndefined()
})

test('allows only the file names listed in the architecture in server features', () => {
  const shared = `${features}/(${partNames.join('|')})`
  const own = Object.entries(ownParts).flatMap(([feature, parts]) => parts.map((part) => `${feature}/${part}`))
  const known = new RegExp(
    `^server/src/(${[shared, ...own].join('|')})(\\.ts|(/(${capabilities.join('|')}))?/[a-z0-9-]+(\\.d)?\\.ts)$`,
  )
  const places =
    /^server\/src\/((main|app|cli|config|open|scheduled-jobs|verify-thread|backup-thread|services|tables|events|version)\.ts|(platform(\/(http|database(\/(sqlite|postgres))?|files|mail|threads|crypto|measures|text))?|migrations(\/steps)?|demo)\/[a-z0-9-]+\.ts)$/
  const others = production.filter(({ path }) => path.startsWith('server/') && !known.test(path) && !places.test(path))
  expect(pathsOf(others)).toEqual([])
})

test('allows counting days only in the time zone of a location, never in UTC', () => {
  const ofUtc = /\bdateOf\b[^}]*\} from '[^']*calendar-date\.ts'|toISOString\(\)\.slice\(0, 10\)|\bdatesIn\('UTC'\)/
  const allowed = [
    // This file defines the function, and counts months of dates without a time.
    'domain/src/values/calendar-date.ts',
  ]
  const counting = production.filter(
    ({ path, text }) => /^(domain|server|web)\/src\/(?!demo|testing|migrations)/.test(path) && ofUtc.test(text),
  )
  expect(pathsOf(counting)).toEqual(allowed)
})

test('lets only the feature that owns a table write to it', () => {
  const owners = ownersOfTables(production)
  const writing =
    /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?:'(\w+)')?|\b(?:insert into|delete from|update(?= \w+ set\b)) (\w+)/g
  const foreign = production
    .filter(({ path }) => /^server\/src\/(?!migrations\/)/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(writing)]
        .map(([, table, inSql]) => table ?? inSql ?? 'a table without a name')
        .filter((table) => !path.startsWith(owners.get(table) ?? 'nowhere'))
        .map((table) => `${path} writes ${table}`),
    )
  expect(foreign).toEqual([])
})

test('requires a list of all migrations, in order', () => {
  const written = readSources('server/src/migrations/steps').flatMap(({ text }) =>
    [...text.matchAll(/^export async function (\w+)/gm)].map(([, name]) => name),
  )
  const listed = Object.values(migrations).map(({ up }) => up.name)
  // Tests also run these parts of migrations on their own.
  const parts = ['copyJoinedNames', 'storeMatchKeys', 'storePayeeKeys']
  expect(written.toSorted()).toEqual([...listed, ...parts].toSorted())
  expect(Object.keys(migrations)).toEqual(Object.keys(migrations).toSorted())
})

test('requires a policy and exactly one registration for every endpoint', async () => {
  const routes = production.filter(({ path }) => new RegExp(`^server/src/${features}/routes`).test(path))
  expect(routes.flatMap(({ text }) => registeredIn(text)).sort()).toEqual((await declaredEndpoints()).sort())
  const policies = ['public', ...Object.keys(permissions)]
  for (const { policy } of allEndpoints) expect(policies).toContain(policy)
})

test('registers routes only through endpoints, except the event stream, the documentation, and monitoring', () => {
  const documentation = ['server/src/platform/http/api-docs-thread.ts', 'server/src/platform/http/api-docs.ts']
  const places = [
    'server/src/app.ts',
    'server/src/notices/live/routes.ts',
    ...documentation,
    'server/src/platform/http/api.ts',
  ]
  const watching = 'server/src/platform/measures/metrics.ts'
  const direct = production.filter(({ text }) => /\bapp\.(get|post|put|patch|delete|all|route)\(/.test(text))
  expect(pathsOf(direct)).toEqual([...places, watching])
})

test('requires a route for every screen, and a screen for every route or the one above it', () => {
  const routed = `${readText('web/src/routes.tsx')}${readText('web/src/main.tsx')}`
  const named = [...routed.matchAll(/'#screens\/(?:[a-z]+\/)?([a-z-]+)\.tsx'/g)].map((match) => match[1])
  expect([...new Set(named)].sort()).toEqual(screens())
})

test('requires each screen to have the name of its route', () => {
  const ofPaths = Object.values(screenPaths).filter((path) => path.lastIndexOf('/') === 0 && path !== '/')
  expect(
    [...ofPaths.map((path) => path.slice(1)), 'admin-payee', 'check', 'check-request', 'not-found', 'print-run'].sort(),
  ).toEqual(screens())
})

test('requires browser tests for every screen, and a screen or journey for every browser test', () => {
  const across = ['access', 'accessibility', 'fonts', 'layouts']
  const journeys = [...across, 'empty-installation', 'journeys', 'lifecycle', 'mails']
  const specs = readdirSync('e2e').flatMap((name) => /^([a-z-]+)(\.[a-z-]+)?\.e2e\.ts$/.exec(name)?.[1] ?? [])
  expect([...new Set(specs)].filter((name) => !journeys.includes(name)).sort()).toEqual(screens())
})

test('allows status comparisons only in the life cycle', () => {
  const names = statuses.map(({ name }) => name).join('|')
  const comparison = new RegExp(`[!=]==? '(${names})'|\\bstatus_?[iI]d [!=]==? \\d|case '(${names})'`)
  const comparing = production.filter(({ text }) => comparison.test(text))
  expect(pathsOf(comparing)).toEqual(['domain/src/check-requests/lifecycle.ts'])
})

test('allows decisions only by the largest possible amount of a check, never by the amount alone', () => {
  const decides =
    /^(server|domain)\/src\/(approvals|check-requests\/required|payees\/commands)\/|\/(payee-sums|refuse-printing|required-items)\.ts$/
  const otherwise: Record<string, string> = {
    'server/src/documents/attachments/commands/required-items.ts': 'the accounting lines add up to the amount',
    'server/src/check-requests/required/queries/requirements.ts': 'names it for required-items',
    'server/src/approvals/commands/try-policy.ts': 'an example shows its amount',
    'server/src/checks/commands/refuse-printing.ts': 'the amount owed on the check date is drawn',
    'server/src/approvals/commands/approval-route.ts': 'gives it to largestDrawn',
    'server/src/approvals/queries/routes.ts': 'reads it for largestDrawn',
  }
  const reading = production.filter(({ path, text }) => decides.test(path) && /\bamount_cents\b/.test(text))
  expect(pathsOf(reading).sort()).toEqual(Object.keys(otherwise).sort())
})

test('forbids spreading an object literal into another object literal', () => {
  const spreading = all.filter(({ path, text }) => !path.includes('/migrations/') && /[^{]\.\.\.\{/.test(text))
  expect(pathsOf(spreading)).toEqual([])
})

test.each(measureSizes())('keeps the code within the size limit: $what', ({ value, limit }) => {
  expect(value).toBeLessThanOrEqual(limit)
})

test('keeps every file within 300 lines', () => {
  const lengths = all.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
  expect(lengths.filter(({ lines }) => lines > 300)).toEqual([])
})

test('requires a reason for silencing a linter rule, and forbids silencing the type checker', () => {
  const comments = all.flatMap(({ path, text }) =>
    [...text.matchAll(/(biome-ignore|@ts-(?:ignore|nocheck|expect-error))[^\n]*/g)].map(
      (match) => `${path}: ${match[0]}`,
    ),
  )
  const reason = /: biome-ignore (format|[a-z]+\/[a-zA-Z0-9]+\/[a-zA-Z]+): \S.{15,}$/
  expect(comments.filter((comment) => !reason.test(comment))).toEqual([])
})

test('allows only top-level folders named in the architecture', () => {
  const known = [
    '.ci',
    'bench',
    'client',
    'deploy',
    'docs',
    'domain',
    'e2e',
    'monitoring',
    'proofs',
    'scripts',
    'server',
    'torture',
    'web',
  ]
  const ignored = ['.cache', '.git', '.tsc', 'data', 'dist', 'node_modules', 'playwright-report', 'test-results']
  const folders = readdirSync('.', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).filter((name) => !known.includes(name) && !ignored.includes(name))).toEqual([])
  for (const page of ['README.md', 'ARCHITECTURE.md', 'STYLE.md', 'CHANGELOG.md']) expect(existsSync(page)).toBe(true)
})

/** Names such as `userEndpoints.list`. */
async function declaredEndpoints(): Promise<string[]> {
  const files = readdirSync('domain/src', { recursive: true, encoding: 'utf8' })
  const modules = files.filter((file) => file.endsWith('endpoints.ts') && file !== 'api/all-endpoints.ts')
  const exported: Record<string, object>[] = await Promise.all(modules.map((file) => import(`./domain/src/${file}`)))
  const tablesOf = (module: Record<string, object>) =>
    Object.entries(module).filter(([name]) => /Endpoints$/.test(name))
  return exported.flatMap(tablesOf).flatMap(([name, rows]) => Object.keys(rows).map((key) => `${name}.${key}`))
}

function registeredIn(text: string): string[] {
  const names = new Map<string, string>()
  for (const [, name = '', alias = name] of text.matchAll(
    /\b(\w+Endpoints)(?: as (\w+))?\b(?=[^;]*?\/endpoints\.ts')/g,
  ))
    names.set(alias, name)
  return [...text.matchAll(/\bapi\.on\(\s*(\w+)\.(\w+)/g)].map(([, alias = '', key]) => `${names.get(alias)}.${key}`)
}

function screens(): string[] {
  const names = globSync('web/src/screens/**/*.tsx')
    .map((path) => basename(path))
    .filter((name) => !name.includes('.test.'))
  return names.map((name) => name.replace('.tsx', '')).sort()
}
