import { matchesGlob, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect } from 'vitest'
import { type DatabaseKind, databases } from './databases.ts'

/**
 * Test files that `npm test` runs only on SQLite, with the reason. It also runs them on PostgreSQL if the tested change
 * touches statements in their feature (`scripts/touched.ts`). `npm run nightly` runs everything on both.
 */
// biome-ignore format: a table, one row each
export const onSqliteInTheGate: readonly { readonly files: string; readonly why: string }[] = [
  { files: 'access/identity-providers/*', why: 'about tokens and claims; rows are read and written by their keys' },
  { files: 'access/second-factor/*', why: 'about codes, keys and sign-ins; rows are read and written by their keys' },
  { files: 'access/sessions/*', why: 'about cookies, headers and refusals; races, throttling and what outlives a restart stay on both' },
  { files: 'app.test.ts', why: 'headers, static files and the envelope of answers are the same whatever holds the data' },
  { files: 'approvals/*', why: 'routing and authority are rules in the domain; queues, sizes, crowds and random lives stay on both' },
  { files: 'approvals/delegations/*', why: 'who decides for whom is a rule in the domain' },
  { files: 'bank/*', why: 'files of banks are read and written in the domain; sums of the reconciliation stay on both' },
  { files: 'books/accounting/*', why: 'charts and lines are checked by rules in the domain; statements read and write rows by their keys' },
  { files: 'books/journal/*', why: 'dates and months are rules in the domain; the journal itself stays on both' },
  { files: 'check-requests/*', why: 'about refusals and answers; lists, searches, sums, races, numbers and what a trigger or a condition of a statement refuses stay on both' },
  { files: 'check-requests/comments/*', why: 'rows are read and written by their keys' },
  { files: 'check-requests/drafts/*', why: 'rows are read and written by their keys' },
  { files: 'check-requests/required/*', why: 'what a request lacks is a rule in the domain' },
  { files: 'check-requests/views/*', why: 'rows are read and written by their keys' },
  { files: 'checkpoints.test.ts', why: 'about a file beside the database' },
  { files: 'checks/*', why: 'duties, custody and refusals are rules in the domain; the register, numbers, crowds and random lives stay on both' },
  { files: 'demo/{approvals,checks}.test.ts', why: 'made by commands that other tests run on both; the demo itself stays on both' },
  { files: 'documents/attachments/tax-forms.test.ts', why: 'who may open a document is a rule; documents themselves are files' },
  { files: 'documents/case-files/*', why: 'about the pages of PDFs, which are drawn from answers that other tests read on both' },
  { files: 'notices/inbox/*', why: 'about who is told what; the list of the inbox itself stays on both' },
  { files: 'notices/live/renamed.test.ts', why: 'about what a stream sends; how it learns of changes stays on both' },
  { files: 'notices/mail/*', why: 'about the text of mails and what mail servers answer; the outbox stays on both' },
  { files: 'operation/imports/*', why: 'columns are checked in the domain; the number of statements of an import stays on both' },
  { files: 'operation/installation/installation.test.ts', why: 'puts together what other tests read on both' },
  { files: 'organization/*', why: 'about refusals and answers; lists, cascades, kills and versions stay on both' },
  { files: 'payees/*', why: 'names are compared in the domain; lists, searches and merging stay on both' },
  { files: 'people/auditors/*', why: 'rights are rules in the domain; rows are read and written by their keys' },
  { files: 'people/confirmations/*', why: 'who confirms is a rule in the domain; rows are read and written by their keys' },
  { files: 'people/users/*', why: 'about refusals and answers; lists and writes of people stay on both' },
  { files: 'platform/{http/api,generated-client,logs,repeats-in-scope}.test.ts', why: 'about HTTP and logs' },
  { files: 'trail/tampering.test.ts', why: 'the row `tampers` of torture changes both databases in each run' },
  { files: 'trail/{checkpoint-clock,checkpoints,link-text,verifications,verify-daily}.test.ts', why: 'about files, threads and times beside the trail; what the trail holds stays on both' },
]

/** The folder that contains these files. */
const serverSources = fileURLToPath(new URL('..', import.meta.url))

type Define = (kind: DatabaseKind) => void

/**
 * Defines tests that run on each database, about statements, locks, isolation, migrations, races, or plans. `$name` is
 * its name.
 */
export function onBothDatabases(title: string, define: Define, options: { readonly timeout?: number } = {}): void {
  describe.each(databases)(title, options, define)
}

/** Defines tests in a file listed above, for each database that this run uses for them. `$name` is its name. */
export function onOneDatabase(title: string, define: Define, options: { readonly timeout?: number } = {}): void {
  const file = relative(serverSources, expect.getState().testPath ?? '')
  if (!onSqliteInTheGate.some(({ files }) => matchesGlob(file, files)))
    throw new Error(`${file} says onOneDatabase, but no row of on-databases.ts says why one is enough.`)
  describe.each(databases.filter(({ name }) => name === 'SQLite' || isOnBoth(file)))(title, options, define)
}

// `scripts/prepare-tests.mjs` sets the features to test on both.
function isOnBoth(file: string): boolean {
  const { TEST_ON_BOTH_DATABASES: features = 'everything' } = process.env
  return features === 'everything' || features.split(' ').some((feature) => file.startsWith(`${feature}/`))
}
