import { z } from 'zod'
import { endpoint, somethingWentWrong } from '../../api/endpoint.ts'

/**
 * How this installation runs (E1). `files`: where the files of documents are. `documents`: those that were not removed, with the bytes that people sent.
 * `mail`: the mail server, with how many mails wait and since when, and what became of others in the last 24 hours; null
 * where nobody is told by mail. `checkpoints`: signed heads of the audit trail are written outside the database.
 * `database_bytes`: the size of the database, without documents. `disk_free_bytes`: of the disk that has the data folder; null where
 * there is none.
 * `backups`: the newest whole one; null where the server makes none. `verification`: when the audit trail was last
 * verified, and what was found; null before the first time, and where it is as it should be. `jobs_failed`: jobs whose
 * last run has failed. `sessions`: those that have not expired.
 */
const installationReply = z
  .object({
    version: z.string(),
    node: z.string(),
    started_at: z.iso.datetime(),
    database: z.enum(['SQLite', 'PostgreSQL']),
    files: z.enum(['data folder', 'bucket']),
    documents: z.object({ count: z.int(), bytes: z.number() }),
    most_bytes_of_document: z.int(),
    checkpoints: z.boolean(),
    database_bytes: z.number(),
    disk_free_bytes: z.number().nullable(),
    sessions: z.int(),
    backups: z.object({ newest_at: z.iso.datetime().nullable(), bytes: z.number().nullable() }).nullable(),
    verification: z.object({ at: z.iso.datetime().nullable(), problem: z.string().nullable() }),
    jobs_failed: z.array(z.object({ label: z.string(), error: z.string() })),
    mail: z
      .object({
        server: z.string(),
        from: z.string(),
        waiting: z.int(),
        waiting_since: z.iso.datetime().nullable(),
        sent: z.int(),
        refused: z.int(),
        given_up: z.int(),
      })
      .nullable(),
  })
  .meta({ id: 'Installation' })
export type Installation = z.output<typeof installationReply>

/** What the mail server made of a test mail. `answer`: what it said, or why it could not be asked. */
const testMailReply = z.object({ taken: z.boolean(), address: z.string(), answer: z.string() }).meta({ id: 'TestMail' })
export type TestMailResult = z.output<typeof testMailReply>

/** Calls that concern the installation as a whole, for super admins (E1). */
export const installationEndpoints = {
  read: endpoint({
    id: 'getInstallation',
    method: 'GET',
    path: '/installation',
    summary: 'Version, database, storage and health of this installation',
    policy: 'installation.read',
    reply: installationReply,
    status: 200,
    failure: somethingWentWrong,
  }),
  testMail: endpoint({
    id: 'sendTestMail',
    method: 'POST',
    path: '/installation/test-mail',
    summary: 'Send a test mail to the caller’s own address, and say what the mail server makes of it',
    policy: 'installation.test',
    reply: testMailReply,
    status: 200,
    failure: 'Failed to send the test mail...',
  }),
}
