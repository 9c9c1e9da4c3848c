import type { ExamplesOf } from '../api/example.ts'
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
    },
  },
}
