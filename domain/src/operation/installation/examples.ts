import type { ExamplesOf } from '../../api/endpoint.ts'
import type { installationEndpoints } from './endpoints.ts'

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
}
