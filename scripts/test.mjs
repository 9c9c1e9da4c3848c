import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { failedBrowserTests, failedUnitTests, strayErrorsInWords } from './failed-tests.mjs'
import { install } from './install.mjs'
import { npm } from './npm.mjs'
import { root, run, runMain, say } from './processes.mjs'
import { strayErrors } from './stray-errors.mjs'

/** @typedef {{ passed: number, failed: number, lines?: string[] | undefined }} Count */
/** @typedef {{ name: string, args?: string[], count?: (code: number) => Count }} Step */

const reports = join(root, 'test-results')
const unitReport = join(reports, 'unit.json')
const endToEndReport = join(reports, 'e2e.json')
const tortureReport = join(reports, 'torture.json')

/** The npm scripts to run, in order; each counts as one test unless it counts its own. @type {Step[]} */
const steps = [
  { name: 'lint' },
  { name: 'types' },
  { name: 'unused' },
  {
    name: 'unit',
    args: [
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
      '--reporter=./scripts/stray-errors.mjs',
    ],
    count: countUnit,
  },
  { name: 'build' },
  { name: 'size' },
  { name: 'e2e', count: countEndToEnd },
  { name: 'torture', args: ['--profile', 'ci', '--report', tortureReport], count: countTorture },
]

await runMain(async () => {
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports)
  const node = await install('all')
  const environment = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) }
  const results = [await runStep('needs', () => run(node, ['scripts/test-needs.mjs'], { show: true }))]
  for (const { name, args = [], count } of steps) {
    const script = () => npm(['run', '--silent', name, '--', ...args], { show: true, env: environment })
    results.push(await runStep(name, script, count))
  }
  summarise(results)
})

/**
 * @param {string} name
 * @param {() => Promise<{ code: number }>} work
 * @param {(code: number) => Count} [count]
 */
async function runStep(name, work, count = countOne) {
  say(`\n== ${name}`)
  const begin = Date.now()
  const { code } = await work()
  const seconds = (Date.now() - begin) / 1000
  const result = { name, seconds, ...count(code) }
  say(`== ${describe(result)}`)
  return result
}

/** @param {Awaited<ReturnType<typeof runStep>>[]} results */
function summarise(results) {
  const sum = (/** @type {'passed' | 'failed'} */ key) => results.reduce((total, result) => total + result[key], 0)
  say('\n== Summary')
  for (const result of results) say(describe(result))
  for (const line of results.flatMap(({ lines = [] }) => lines)) say(line)
  say(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
}

/** @param {Count & { name: string, seconds: number }} result */
function describe({ name, seconds, passed, failed }) {
  const verdict = failed > 0 ? 'FAILED' : 'ok'
  return `${name.padEnd(8)}${verdict.padEnd(8)}${seconds.toFixed(1).padStart(7)} s   ${passed} passed, ${failed} failed`
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
  if (flaky > 0) say(`${flaky} of the browser tests passed only when tried again.`)
  return atLeastOneFailed(code, { passed: expected + flaky, failed: unexpected, lines: failedBrowserTests(report) })
}

/** @param {number} code @returns {Count} */
function countTorture(code) {
  const { passed = 0, missed = [] } = readReport(tortureReport) ?? {}
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
