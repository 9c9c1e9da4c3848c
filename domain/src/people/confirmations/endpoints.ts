import { z } from 'zod'
import { endpoint, idParams, somethingWentWrong } from '../../api/endpoint.ts'
import { confirmationsReply, decideConfirmationBody } from './fields.ts'

const decidedReply = z.object({ user_id: z.int() })

/** Calls that concern changes of accounts that wait for a second person (decision 0050). */
export const confirmationEndpoints = {
  list: endpoint({
    id: 'listAccountConfirmations',
    method: 'GET',
    path: '/account-confirmations',
    summary: 'Changes of accounts that wait for a second person: the caller’s own, and those the caller answers for',
    policy: 'account-confirmations.read',
    reply: confirmationsReply,
    status: 200,
    failure: 'Failed to get what waits for a second person...',
  }),
  confirm: endpoint({
    id: 'confirmAccount',
    method: 'POST',
    path: '/users/:id/confirmation/confirm',
    summary: 'Confirm, as a second person, what waits about an account',
    freshProof: true,
    policy: 'account-confirmations.decide',
    params: idParams,
    body: decideConfirmationBody,
    reply: decidedReply,
    status: 200,
    failure: 'Failed to confirm the account...',
  }),
  stop: endpoint({
    id: 'stopAccount',
    method: 'POST',
    path: '/users/:id/confirmation/stop',
    summary: 'Keep what waits about an account from taking effect by itself',
    policy: 'account-confirmations.decide',
    params: idParams,
    body: decideConfirmationBody,
    reply: decidedReply,
    status: 200,
    failure: 'Failed to stop the change...',
  }),
  dismiss: endpoint({
    id: 'dismissConfirmationNotice',
    method: 'POST',
    path: '/account-confirmations/announcement/dismiss',
    summary: 'The caller has read that changes of accounts now wait for a second person',
    policy: 'session.use',
    reply: z.null(),
    status: 200,
    failure: somethingWentWrong,
  }),
}
