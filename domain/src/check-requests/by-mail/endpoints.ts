import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { documentTypes } from '../../documents/attachments/fields.ts'
import { historyEntry } from '../replies.ts'
import { decideByLinkBody, linkBody, linkedDocumentBody, openedLink } from './fields.ts'

/** Calls with the link of an approver's email instead of a session (decision 186). Links never appear in a URL. */
export const byMailEndpoints = {
  open: endpoint({
    id: 'openDecisionLink',
    method: 'POST',
    path: '/decisions/by-link/open',
    summary: 'The request that an emailed link opens; opening it changes nothing',
    policy: 'public',
    body: linkBody,
    reply: openedLink,
    status: 200,
    refusals: [404, 409, 429],
    failure: 'Couldn’t load the check request. Try again.',
  }),
  document: endpoint({
    id: 'openDocumentByLink',
    method: 'POST',
    path: '/decisions/by-link/document',
    summary: 'A document of the request that an emailed link opens',
    policy: 'public',
    body: linkedDocumentBody,
    reply: z.string(),
    produces: 'application/octet-stream',
    producesOneOf: documentTypes.map(({ type }) => type),
    status: 200,
    refusals: [403, 404, 409, 429],
    failure: 'Couldn’t load the document. Try again.',
  }),
  decide: endpoint({
    id: 'decideByLink',
    method: 'POST',
    path: '/decisions/by-link',
    summary: 'Approve, reject, or send back the request that an emailed link opens; the link then stops working',
    policy: 'public',
    body: decideByLinkBody,
    reply: historyEntry,
    status: 201,
    refusals: [403, 404, 409, 429],
    failure: 'Couldn’t save the decision. Try again.',
  }),
}
