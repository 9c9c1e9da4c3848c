import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './processes.mjs'

/** Summaries of the test runners' reports for the end of a long run: failures and the slowest files. */

/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} UnitTest */
/** @typedef {{ testResults: { name: string, message: string, startTime: number, endTime: number,
 *   assertionResults: UnitTest[] }[] }} UnitReport */
/** @typedef {{ results: { duration: number, error?: { message?: string } }[] }} BrowserRun */
/** @typedef {{ title: string, file: string, line: number, ok: boolean, tests: BrowserRun[] }} BrowserSpec */
/** @typedef {{ specs?: BrowserSpec[], suites?: BrowserSuite[] }} BrowserSuite */

/**
 * @param {UnitReport | undefined} report of Vitest
 * @returns {string[]}
 */
export function failedUnitTests(report) {
  return (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0) return message ? [describe(file, 'could not be run', message)] : []
    return failed.map((test) => describe(file, test.fullName, test.failureMessages.at(-1)))
  })
}

/**
 * @param {{ file: string, where: string, message: string }[] | undefined} errors outside any test
 * @returns {string[]}
 */
export function strayErrorsInWords(errors = []) {
  return errors.map(({ file, where, message }) => describe(relative(root, file), where, message))
}

/**
 * @param {BrowserSuite | undefined} report of Playwright
 * @returns {string[]}
 */
export function failedBrowserTests(report) {
  const own = (report?.specs ?? []).filter(({ ok }) => !ok)
  const lines = own.map(({ file, line, title, tests }) => {
    const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
    return describe(`e2e/${file}:${line}`, title, errors.at(-1))
  })
  return [...lines, ...(report?.suites ?? []).flatMap(failedBrowserTests)]
}

/**
 * The slowest files, in seconds of elapsed time.
 * @param {UnitReport | undefined} unit
 * @param {BrowserSuite | undefined} browser
 */
export function slowestFiles(unit, browser, most = 10) {
  const units = (unit?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }))
  const all = [...units, ...(browser?.suites ?? []).map(timeOfSuite)]
  return all.sort((one, other) => other.seconds - one.seconds).slice(0, most)
}

/** @param {BrowserSuite} suite of a file */
function timeOfSuite(suite) {
  const specs = specsOf(suite)
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  return {
    file: `e2e/${specs[0]?.file}`,
    seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
  }
}

/** @param {BrowserSuite} suite @returns {BrowserSpec[]} */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/**
 * @param {string} file
 * @param {string} title
 * @param {string} [message]
 */
function describe(file, title, message = '') {
  // The first line of an error names the expectation. The rest is a stack trace.
  const [reason = ''] = stripVTControlCharacters(message).split('\n')
  return `failed: ${file} › ${title}${reason && `: ${reason}`}`
}
