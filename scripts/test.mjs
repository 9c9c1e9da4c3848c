import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { install } from './install.mjs'
import { npm } from './npm.mjs'
import { processorSeconds, root, run, runMain, say } from './processes.mjs'
import { strayErrors } from './stray-errors.mjs'
import { failedBrowserTests, failedUnitTests, slowestFiles, strayErrorsInWords } from './test-reports.mjs'

/**
 * Runs all tests: those that each change must pass (`npm test`) or, with `--nightly`, the same tests with full counts,
 * on both databases for every server test, and with all accessibility rules for every appearance of each screen.
 *
 * @typedef {{ passed: number, failed: number, lines?: string[] | undefined }} Count
 * @typedef {{ name: string, args?: string[], budget?: number,
 *   count?: (code: number) => Count }} Step
 * `budget`: the maximum processor seconds in `npm test`: one and a half times the time on the slowest known machine (a
 * fast one needs less than half of that); twice as many if everything runs on both databases
 * @typedef {Count & { name: string, seconds: number, processor: number | undefined }} Result
 */

const profile = process.argv.includes('--nightly') ? 'nightly' : 'gate'
const reports = join(root, 'test-results')
const unitReport = join(reports, 'unit.json')
const endToEndReport = join(reports, 'e2e.json')
const tortureReport = join(reports, 'torture.json')
const ratiosReport = join(reports, 'ratios.json')
/** A file that receives a line of processor seconds from processes that no step waits for: PostgreSQL and browsers. */
const uncounted = join(reports, 'uncounted')
/** Tells `prepare-tests.mjs` which features' single-database tests run on both databases. */
const onBoth = join(reports, 'on-both')

/** The approximate number of server folders with statements. */
const featuresWithStatements = 30

/** The seed of random tests: a different one each day, unless one is given. */
const seed = process.env.TEST_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', '')

/** The npm scripts that run in parallel, because each uses one processor. Each counts as one test. @type {Step[][]} */
const checks = [
  [{ name: 'types', budget: 130 }],
  [
    { name: 'lint', budget: 60 },
    { name: 'unused', budget: 40 },
    { name: 'build', budget: 60 },
    { name: 'size', budget: 20 },
  ],
]

/** The npm scripts that run after the checks, in order, and count their own tests. @type {Step[]} */
const tests = [
  {
    name: 'unit',
    args: [
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
      '--reporter=./scripts/stray-errors.mjs',
    ],
    budget: 3000,
    count: countUnit,
  },
  { name: 'e2e', budget: 9000, count: countEndToEnd },
  {
    name: 'torture',
    args: ['--profile', profile, '--seed', seed, '--report', tortureReport],
    budget: 1000,
    count: (code) => countRows(tortureReport, code),
  },
  {
    name: 'ratios',
    args: ['--report', ratiosReport],
    budget: 400,
    count: (code) => countRows(ratiosReport, code),
  },
]

await runMain(async () => {
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports)
  const node = await install('all')
  const PATH = [dirname(node), process.env.PATH].join(delimiter)
  const environment = {
    ...process.env,
    PATH,
    TEST_PROFILE: profile,
    TEST_SEED: seed,
    UNCOUNTED_SECONDS: uncounted,
    ON_BOTH: onBoth,
  }
  say(`Random tests use seed ${seed}. Set TEST_SEED=${seed} to repeat them.`)
  const results = [await runStep({ name: 'needs' }, () => run(node, ['scripts/test-needs.mjs'], { show: true }), true)]
  const runAll = async (/** @type {Step[]} */ steps, show = false) => {
    for (const step of steps) {
      const command = ['run', '--silent', step.name, '--', ...(step.args ?? [])]
      results.push(await runStep(step, () => npm(command, { show, timesAt: timesOf(step), env: environment }), show))
    }
  }
  await Promise.all(checks.map((steps) => runAll(steps)))
  await runAll(tests, true)
  summarise(results, (await run(node, ['--version'])).output.trim())
})

/** @param {Step} step */
function timesOf({ name }) {
  return join(reports, `${name}.times`)
}

/**
 * @param {Step} step
 * @param {() => ReturnType<typeof run>} work
 * @param {boolean} [shows] whether it prints while it works; otherwise its output follows
 * @returns {Promise<Result>}
 */
async function runStep(step, work, shows = false) {
  const { name, budget, count = countOne } = step
  if (shows) say(`\n== ${name}`)
  const begin = Date.now()
  for (const file of [uncounted, onBoth]) rmSync(file, { force: true })
  const { code, output } = await work()
  const seconds = (Date.now() - begin) / 1000
  const result = withinBudget({ name, seconds, processor: processorUsed(step), ...count(code) }, budget)
  if (!shows) say(`\n== ${name}\n${output.trim()}`)
  say(`== ${describe(result)}`)
  return result
}

