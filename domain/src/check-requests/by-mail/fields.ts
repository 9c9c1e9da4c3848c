import { z } from 'zod'
import { listedAttachmentReply } from '../../documents/attachments/fields.ts'
import { idField } from '../../values/fields.ts'
import { statusBody } from '../fields.ts'
import { detailedRequest } from '../replies.ts'

const link = z.string().max(200)
const { status_id, note, approved_through } = statusBody.shape

export const linkBody = z.strictObject({ link })
export const linkedDocumentBody = z.strictObject({ link, document_id: idField('Choose a document.') })
export const decideByLinkBody = z.strictObject({ link, status_id, note, approved_through })
export type DecideByLinkInput = z.output<typeof decideByLinkBody>

export const openedLink = z
  .object({
    request_id: z.int(),
    request_number: z.string(),
    person: z.object({ id: z.int(), name: z.string(), email: z.string() }).describe('The user whose link this is'),
    refusal: z.string().nullable().describe('Why the user has to log in to decide; null if the link is enough'),
    request: detailedRequest.nullable().describe('Null while the dealer group doesn’t allow decisions by email'),
    choices: z.array(
      z.object({ status_id: z.int(), refusal: z.string().nullable().describe('Why this decision isn’t possible') }),
    ),
    documents: z.array(listedAttachmentReply),
  })
  .meta({ id: 'OpenedDecisionLink' })
export type OpenedLink = z.output<typeof openedLink>

/** How long the link in an email works, in hours (decision 186). */
export const linkWorksForHours = 72

/** How often a network, and the holder of a link, can use links in a minute. */
export const linkUses = { ofNetwork: 60, ofLink: 30 }
