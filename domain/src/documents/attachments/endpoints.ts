import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import {
  attachmentFields,
  documentLimitsReply,
  documentTypes,
  listedAttachmentReply,
  savedAttachmentReply,
  taxFormDocumentFields,
} from './fields.ts'

const attach = {
  method: 'POST',
  params: idParams,
  takes: 'file',
  body: attachmentFields,
  reply: savedAttachmentReply,
  status: 201,
  refusals: [507],
  failure: 'Couldn’t add the document. Try again.',
} as const

const list = {
  method: 'GET',
  params: idParams,
  reply: z.array(listedAttachmentReply),
  status: 200,
  failure: 'Couldn’t load the documents. Try again.',
} as const

/** Calls about documents of requests and drafts (decision 0063), and W-9s of payees (decision 137). */
export const attachmentEndpoints = {
  attach: endpoint({
    ...attach,
    id: 'attachDocument',
    path: '/check-requests/:id/attachments',
    summary: 'Add a document to a check request: a form with one file (PDF, JPEG, or PNG) and its kind',
    policy: 'attachments.add',
  }),
  attachToDraft: endpoint({
    ...attach,
    id: 'attachDocumentToDraft',
    path: '/drafts/:id/attachments',
    summary: 'Add a document to one of the caller’s own drafts; it is deleted with the draft or moves to the request',
    policy: 'check-requests.create',
  }),
  attachToPayee: endpoint({
    ...attach,
    id: 'addTaxFormDocument',
    path: '/payees/:id/tax-form/documents',
    summary: 'Add the W-9 of a payee: a form with one file (PDF, JPEG, or PNG), which replaces the current one',
    policy: 'payees.verify',
    body: taxFormDocumentFields,
  }),
  list: endpoint({
    ...list,
    id: 'listAttachments',
    path: '/check-requests/:id/attachments',
    summary: 'A check request’s documents in the order they were added, including removed ones',
    policy: 'check-requests.read',
  }),
  listOfDraft: endpoint({
    ...list,
    id: 'listAttachmentsOfDraft',
    path: '/drafts/:id/attachments',
    summary: 'The documents of one of the caller’s own drafts',
    policy: 'check-requests.create',
  }),
  listOfPayee: endpoint({
    ...list,
    id: 'listTaxFormDocuments',
    path: '/payees/:id/tax-form/documents',
    summary: 'The W-9 documents of a payee: the current one first, then replaced and removed ones, newest first',
    policy: 'payees.read',
  }),
  limits: endpoint({
    id: 'getDocumentLimits',
    method: 'GET',
    path: '/attachments/limits',
    summary: 'The maximum size of a document and the maximum number of documents per request',
    policy: 'check-requests.read',
    reply: documentLimitsReply,
    status: 200,
    failure: 'Couldn’t load the document limits. Try again.',
  }),
  content: endpoint({
    id: 'getAttachmentContent',
    method: 'GET',
    path: '/attachments/:id/content',
    summary: 'The file of a document, or the part requested by `Range`',
    policy: 'check-requests.read',
    params: idParams,
    reply: z.string(),
    produces: 'application/octet-stream',
    producesOneOf: documentTypes.map(({ type }) => type),
    inParts: true,
    status: 200,
    failure: 'Couldn’t load the document. Try again.',
  }),
  remove: endpoint({
    id: 'removeAttachment',
    method: 'DELETE',
    path: '/attachments/:id',
    summary: 'Remove a payee’s W-9, or a document of a request without approvals; the log still shows the document',
    policy: 'attachments.add',
    params: idParams,
    reply: savedAttachmentReply,
    status: 200,
    failure: 'Couldn’t remove the document. Try again.',
  }),
}

/** The call for the case file of a check request (decision 0069). */
export const caseFileEndpoints = {
  make: endpoint({
    id: 'getCaseFile',
    method: 'GET',
    path: '/check-requests/:id/case-file',
    summary: 'One PDF with a check request’s details, history, comments, and documents',
    policy: 'check-requests.read',
    params: idParams,
    reply: z.string(),
    produces: 'application/pdf',
    status: 200,
    failure: 'Couldn’t create the case file. Try again.',
  }),
}
