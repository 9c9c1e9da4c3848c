import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { postgresVersion, startPostgres } from './postgres.mjs'
import { Advice, root, say } from './processes.mjs'
import { isServerPartStale, serverPart } from './server-part.mjs'
import { closureOf } from './sources.ts'
import { keepTemporaryFoldersTogether } from './temporary-folder.mjs'
import { touchedFeatures } from './touched.ts'

/** A cache for later runs, which `npm ci` deletes. */
const kept = join(root, 'node_modules/.cache/check-requests')

/**
 * Each kind of template and its source files. A template is rebuilt when its source files, their imports, or the
 * baseline change.
 */
const madeBy = {
  empty: ['server/src/migrations/index.ts', 'server/src/trail/commands/open-trail.ts'],
  world: [
    'server/src/migrations/index.ts',
    'server/src/trail/commands/open-trail.ts',
    'server/src/testing/organization.ts',
  ],
  demo: ['server/src/demo/seed.ts', 'server/src/migrations/index.ts'],
}

/**
 * Vitest's global setup: one PostgreSQL for all tests of a run, unless TEST_DATABASE_URL already names one, and a place
 * for the databases that tests copy (`server/src/testing/templates.ts` makes each when a test first needs it). Without
 * PostgreSQL, the tests that need it fail with this reason, and the others still run.
 */
export async function setup() {
  const removeFolders = keepTemporaryFoldersTogether()
  const templates = join(kept, 'templates')
  mkdirSync(templates, { recursive: true })
  process.env.TEST_TEMPLATES = templates
  process.env.TEST_TEMPLATE_KEYS = JSON.stringify(templateKeys())
  process.env.TEST_ON_BOTH_DATABASES ??= process.env.TEST_PROFILE === 'nightly' ? 'everything' : touchedInWords()
  if (process.env.ON_BOTH) writeFileSync(process.env.ON_BOTH, process.env.TEST_ON_BOTH_DATABASES)
  // Many tests start programs of the product. Packaged programs start in half the time, and compiled code halves the
  // time again from the second start on.
  if (!isServerPartStale()) process.env.TEST_SERVER_PART = serverPart
  process.env.NODE_COMPILE_CACHE = join(kept, 'compiled')
  const stop = process.env.TEST_DATABASE_URL ? undefined : await start()
  return async () => {
    await stop?.()
    await removeFolders()
  }
}

function touchedInWords() {
  const touched = touchedFeatures()
  return touched === 'everything' ? touched : touched.join(' ')
}

/** A hash for each kind of template. */
function templateKeys() {
  const keyOf = (/** @type {string[]} */ entries) => {
    const hash = createHash('sha256')
      .update(process.version)
      .update(readFileSync(join(root, 'package-lock.json')))
    for (const { path, text } of closureOf(entries)) hash.update(`\0${path}\0${text}`)
    for (const file of globSync(join(root, 'server/src/migrations/steps/baseline/*.sql')))
      hash.update(readFileSync(file))
    return hash.digest('hex').slice(0, 16)
  }
  return Object.fromEntries(Object.entries(madeBy).map(([content, entries]) => [content, keyOf(entries)]))
}

/** @returns {Promise<(() => Promise<void>) | undefined>} */
async function start() {
  try {
    // Another version of PostgreSQL can't open this cluster.
    const cluster = join(kept, `postgres-${await postgresVersion()}`)
    const postgres = await startPostgres({ flushes: false, from: existsSync(cluster) ? cluster : undefined })
    process.env.TEST_DATABASE_URL = postgres.urlOf('postgres')
    const before = await postgres.ask(templatesThere)
    return async () => {
      const { UNCOUNTED_SECONDS: file } = process.env
      if (file) appendFileSync(file, `${postgres.processorSeconds()}\n`)
      await keepTemplates(postgres, before, cluster)
      await postgres.stop()
    }
  } catch (error) {
    if (!(error instanceof Advice)) throw error
    say(`\n${error.message}\n`)
    process.env.TEST_DATABASE_FAULT = error.message
    return undefined
  }
}

/** Lists the template databases, newest first. */
const templatesThere = `select datname from pg_database where datname like 'template!_%' escape '!' order by oid desc`

/**
 * Stores the template databases if any of them is new, but only the newest one of each kind.
 * @param {import('./postgres.mjs').Postgres} postgres
 * @param {string[]} before
 * @param {string} cluster
 */
async function keepTemplates(postgres, before, cluster) {
  const there = await postgres.ask(templatesThere)
  if (there.every((name) => before.includes(name))) return
  const kinds = new Map(there.toReversed().map((name) => [name.split('_')[1], name]))
  const wanted = [...kinds.values(), 'postgres', 'template0', 'template1']
  for (const name of await postgres.ask('select datname from pg_database'))
    if (!wanted.includes(name)) await postgres.ask(`drop database ${name} with (force)`)
  // A killed run might have left a partial folder, and the copy would be placed inside that folder.
  for (const folder of [`${cluster}.part`, cluster]) rmSync(folder, { recursive: true, force: true })
  await postgres.keepAs(`${cluster}.part`)
  renameSync(`${cluster}.part`, cluster)
}
