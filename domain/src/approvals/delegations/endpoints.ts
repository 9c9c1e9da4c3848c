import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import { createDelegationBody, delegationReply, named } from './fields.ts'

/** Calls about delegations of approvals. */
export const delegationEndpoints = {
  list: endpoint({
    id: 'listDelegations',
    method: 'GET',
    path: '/delegations',
    summary: 'Current and future delegations: the caller’s own or, for admins, all in the dealer group',
    policy: 'delegations.read',
    reply: z.array(delegationReply),
    status: 200,
    failure: 'Couldn’t load the delegations. Try again.',
  }),
  candidates: endpoint({
    id: 'listDelegationCandidates',
    method: 'GET',
    path: '/delegations/candidates',
    summary: 'The approvers who can delegate to each other while an approval policy is in force',
    policy: 'delegations.read',
    reply: z.array(named),
    status: 200,
    failure: 'Couldn’t load the approvers. Try again.',
  }),
  create: endpoint({
    id: 'createDelegation',
    method: 'POST',
    path: '/delegations',
    summary: 'Delegate the caller’s approvals or, as an admin, an absent approver’s approvals',
    policy: 'delegations.write',
    body: createDelegationBody,
    reply: delegationReply.nullable().describe('Null while pending confirmation by a second person'),
    status: 201,
    failure: 'Couldn’t create the delegation. Try again.',
  }),
  remove: endpoint({
    id: 'deleteDelegation',
    method: 'DELETE',
    path: '/delegations/:id',
    summary: 'End a delegation, or cancel it before it begins',
    policy: 'delegations.write',
    params: idParams,
    reply: z.object({ id: z.int() }),
    status: 200,
    failure: 'Couldn’t delete the delegation. Try again.',
  }),
}
