import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.mjs'

/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {import('vitest/node').SerializedError} SerializedError */

export const strayErrors = join(root, 'test-results/stray-errors.json')

/**
 * Saves the errors that Vitest found outside any test: in a suite's setup and teardown, and in unhandled
 * rejections. They end the run as failed, and no other report names them.
 */
export default class {
  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly SerializedError[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const found = [...modules.flatMap(errorsOfSuites), ...unhandled.map(unhandledError)]
    writeFileSync(strayErrors, JSON.stringify(found))
  }
}

/** @param {TestModule} module */
function errorsOfSuites(module) {
  const suites = [...module.children.allSuites()]
  return suites.flatMap((suite) =>
    suite.errors().map(({ message }) => ({ file: module.moduleId, where: `around ${suite.fullName}`, message })),
  )
}

/** @param {SerializedError} error */
function unhandledError({ name, message, stacks, VITEST_TEST_PATH }) {
  return {
    file: VITEST_TEST_PATH ?? stacks?.[0]?.file ?? root,
    where: 'outside any test',
    message: `${name}: ${message}`,
  }
}
