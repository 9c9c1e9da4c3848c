import { z } from 'zod'

/**
 * How this installation runs (E1). `files`: where the files of documents are. `documents`: those that were not removed, with the bytes that people sent.
 * `checkpoints`: signed heads of the audit trail are written outside the database.
 */
export const installationReply = z
  .object({
    version: z.string(),
    node: z.string(),
    started_at: z.iso.datetime(),
    database: z.enum(['SQLite', 'PostgreSQL']),
    files: z.enum(['data folder', 'bucket']),
    documents: z.object({ count: z.int(), bytes: z.number() }),
    most_bytes_of_document: z.int(),
    checkpoints: z.boolean(),
  })
  .meta({ id: 'Installation' })
export type Installation = z.output<typeof installationReply>
