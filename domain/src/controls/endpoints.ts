import { z } from 'zod'
import { endpoint, idParams } from '../api/endpoint.ts'
import { controlChangeReply, decideControlBody } from './fields.ts'

/** Calls about changes that loosen a control and wait for a second person (F10, decision 157). */
export const controlEndpoints = {
  list: endpoint({
    id: 'listControlChanges',
    method: 'GET',
    path: '/control-changes',
    summary: 'Changes that loosen a control: those that wait for a second person, and those that one person made alone',
    policy: 'controls.read',
    reply: z.array(controlChangeReply),
    status: 200,
    failure: 'Failed to get the changes that wait...',
  }),
  confirm: endpoint({
    id: 'confirmControlChange',
    method: 'POST',
    path: '/control-changes/:id/confirm',
    summary: 'Confirm, as a second person, a change that loosens a control: it takes effect at once',
    freshProof: true,
    policy: 'controls.decide',
    params: idParams,
    body: decideControlBody,
    reply: z.object({ id: z.int() }),
    status: 200,
    failure: 'Failed to confirm the change...',
  }),
  stop: endpoint({
    id: 'stopControlChange',
    method: 'POST',
    path: '/control-changes/:id/stop',
    summary: 'Keep such a change from taking effect for good, also by whoever asked for it',
    policy: 'controls.decide',
    params: idParams,
    body: decideControlBody,
    reply: z.object({ id: z.int() }),
    status: 200,
    failure: 'Failed to stop the change...',
  }),
}
