import { endpoint, idParams } from '../../api/endpoint.ts'
import { requirementsBody, requirementsReply } from './rules.ts'

/** Calls about the requirements of purposes. */
export const requirementEndpoints = {
  get: endpoint({
    id: 'getDemands',
    method: 'GET',
    path: '/dealer-groups/:id/demands',
    summary: 'The documents and references that a dealer group requires, by purpose',
    policy: 'organisation.read',
    params: idParams,
    reply: requirementsReply,
    status: 200,
    failure: 'Couldn’t load the settings. Try again.',
  }),
  save: endpoint({
    id: 'updateDemands',
    method: 'PUT',
    path: '/dealer-groups/:id/demands',
    summary:
      'Set the documents and references that requests need, by purpose; a missing document or reference blocks the request or shows a warning',
    policy: 'demands.write',
    params: idParams,
    body: requirementsBody,
    reply: requirementsReply,
    status: 200,
    failure: 'Couldn’t update the settings. Try again.',
  }),
}
