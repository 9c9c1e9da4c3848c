import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import { controlChangeReply, decideControlBody } from './fields.ts'

/** Calls about changes that loosen a control and wait for a second person (F10, decision 157). */
export const controlEndpoints = {
  list: endpoint({
    id: 'listControlChanges',
    method: 'GET',
    path: '/control-changes',
    summary: 'Changes that loosen a control: waiting for a second admin, or made by one person alone',
    policy: 'controls.read',
    reply: z.array(controlChangeReply),
    status: 200,
    failure: 'Failed to get the changes that wait...',
  }),
  confirm: endpoint({
    id: 'confirmControlChange',
    method: 'POST',
    path: '/control-changes/:id/confirm',
    summary: 'Confirm a change that loosens a control, as a second admin; it takes effect at once',
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
    summary: 'Cancel a waiting change; the person who asked for it can, too',
    policy: 'controls.decide',
    params: idParams,
    body: decideControlBody,
    reply: z.object({ id: z.int() }),
    status: 200,
    failure: 'Failed to stop the change...',
  }),
}
