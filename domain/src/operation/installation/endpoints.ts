import { z } from 'zod'
import { endpoint, somethingWentWrong } from '../../api/endpoint.ts'

const keyCopies = z.object({
  files: z.array(z.string()),
  confirmed_at: z.iso.datetime().nullable(),
  confirmed_by: z.string().nullable(),
})

/**
 * The status of this installation (E1). `files`: the folder of document files. `documents`: documents not removed, with
 * their total size in bytes. `mail`: the mail server, the number and age of waiting emails, and the results of the last
 * 24 hours; null if email isn't set up. `checkpoints`: whether signed heads of the audit trail are written outside the
 * database. `database_bytes`: the size of the database without documents. `disk_free_bytes`: free space on the disk of
 * the data folder; null if there is none. `backups`: the newest complete backup; null if the server creates none.
 * `verification`: the time and findings of the last audit trail verification; the time is null before the first one,
 * the findings if it is intact. `jobs_failed`: jobs whose last run failed. `sessions`: those not expired. `key_copies`: the
 * key files, and who confirmed that copies of these keys are kept elsewhere.
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
    key_copies: keyCopies,
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

/**
 * The mail server's response to a test email. `answer`: the server's response, or why the server couldn't be reached.
 */
const testMailReply = z.object({ taken: z.boolean(), address: z.string(), answer: z.string() }).meta({ id: 'TestMail' })
export type TestMailResult = z.output<typeof testMailReply>

/** Calls about the whole installation, for super admins (E1). */
export const installationEndpoints = {
  read: endpoint({
    id: 'getInstallation',
    method: 'GET',
    path: '/installation',
    summary: 'Version, database, storage, and health of this installation',
    policy: 'installation.read',
    reply: installationReply,
    status: 200,
    failure: somethingWentWrong,
  }),
  testMail: endpoint({
    id: 'sendTestMail',
    method: 'POST',
    path: '/installation/test-mail',
    summary: 'Send a test email to the caller’s address, and return the mail server’s response',
    policy: 'installation.test',
    reply: testMailReply,
    status: 200,
    failure: 'Couldn’t send the test email. Try again.',
  }),
  confirmKeyCopies: endpoint({
    id: 'confirmKeyCopies',
    method: 'POST',
    path: '/installation/key-copies',
    summary: 'Confirm that copies of the current keys are kept elsewhere, which ends the reminder',
    policy: 'installation.confirm',
    reply: keyCopies,
    status: 200,
    failure: 'Couldn’t confirm the key copies. Try again.',
  }),
}
