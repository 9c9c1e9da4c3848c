import { z } from 'zod'
import { documentKinds, documentTypes } from './fields.ts'

const moment = z.iso.datetime()
const person = z.object({ id: z.int(), name: z.string() })

/** A document of a request, a draft or a payee. `size` in bytes; `sha256` of its content, in hex. */
export const attachmentReply = z
  .object({
    id: z.int(),
    name: z.string(),
    size: z.int(),
    type: z.enum(documentTypes.map(({ type }) => type)),
    sha256: z.string(),
    kind: z.enum(documentKinds.map(({ name }) => name)).nullable(),
    created_at: moment,
    created_by: person,
  })
  .meta({ id: 'Attachment' })
export type Attachment = z.output<typeof attachmentReply>

/** A document that was added or removed, and the version of its request from now on; null without one. */
export const savedAttachmentReply = attachmentReply.extend({ request_version: z.int().nullable() })
export type SavedAttachment = z.output<typeof savedAttachmentReply>

/** A document in a list: with who removed it, and whether the caller may. */
export const listedAttachmentReply = attachmentReply.extend({
  removed_at: moment.nullable(),
  removed_by: person.nullable(),
  can_remove: z.boolean(),
  replaced_at: moment.optional().describe('When another W-9 of its payee took its place, where one did'),
  refusal_to_open: z.string().optional().describe('Why the caller cannot open it, where they cannot'),
})
export type ListedAttachment = z.output<typeof listedAttachmentReply>

/** How many bytes a document may have in this installation, and how many documents a request or a draft. */
export const documentLimitsReply = z.object({ most_bytes: z.int(), most_documents: z.int() })
