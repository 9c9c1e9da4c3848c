import { startPostgres } from './postgres.mjs'
import { Advice, say } from './processes.mjs'

/**
 * Vitest's global set-up: one PostgreSQL for all tests of a run, unless TEST_DATABASE_URL names one already.
 * Without it the tests that need it fail, each saying why, and the others still run.
 * @returns {Promise<(() => Promise<void>) | undefined>}
 */
export async function setup() {
  if (process.env.TEST_DATABASE_URL) return undefined
  try {
    const postgres = await startPostgres()
    process.env.TEST_DATABASE_URL = postgres.urlOf('postgres')
    return () => postgres.stop()
  } catch (error) {
    if (!(error instanceof Advice)) throw error
    say(`\n${error.message}\n`)
    process.env.TEST_DATABASE_FAULT = error.message
    return undefined
  }
}
