import { join } from 'node:path'
import { startPostgres } from './postgres.mjs'
import { Advice, say } from './processes.mjs'
import { keepTemporaryFoldersTogether } from './temporary-folder.mjs'

/**
 * Vitest's global setup: one PostgreSQL for all tests of a run, unless TEST_DATABASE_URL already names one.
 * Without PostgreSQL the tests that need it fail, each saying why, and the others still run.
 */
export async function setup() {
  const stop = process.env.TEST_DATABASE_URL ? undefined : await start()
  const removeFolders = keepTemporaryFoldersTogether()
  // Many tests start programs of the product; the second and later ones start in half the time.
  process.env.NODE_COMPILE_CACHE = join(process.env.TMPDIR ?? '', 'compiled')
  return async () => {
    await stop?.()
    await removeFolders()
  }
}

/** @returns {Promise<(() => Promise<void>) | undefined>} */
async function start() {
  try {
    const { urlOf, stop } = await startPostgres({ flushes: false })
    process.env.TEST_DATABASE_URL = urlOf('postgres')
    return stop
  } catch (error) {
    if (!(error instanceof Advice)) throw error
    say(`\n${error.message}\n`)
    process.env.TEST_DATABASE_FAULT = error.message
    return undefined
  }
}
