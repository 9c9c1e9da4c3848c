import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import { createDraftBody, draftForms, draftReply, savedDraftReply, updateDraftBody } from './fields.ts'

/** Calls about a user's own drafts (E2, decision 0031). */
export const draftEndpoints = {
  list: endpoint({
    id: 'listDrafts',
    method: 'GET',
    path: '/drafts',
    summary: 'The caller’s own drafts in the current role, most recently changed first',
    policy: 'check-requests.create',
    query: z.strictObject({ form: z.enum(draftForms).optional() }),
    reply: z.array(draftReply),
    status: 200,
    failure: 'Couldn’t load the drafts. Try again.',
  }),
  create: endpoint({
    id: 'createDraft',
    method: 'POST',
    path: '/drafts',
    summary: 'Save an unfinished form as a draft',
    policy: 'check-requests.create',
    body: createDraftBody,
    reply: savedDraftReply,
    status: 201,
    failure: 'Couldn’t save the draft. Try again.',
  }),
  detail: endpoint({
    id: 'getDraft',
    method: 'GET',
    path: '/drafts/:id',
    summary: 'One of the caller’s own drafts',
    policy: 'check-requests.create',
    params: idParams,
    reply: draftReply,
    status: 200,
    failure: 'Couldn’t load the draft. Try again.',
  }),
  update: endpoint({
    id: 'updateDraft',
    method: 'PUT',
    path: '/drafts/:id',
    summary: 'Update a draft; a missing or outdated version is refused',
    policy: 'check-requests.create',
    params: idParams,
    body: updateDraftBody,
    reply: savedDraftReply,
    status: 200,
    failure: 'Couldn’t save the draft. Try again.',
  }),
  remove: endpoint({
    id: 'deleteDraft',
    method: 'DELETE',
    path: '/drafts/:id',
    summary: 'Discard a draft',
    policy: 'check-requests.create',
    params: idParams,
    reply: z.object({ id: z.int() }),
    status: 200,
    failure: 'Couldn’t discard the draft. Try again.',
  }),
}
