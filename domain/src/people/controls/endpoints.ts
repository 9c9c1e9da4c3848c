import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import { heldControls } from './controls.ts'

/** A change that loosens a control (F10): pending a second person's confirmation, or made by one person alone. */
const controlChangeReply = z
  .object({
    id: z.int(),
    version: z.int(),
    dealer_group_id: z.int(),
    dealer_group_name: z.string(),
    control: z.enum(heldControls),
    subject: z
      .string()
      .nullable()
      .describe('The subject, such as a bank account; null if the descriptions name the subject'),
    says: z.array(z.string()).describe('A description of each loosened control'),
    asked_by: z.object({ id: z.int(), name: z.string() }),
    asked_at: z.iso.datetime(),
    second_people: z.array(z.string()).describe('The users who can confirm the change; empty if there are none'),
    effective_at: z.iso
      .datetime()
      .nullable()
      .describe('When the change takes effect automatically, if no one can confirm it'),
    alone: z
      .boolean()
      .describe('True if the change took effect without a second person; confirming marks the change as reviewed'),
    confirm_refusal: z.string().nullable(),
    stop_refusal: z.string().nullable(),
  })
  .meta({ id: 'ControlChange' })
export type ControlChange = z.output<typeof controlChangeReply>

/** Body of a confirmation or a stop: the version shown to the user. */
const decideControlBody = z.strictObject({ version: z.int().positive({ error: 'Version is required' }) })

/** Calls about pending changes that loosen a control (F10, decision 157). */
export const controlEndpoints = {
  list: endpoint({
    id: 'listControlChanges',
    method: 'GET',
    path: '/control-changes',
    summary: 'Changes that loosen a control: pending confirmation by a second admin, or made by one person alone',
    policy: 'controls.read',
    reply: z.array(controlChangeReply),
    status: 200,
    failure: 'Couldn’t load the pending changes. Try again.',
  }),
  confirm: endpoint({
    id: 'confirmControlChange',
    method: 'POST',
    path: '/control-changes/:id/confirm',
    summary: 'Confirm, as a second admin, a change that loosens a control; the change takes effect immediately',
    freshProof: true,
    policy: 'controls.decide',
    params: idParams,
    body: decideControlBody,
    reply: z.object({ id: z.int() }),
    status: 200,
    failure: 'Couldn’t confirm the change. Try again.',
  }),
  stop: endpoint({
    id: 'stopControlChange',
    method: 'POST',
    path: '/control-changes/:id/stop',
    summary: 'Cancel a pending change; the user who requested the change can also cancel it',
    policy: 'controls.decide',
    params: idParams,
    body: decideControlBody,
    reply: z.object({ id: z.int() }),
    status: 200,
    failure: 'Couldn’t stop the change. Try again.',
  }),
}
