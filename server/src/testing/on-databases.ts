import { matchesGlob, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect } from 'vitest'
import { type DatabaseKind, databases } from './databases.ts'

/**
 * Test files that `npm test` runs only on SQLite, with the reason. It also runs them on PostgreSQL if the tested change
 * touches statements in their feature (`scripts/touched.ts`). `npm run nightly` runs all tests on both databases.
 */
// biome-ignore format: a table, one row each
export const onSqliteInTheGate: readonly { readonly files: string; readonly why: string }[] = [
  { files: 'access/identity-providers/*', why: 'tests tokens and claims; rows are read and written by key' },
  { files: '{access/outside-attacks,people/directory/attacks}.test.ts', why: 'tests refusals, which come before any write' },
  { files: 'access/second-factor/*', why: 'tests codes, keys, and sign-ins; rows are read and written by key' },
  { files: 'access/sessions/*', why: 'tests cookies, headers, and refusals; races, throttling, and restarts are tested on both' },
  { files: 'app.test.ts', why: 'headers, static files, and response envelopes don’t depend on the database' },
  { files: 'many-{items,rows}.test.ts', why: 'long lists become one parameter on both, which platform/database tests; only a nightly run has more items than a statement can have parameters' },
  { files: 'approvals/*', why: 'routing and authority are domain rules; queues, sizes, crowds, and random lives are tested on both' },
  { files: 'approvals/delegations/*', why: 'delegation is a domain rule' },
  { files: 'bank/*', why: 'the domain reads and writes bank files; reconciliation totals are tested on both' },
  { files: 'books/accounting/*', why: 'domain rules check charts and lines; statements read and write rows by key' },
  { files: 'books/journal/*', why: 'dates and months are domain rules; the journal itself is tested on both' },
  { files: 'check-requests/*', why: 'tests refusals and responses; lists, searches, sums, races, numbers, and refusals by triggers or statement conditions are tested on both' },
  { files: 'check-requests/comments/*', why: 'rows are read and written by key' },
  { files: 'check-requests/drafts/*', why: 'rows are read and written by key' },
  { files: 'check-requests/recurring/attacks.test.ts', why: 'refusals to submit automatically are a domain rule; races and days are tested on both' },
  { files: 'check-requests/required/*', why: 'the missing items of a request are a domain rule' },
  { files: 'check-requests/views/*', why: 'rows are read and written by key' },
  { files: 'checkpoints.test.ts', why: 'tests a file outside the database' },
  { files: 'checks/*', why: 'duties, custody, and refusals are domain rules; the register, numbers, crowds, and random lives are tested on both' },
  { files: 'demo/{approvals,checks,documents}.test.ts', why: 'uses commands that other tests run on both; the demo itself is tested on both' },
  { files: 'documents/attachments/tax-forms.test.ts', why: 'access to documents is a domain rule, and documents are files' },
  { files: 'documents/case-files/*', why: 'tests PDF pages, which are drawn from responses that other tests read on both' },
  { files: 'notices/inbox/*', why: 'tests who gets which notice; the inbox list is tested on both' },
  { files: 'notices/live/renamed.test.ts', why: 'tests the content of a stream; change notifications are tested on both' },
  { files: 'notices/mail/*', why: 'tests email texts and mail server responses; the outbox is tested on both' },
  { files: 'notices/webhooks/attacks.test.ts', why: 'fields and rights are checked before the database is asked; calls are tested on both' },
  { files: 'operation/imports/*', why: 'the domain checks columns; the number of statements in an import is tested on both' },
  { files: 'operation/installation/installation.test.ts', why: 'combines data that other tests read on both' },
  { files: 'organization/*', why: 'tests refusals and responses; lists, cascades, process kills, and versions are tested on both' },
  { files: 'payees/*', why: 'the domain compares names; lists, searches, and merging are tested on both' },
  { files: 'people/auditors/*', why: 'rights are domain rules; rows are read and written by key' },
  { files: 'people/confirmations/*', why: 'confirmation is a domain rule; rows are read and written by key' },
  { files: 'people/users/*', why: 'tests refusals and responses; user lists and writes are tested on both' },
  { files: 'platform/{client-package,http/api,generated-client,logs,repeats-in-scope}.test.ts', why: 'tests HTTP and logs' },
  { files: 'trail/tampering.test.ts', why: 'the torture row `tampers` changes both databases in each run' },
  { files: '{operation/jobs/verify-daily,trail/{checkpoint-clock,checkpoints,link-text,verifications}}.test.ts', why: 'tests files, threads, and times outside the trail; its content is tested on both' },
]

/** The folder that contains these files. */
const serverSources = fileURLToPath(new URL('..', import.meta.url))

type Define = (kind: DatabaseKind) => void

/**
 * Defines tests that run on each database, such as tests of statements, locks, isolation, migrations, races, or plans.
 * `$name` in the title is the database's name.
 */
export function onBothDatabases(title: string, define: Define, options: { readonly timeout?: number } = {}): void {
  describe.each(databases)(title, options, define)
}

/** Defines tests in a file listed above, for each database that this run uses. `$name` in the title is its name. */
export function onOneDatabase(title: string, define: Define, options: { readonly timeout?: number } = {}): void {
  const file = relative(serverSources, expect.getState().testPath ?? '')
  if (!onSqliteInTheGate.some(({ files }) => matchesGlob(file, files)))
    throw new Error(`${file} uses onOneDatabase, but on-databases.ts has no row for it.`)
  describe.each(databases.filter(({ name }) => name === 'SQLite' || isOnBoth(file)))(title, options, define)
}

// `scripts/prepare-tests.mjs` sets the features to test on both databases.
function isOnBoth(file: string): boolean {
  const { TEST_ON_BOTH_DATABASES: features = 'everything' } = process.env
  return features === 'everything' || features.split(' ').some((feature) => file.startsWith(`${feature}/`))
}
