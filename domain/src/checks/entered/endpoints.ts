import { endpoint, idParams } from '../../api/endpoint.ts'
import { wholeCheckReply } from '../replies.ts'
import { confirmEnteredBody, discardEnteredBody, enterManualBody, enterOpeningBody } from './rules.ts'

const entered = { method: 'POST', refusals: [404, 409], policy: 'checks.print', reply: wholeCheckReply } as const
const ofCheck = { method: 'POST', params: idParams, reply: wholeCheckReply, status: 200 } as const

/** Calls about manually entered checks, which another person confirms. */
export const enteredCheckEndpoints = {
  manual: endpoint({
    ...entered,
    id: 'enterManualCheck',
    path: '/checks/manual',
    summary: 'Enter a check that was written by hand for an approved request; it waits for a second person',
    body: enterManualBody,
    status: 201,
    failure: 'Failed to enter check...',
  }),
  opening: endpoint({
    ...entered,
    id: 'enterOpeningCheck',
    path: '/checks/opening',
    summary: 'Enter a check of the time before that the bank has not paid so far; it waits for a second person',
    body: enterOpeningBody,
    status: 201,
    failure: 'Failed to enter check...',
  }),
  confirm: endpoint({
    ...ofCheck,
    id: 'confirmEnteredCheck',
    freshProof: true,
    path: '/checks/:id/confirm',
    summary: 'Confirm a check that somebody else has entered; it counts from then on',
    policy: 'checks.confirm-entered',
    body: confirmEnteredBody,
    failure: 'Failed to confirm check...',
  }),
  discard: endpoint({
    ...ofCheck,
    id: 'discardEnteredCheck',
    path: '/checks/:id/discard',
    summary: 'Discard a check that was entered and that nobody has confirmed',
    policy: 'checks.confirm-entered',
    body: discardEnteredBody,
    failure: 'Failed to discard check...',
  }),
}
