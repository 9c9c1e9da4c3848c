import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import { createDelegationBody, delegationReply, named } from './fields.ts'

/** Calls about delegations of approvals. */
export const delegationEndpoints = {
  list: endpoint({
    id: 'listDelegations',
    method: 'GET',
    path: '/delegations',
    summary: 'Who stands in for whom, now or later: the caller’s own, for admins all of the dealer group',
    policy: 'delegations.read',
    reply: z.array(delegationReply),
    status: 200,
    failure: 'Failed to get the delegations...',
  }),
  candidates: endpoint({
    id: 'listDelegationCandidates',
    method: 'GET',
    path: '/delegations/candidates',
    summary: 'The approvers who can stand in for each other, where an approval policy is in force',
    policy: 'delegations.read',
    reply: z.array(named),
    status: 200,
    failure: 'Failed to get the approvers...',
  }),
  create: endpoint({
    id: 'createDelegation',
    method: 'POST',
    path: '/delegations',
    summary: 'Let another approver stand in for the caller or, as an admin, for somebody who is absent',
    policy: 'delegations.write',
    body: createDelegationBody,
    reply: delegationReply.nullable().describe('Null while it waits for a second person'),
    status: 201,
    failure: 'Failed to create the delegation...',
  }),
  remove: endpoint({
    id: 'deleteDelegation',
    method: 'DELETE',
    path: '/delegations/:id',
    summary: 'End a delegation, or take it back before it begins',
    policy: 'delegations.write',
    params: idParams,
    reply: z.object({ id: z.int() }),
    status: 200,
    failure: 'Failed to delete the delegation...',
  }),
}
