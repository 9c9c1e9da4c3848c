import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.mjs'

/** @typedef {{ name?: string, message: string, stacks?: { file: string, line: number }[], VITEST_TEST_PATH?: string }} StrayError */

export const strayErrors = join(root, 'test-results/stray-errors.json')

/** Keeps the errors that Vitest met outside any test: they end the run as failed, and no other report names them. */
export default class {
  /**
   * @param {readonly unknown[]} _modules
   * @param {readonly StrayError[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const found = errors.map(({ name, message, stacks, VITEST_TEST_PATH }) => ({
      file: VITEST_TEST_PATH ?? stacks?.[0]?.file ?? root,
      message: `${name ?? 'Error'}: ${message}`,
    }))
    writeFileSync(strayErrors, JSON.stringify(found))
  }
}
