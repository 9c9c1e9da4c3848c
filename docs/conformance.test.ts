import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testsNamed } from '../scripts/specs.ts'

interface Row {
  ids: string[]
  what: string
  proof: string
}

/** Calls that skip tests or let failing ones pass. A file with such a call proves nothing. */
const skipping = /\.(skip|skipIf|todo|fixme|fail|fails|only)\b(?=[.(])|\bdescribe\.runIf\(/

const root = new URL('../', import.meta.url)
const page = readFileSync(new URL('docs/conformance.md', root), 'utf8')
const [requirementPart = '', decisionPart = ''] = page.split('\n## Decisions\n')

const rows: Row[] = [...requirementPart.matchAll(/^\| (R\d[R\d, ]+) \| (.+?) \| (.+) \|$/gm)].map(
  ([, ids = '', what = '', proof = '']) => ({ ids: ids.split(', '), what, proof }),
)

const decisions = [...decisionPart.matchAll(/^\| ([A-F]\d+) \| /gm)].map((match) => match[1])
const decisionPages = readdirSync(new URL('docs/decisions', root))

test('lists every requirement from R001 to R249 exactly once, and rows in the order of their first one', () => {
  const every = Array.from({ length: 249 }, (_, index) => `R${String(index + 1).padStart(3, '0')}`)
  expect(rows.flatMap((row) => row.ids).sort()).toEqual(every)
  expect(rows.map((row) => row.ids[0])).toEqual(rows.map((row) => row.ids[0]).sort())
})

test('lists exactly the decisions in the specification, A1 to F18', () => {
  const last = { A: 20, B: 7, C: 3, D: 4, E: 10, F: 18 }
  const every = Object.entries(last).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  )
  expect(decisions).toEqual(every)
})

test('explains every decision that a requirement names', () => {
  for (const { ids, what } of rows)
    for (const [name] of what.matchAll(/\b[A-F]\d+\b/g)) expect(decisions, ids.join()).toContain(name)
})

test('cites only existing decision pages, each with its own number', () => {
  const cited = [...page.matchAll(/\[(?:decision )?(\d+)\]\(decisions\/([^)]+)\)/g)]
  expect(cited).toHaveLength(page.split('](decisions/').length - 1)
  for (const [, number = '', name = ''] of cited) {
    expect(name).toMatch(new RegExp(`^${number.padStart(4, '0')}-`))
    expect(decisionPages).toContain(name)
  }
})

test('names tests or “open” as the proof of every requirement', () => {
  for (const { ids, proof } of rows) {
    const rest = proof.replaceAll(/`[^`]+`( “[^”]+”)+(; )?/g, '')
    if (testsNamed(proof).length === 0) expect(rest, ids.join()).toBe('open')
    else expect(rest, ids.join()).toMatch(/^(open: .+)?$/)
  }
})

const proved = rows.filter((row) => testsNamed(row.proof).length > 0)

test.each(proved)('names existing tests for $ids', ({ proof }) => {
  expectTests(proof)
})

const promises = ['security', 'findings'].flatMap((name) => {
  const rows = readFileSync(new URL(`docs/${name}.md`, root), 'utf8').matchAll(/^\| (.+) \| (`.+`.+|open) \|$/gm)
  return [...rows].map(([, promise = '', proof = '']) => ({ name, promise, proof }))
})

test.each(promises)('names existing tests on the $name page: $promise', ({ proof }) => {
  if (proof !== 'open') expectTests(proof)
})

test('reads every promise on the security page and every finding', () => {
  const read = (name: string) => promises.filter((promise) => promise.name === name).length
  const pageOf = (name: string) => readFileSync(new URL(`docs/${name}.md`, root), 'utf8')
  // The header line of each table isn't one of its rows.
  const securityRows = pageOf('security').split('## Promises and tests')[1]?.match(/^\| /gm)
  expect(read('security')).toBe((securityRows?.length ?? 0) - 1)
  const findings = pageOf('findings')
  expect(read('findings')).toBe(
    (findings.match(/^\| /gm)?.length ?? 0) - (findings.match(/^\| (Found|No\.) /gm)?.length ?? 0),
  )
})

test('has exactly the dependencies that decision 12 explains', () => {
  const page = readFileSync(new URL('docs/decisions/0012-dependencies.md', root), 'utf8')
  const explained = [...page.matchAll(/^\| (.+?) \|/gm)].flatMap(([, names = '']) => names.split(', '))
  const folders = ['', 'domain/', 'server/', 'web/']
  const wanted = folders.flatMap((folder) => {
    const workspace = JSON.parse(readFileSync(new URL(`${folder}package.json`, root), 'utf8'))
    const { dependencies, devDependencies, optionalDependencies } = workspace
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  })
  const foreign = wanted.filter((name) => !name.startsWith('@check-requests/'))
  const titles = ['Package', '---']
  // One row explains the fonts of all other scripts.
  const inRows = foreign.map((name) => (explained.includes(name) ? name : name.replace(/\/noto-.*/, '/noto-*')))
  expect(explained.filter((name) => !titles.includes(name)).sort()).toEqual([...new Set(inRows)].sort())
})

test('gives every decision page a unique number, a reason, and at most 15 lines', () => {
  const numbers = decisionPages.map((name) => /^\d{4}(?=-[a-z-]+\.md$)/.exec(name)?.[0])
  expect(numbers).not.toContain(undefined)
  expect(new Set(numbers).size).toBe(decisionPages.length)
  for (const name of decisionPages) {
    const text = readFileSync(new URL(`docs/decisions/${name}`, root), 'utf8')
    expect(text, name).toMatch(
      new RegExp(`^# ${Number.parseInt(name, 10)}\\. .+\n\n(Open: not done yet\\.\n\n)?\\*\\*Why\\.\\*\\* `),
    )
    // Only the list of dependencies is longer.
    if (!name.startsWith('0012-')) expect(text.match(/^.+$/gm)?.length, name).toBeLessThanOrEqual(15)
  }
})

function expectTests(proof: string): void {
  const named = testsNamed(proof)
  expect(named).not.toEqual([])
  for (const { file, title } of named) {
    const url = new URL(file, root)
    expect(file).toMatch(/\.(test|e2e)\.tsx?$/)
    expect(existsSync(url), file).toBe(true)
    const source = readFileSync(url, 'utf8')
    expect(source, `${file} skips a test`).not.toMatch(skipping)
    const begun = title.endsWith('…') ? title.slice(0, -1) : undefined
    const titles = titlesOf(source).filter((each) => (begun ? each.startsWith(begun) : each === title))
    expect([...new Set(titles)], `${file} “${title}”`).toHaveLength(1)
  }
}

/** Titles as written in the source: the first string in each `test(…)` and of each `test.each(…)(…)`. */
function titlesOf(source: string): string[] {
  const literals = whatAlwaysRuns(source).matchAll(
    /(?:\btest(?:\.\w+)*|\))\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)/g,
  )
  return [...literals].map(([, single, double, template]) => single ?? double ?? template ?? '')
}

/** The source without comments and without tests that run only under a condition. */
function whatAlwaysRuns(source: string): string {
  return source.replaceAll(/^\s*\/\/.*$|^\s*\/\*[\s\S]*?\*\/|\btest\.runIf\(.*$/gm, '')
}
