import type { ExamplesOf } from '../api/endpoint.ts'
import type { importEndpoints } from './imports/endpoints.ts'
import { accountImportSample, payeeImportSample, peopleImportSample } from './imports/fields.ts'
import type { installationEndpoints } from './installation/endpoints.ts'
import type { jobEndpoints } from './jobs/endpoints.ts'

const payees = { dealer_group_id: 1, csv: payeeImportSample }
const accounts = { dealer_group_id: 1, csv: accountImportSample }
const people = { dealer_group_id: 1, csv: peopleImportSample }

/** An example of each import call. */
export const importExamples: ExamplesOf<typeof importEndpoints> = {
  previewPayees: {
    body: payees,
    reply: {
      rows: [
        {
          line: 2,
          name: 'Harbor Paint Supply',
          payee_type: 'business',
          payee_sub_type: 'vendor',
          address: '1200 Dock Street\nAstoria, OR 97103',
          purpose_name: 'Parts',
        },
      ],
      problems: [{ line: 4, message: '“Renée Dubois” is already on the list as “Renée Dubois”. Leave this line out.' }],
    },
  },
  payees: { body: payees, reply: { added: 2 } },
  previewAccounts: {
    body: accounts,
    reply: {
      rows: [{ line: 2, number: '2310', name: 'Vehicle payoffs', is_active: true, becomes: 'added' }],
      problems: [],
    },
  },
  accounts: { body: accounts, reply: { added: 3, changed: 0 } },
  previewPeople: {
    body: people,
    reply: {
      rows: [
        {
          line: 2,
          name: 'Dana Whitfield',
          email: 'dana@example.com',
          role_names: ['Requester'],
          place_names: ['Lakeside Toyota / Service'],
          approval_titles: [],
        },
      ],
      problems: [],
      are_mailed: true,
    },
  },
  people: {
    body: people,
    reply: {
      added: 1,
      people: [{ id: 127, name: 'Dana Whitfield', email: 'dana@example.com', password: 'kelp-9rwm-t4hz-pd7c' }],
    },
  },
}

/** Examples of the calls that concern the installation. */
export const installationExamples: ExamplesOf<typeof installationEndpoints> = {
  read: {
    reply: {
      version: '0.1.0',
      node: '24.21.0',
      started_at: '2026-11-22T06:00:00.000Z',
      database: 'SQLite',
      files: 'data folder',
      documents: { count: 412, bytes: 214_748_364 },
      most_bytes_of_document: 10_485_760,
      checkpoints: false,
      database_bytes: 96_468_992,
      disk_free_bytes: 81_604_378_624,
      sessions: 38,
      backups: { newest_at: '2026-11-22T05:00:00.000Z', bytes: 96_468_992 },
      verification: { at: '2026-11-22T03:12:08.000Z', problem: null },
      key_copies: { files: ['audit-mac.json', 'files.json'], confirmed_at: null, confirmed_by: null },
      jobs_failed: [{ label: 'Send emails', error: 'The mail server doesn’t answer.' }],
      mail: {
        server: 'mail.lakeside.example:587',
        from: 'Check Requests <checks@lakeside.example>',
        waiting: 2,
        waiting_since: '2026-11-22T06:04:00.000Z',
        sent: 318,
        refused: 1,
        given_up: 0,
      },
    },
  },
  testMail: { reply: { taken: true, address: 'alma.reyes@lakeside.example', answer: '250 2.0.0 OK' } },
  confirmKeyCopies: {
    reply: {
      files: ['audit-mac.json', 'files.json'],
      confirmed_at: '2026-11-22T08:10:00.000Z',
      confirmed_by: 'Alma Reyes',
    },
  },
}

const job = {
  name: 'sweep-files',
  label: 'Remove files that belong to no document',
  every_seconds: 3600,
  state: 'failed',
  due_at: '2026-11-20T16:24:00.000Z',
  started_at: '2026-11-20T16:20:00.000Z',
  ended_at: '2026-11-20T16:20:00.031Z',
  took_ms: 31,
  failures: 3,
  error: 'ENOENT: no such file or directory',
} as const

/** Examples of the calls about background jobs. */
export const jobExamples: ExamplesOf<typeof jobEndpoints> = {
  list: { reply: [job] },
  runAgain: { body: { name: 'sweep-files' }, reply: { ...job, state: 'due' } },
}
