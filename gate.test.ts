import { globSync } from 'node:fs'
import { matchesGlob, relative } from 'node:path/posix'
import { expect, test } from 'vitest'
import { readSources, type Source } from './scripts/sources.ts'
import { filesOf, namedTests, specs, touches, untouchedSpecs, walks } from './scripts/specs.ts'
import { featuresOf, holdsStatements } from './scripts/touched.ts'
import { onSqliteInTheGate } from './server/src/testing/on-databases.ts'

const sources = readSources('server/src')

test('requires files for every row of SQLite-only tests, and a row for every such file', () => {
  const files = sources
    .filter(({ path, text }) => /\.test\.ts$/.test(path) && text.includes('onOneDatabase('))
    .map(({ path }) => relative('server/src', path))
  const isIn = (file: string) => (row: (typeof onSqliteInTheGate)[number]) => matchesGlob(file, row.files)
  expect(files.filter((file) => !onSqliteInTheGate.some(isIn(file)))).toEqual([])
  expect(onSqliteInTheGate.filter((row) => !files.some((file) => isIn(file)(row)))).toEqual([])
})

test('requires tests of migrations, races, locks, and query plans to run on both databases', () => {
  const one = sources.filter(({ text }) => text.includes('onOneDatabase('))
  const critical = /migrations\/|\b(races?|crowds?|locked|plans?|lives|model|size|isolation|killed)\b/
  expect(one.filter(({ path }) => critical.test(path)).map(({ path }) => path)).toEqual([])
})

const source = (path: string, imports: string[] = [], text = ''): Source => ({ path, imports, text })

test.each([
  ['server/src/payees/queries/payees.ts', [], true],
  ['server/src/payees/tables.ts', [], true],
  ['server/src/demo/queries.ts', [], true],
  ['server/src/migrations/0001-first.ts', [], true],
  ['server/src/platform/database/commit.ts', ['npm:kysely'], true],
  ['server/src/platform/database/postgres/pool.ts', ['npm:pg'], true],
  ['server/src/platform/database/sqlite/connection.ts', ['node:sqlite'], true],
  ['server/src/platform/text/exports.ts', [], false],
  ['server/src/payees/commands/merge.ts', [], false],
  ['server/src/payees/queries/payees.test.ts', [], false],
  ['domain/src/payees/rules.ts', [], false],
])('detects SQL statements in %s with the imports %j (expected: %s)', (path, imports, expected) => {
  expect(holdsStatements(source(path, imports))).toBe(expected)
})

test('assigns a statement to the feature that contains it, not to features that use it', () => {
  const query = source('server/src/payees/queries/payees.ts')
  const user = source('server/src/checks/commands/print.ts', [query.path])
  expect(featuresOf(query, [query, user])).toEqual(['payees'])
})

test('assigns a migration to the features whose tables it names', () => {
  const migration = source('server/src/migrations/0001-first.ts', [], 'alter table payees add column pet text')
  const tables = (feature: string, table: string) =>
    source(`server/src/${feature}/tables.ts`, [], `export interface ATables {\n  ${table}: unknown\n}`)
  const all = [migration, tables('payees', 'payees'), tables('check-requests/views', 'saved_views')]
  expect(featuresOf(migration, all)).toEqual(['migrations', 'payees'])
})

test('lists every browser spec exactly once, as a journey or with its folders', () => {
  const placed = [walks, ...specs.map((row) => row.specs)].flatMap((names) => globSync(filesOf(names)))
  expect(placed.sort()).toEqual(globSync('e2e/*.e2e.ts').sort())
})

test('requires a browser spec for every web folder', () => {
  for (const { of } of specs) expect(globSync(`web/src/${of}`), of).not.toEqual([])
  const folders = globSync(specs.map(({ of }) => `web/src/${of}`))
  const files = globSync('web/src/**/*.{ts,tsx}', { exclude: ['web/src/{screens,testing}/**'] })
  expect(files.filter((file) => !folders.some((folder) => touches(file, folder)))).toEqual([])
})

test('counts a change to a file next to several screen folders as a change to each screen', () => {
  expect(touches('web/src/checks/api.ts', 'web/src/checks/detail')).toBe(true)
  expect(touches('web/src/checks/printing/sheet.ts', 'web/src/checks/detail')).toBe(false)
  expect(touches('web/package.json', 'web/src/checks')).toBe(false)
})

test.each([
  ['a spec in the row', ['e2e/admin-audit.checkpoints.e2e.ts']],
  ['a screen with the name of the row', ['web/src/screens/admin/admin-audit.tsx']],
  ['a file in the folders of the row', ['docs/glossary.md', 'web/src/trail/verification.tsx']],
])('runs all browser specs of a row after a change to %s', (_, changed) => {
  expect(untouchedSpecs(changed)).toEqual(specs.filter(({ of }) => of !== 'trail'))
})

test('runs only the cited browser specs after a change elsewhere', () => {
  expect(untouchedSpecs(['server/src/trail/routes.ts', 'e2e/lifecycle.e2e.ts'])).toEqual(specs)
})

test('includes every test cited in the documentation in the gate, whatever values the title contains', () => {
  const isNamed = (test: string) => namedTests().some((pattern) => pattern.test(test))
  expect(isNamed('named admin-audit.e2e.ts reports changes that were made directly in the database')).toBe(true)
  expect(
    isNamed(
      'named check-requests.columns.e2e.ts shows all columns of /check-requests-reject, without truncated amounts or statuses, at 1,280 pixels',
    ),
  ).toBe(true)
  expect(isNamed('named admin-audit.e2e.ts loads older entries when Load More is clicked')).toBe(false)
})
