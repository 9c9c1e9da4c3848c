import { endpoint, idParams } from '../../api/endpoint.ts'
import { demandsBody, demandsReply } from './rules.ts'

/** Calls about the requirements of purposes. */
export const demandEndpoints = {
  get: endpoint({
    id: 'getDemands',
    method: 'GET',
    path: '/dealer-groups/:id/demands',
    summary: 'Which documents and references a dealer group demands of requests, by purpose',
    policy: 'organisation.read',
    params: idParams,
    reply: demandsReply,
    status: 200,
    failure: 'Failed to get settings...',
  }),
  save: endpoint({
    id: 'updateDemands',
    method: 'PUT',
    path: '/dealer-groups/:id/demands',
    summary: 'Set which documents and references requests need, by purpose: each must be there, or is warned of',
    policy: 'demands.write',
    params: idParams,
    body: demandsBody,
    reply: demandsReply,
    status: 200,
    failure: 'Failed to update settings...',
  }),
}