/**
 * @param {Result} result
 * @param {number} [budget]
 * @returns {Result}
 */
function withinBudget(result, budget) {
  const allowed = (budget ?? Infinity) * (1 + shareOnBoth())
  if (profile === 'nightly' || !result.processor || result.processor <= allowed) return result
  const line = `failed: ${result.name} took ${result.processor.toFixed(0)} processor seconds; its budget is ${allowed.toFixed(0)} (scripts/test.mjs).`
  return { ...result, failed: result.failed + 1, lines: [...(result.lines ?? []), line] }
}

/** The share of single-database tests that ran on both databases. */
function shareOnBoth() {
  const words = existsSync(onBoth) ? readFileSync(onBoth, 'utf8') : ''
  if (words === 'everything') return 1
  return Math.min(1, words.split(' ').filter(Boolean).length / featuresWithStatements)
}

/** @param {Step} step */
function processorUsed(step) {
  const own = processorSeconds(timesOf(step))
  if (own === undefined || !existsSync(uncounted)) return own
  return readFileSync(uncounted, 'utf8')
    .split('\n')
    .reduce((sum, line) => sum + Number(line), own)
}

/** @param {Result[]} results @param {string} version of the Node.js that ran them */
function summarise(results, version) {
  const sum = (/** @type {'passed' | 'failed'} */ key) => results.reduce((total, result) => total + result[key], 0)
  say('\n== The ten slowest files')
  for (const { file, seconds } of slowestFiles(readReport(unitReport), readReport(endToEndReport)))
    say(`${seconds.toFixed(1).padStart(7)} s   ${file}`)
  say('\n== Summary')
  for (const result of results) say(describe(result))
  for (const line of results.flatMap(({ lines = [] }) => lines)) say(line)
  if (profile === 'nightly') keepFigures(results, version)
  say(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
}

/** @param {Result} result */
function describe({ name, seconds, processor, passed, failed }) {
  const verdict = failed > 0 ? 'FAILED' : 'ok'
  const times = `${seconds.toFixed(1).padStart(7)} s ${(processor?.toFixed(1) ?? '-').padStart(8)} s of processor`
  return `${name.padEnd(8)}${verdict.padEnd(8)}${times}   ${passed} passed, ${failed} failed`
}

/** Saves the measurements of a nightly run. @param {Result[]} results @param {string} version */
function keepFigures(results, version) {
  const date = new Date().toISOString().slice(0, 10)
  const rows = results.map(
    ({ name, seconds, processor, passed, failed }) =>
      `| ${[name, seconds.toFixed(0), processor?.toFixed(0) ?? '-', passed, failed].join(' | ')} |`,
  )
  const where = `Node.js ${version}, ${availableParallelism()} of ${cpus()[0]?.model ?? 'unknown'}`
  const lines = [
    `# Nightly run, ${date}`,
    '',
    `Seed ${seed}, ${where}.`,
    '',
    '| part | seconds | processor seconds | passed | failed |',
    '|---|---|---|---|---|',
    ...rows,
  ]
  const torture = readReport(tortureReport)?.table
  const file = join(root, 'bench/results', `${date}-nightly.md`)
  writeFileSync(file, `${[...lines, ...(torture ? ['', torture] : [])].join('\n')}\n`)
  say(`The results are in bench/results/${date}-nightly.md.`)
}

/** @param {number} code @returns {Count} */
function countOne(code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** @param {number} code @returns {Count} */
function countUnit(code) {
  const report = readReport(unitReport)
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = report ?? {}
  return atLeastOneFailed(code, {
    passed,
    failed,
    lines: [...failedUnitTests(report), ...strayErrorsInWords(readReport(strayErrors))],
  })
}

/** @param {number} code @returns {Count} */
function countEndToEnd(code) {
  const report = readReport(endToEndReport)
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {}
  if (flaky > 0) say(`${flaky === 1 ? '1 browser test' : `${flaky} browser tests`} passed only after a retry.`)
  return atLeastOneFailed(code, { passed: expected + flaky, failed: unexpected, lines: failedBrowserTests(report) })
}

/** @param {string} report @param {number} code @returns {Count} */
function countRows(report, code) {
  const { passed = 0, missed = [] } = readReport(report) ?? {}
  return atLeastOneFailed(code, { passed, failed: missed.length, lines: missed })
}

/**
 * A runner that fails without a failed test has crashed, or could not read a test file.
 * @param {number} code
 * @param {Count} count
 */
function atLeastOneFailed(code, { passed, failed, lines }) {
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1), lines }
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
