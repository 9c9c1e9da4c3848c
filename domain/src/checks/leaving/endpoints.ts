import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import { divertBody } from '../../check-requests/diversion.ts'
import { historyEntry } from '../../check-requests/replies.ts'
import { checkToMail, mailChecksBody } from '../fields.ts'
import { signedReply } from '../replies.ts'

/** A user who could take a check. */
const receiverReply = z
  .object({
    id: z.int(),
    name: z.string(),
    title: z.string().nullable(),
    is_barred: z
      .boolean()
      .describe(
        'Whether the user’s earlier acts on the check bar the user from taking the check while the setting `custody` is on',
      ),
  })
  .meta({ id: 'Receiver' })
export type Receiver = z.output<typeof receiverReply>

/** Calls about checks that wait for signatures, and about the delivery and receipt of checks. */
export const leavingEndpoints = {
  receivers: endpoint({
    id: 'listReceivers',
    method: 'GET',
    path: '/checks/:id/receivers',
    summary: 'People in the dealer group who could take a check, found by name',
    policy: 'checks.read',
    params: idParams,
    query: z.strictObject({ search: z.string().trim().max(100).default('') }),
    reply: z.array(receiverReply),
    status: 200,
    failure: 'Couldn’t find the users. Try again.',
  }),
  slip: endpoint({
    id: 'getHandOverSlip',
    method: 'GET',
    path: '/checks/:id/slip',
    refusals: [409],
    summary: 'A slip for the person taking a signed check to sign, with space for that person’s identification',
    policy: 'checks.read',
    params: idParams,
    reply: z.string().meta({ format: 'binary' }),
    status: 200,
    produces: 'application/pdf',
    failure: 'Couldn’t create the receipt slip. Try again.',
  }),
  toSign: endpoint({
    id: 'listChecksToSign',
    method: 'GET',
    path: '/checks/to-sign',
    summary: 'The printed checks of the caller’s accounts, each with the reason why the caller can’t sign it',
    policy: 'checks.sign',
    reply: z.array(z.object({ check_id: z.int(), refusal: z.string().nullable() })),
    status: 200,
    failure: 'Failed to get checks...',
  }),
  toMail: endpoint({
    id: 'listChecksToMail',
    method: 'GET',
    path: '/checks/to-mail',
    summary: 'Checks that are ready to be mailed, by number: the first 500',
    policy: 'checks.read',
    reply: z.array(checkToMail),
    status: 200,
    failure: 'Failed to get checks...',
  }),
  toHandOver: endpoint({
    id: 'listChecksToHandOver',
    method: 'GET',
    path: '/checks/to-hand-over',
    summary: 'Checks that are ready to be picked up, by number: the first 500',
    policy: 'checks.read',
    reply: z.array(checkToMail),
    status: 200,
    failure: 'Failed to get checks...',
  }),
  mail: endpoint({
    id: 'mailChecks',
    method: 'POST',
    path: '/checks/mail',
    refusals: [404, 409],
    summary: 'Record that checks are mailed, each with its tracking number; a refused check doesn’t affect the others',
    policy: 'checks.hand-over',
    body: mailChecksBody,
    reply: z.object({
      mailed: z.int().describe('The number of checks recorded as mailed'),
      refused: signedReply.shape.refused,
    }),
    status: 200,
    failure: 'Couldn’t record the mailing. Try again.',
  }),
  divert: endpoint({
    id: 'divertCheck',
    method: 'POST',
    path: '/check-requests/:id/diversion',
    summary:
      'Allow a check to be handed over although its request was approved for mailing; the caller must be an approver',
    policy: 'check-requests.divert',
    params: idParams,
    body: divertBody,
    reply: historyEntry,
    status: 201,
    failure: 'Couldn’t change the delivery. Try again.',
  }),
}
