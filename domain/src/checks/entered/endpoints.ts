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
    summary: 'Enter a handwritten check for an approved request; a second person must confirm it',
    body: enterManualBody,
    status: 201,
    failure: 'Couldn’t enter the check. Try again.',
  }),
  opening: endpoint({
    ...entered,
    id: 'enterOpeningCheck',
    path: '/checks/opening',
    summary: 'Enter an outstanding check from before the account was set up; a second person must confirm it',
    body: enterOpeningBody,
    status: 201,
    failure: 'Couldn’t enter the check. Try again.',
  }),
  confirm: endpoint({
    ...ofCheck,
    id: 'confirmEnteredCheck',
    freshProof: true,
    path: '/checks/:id/confirm',
    summary: 'Confirm a check entered by another user, which puts it into effect',
    policy: 'checks.confirm-entered',
    body: confirmEnteredBody,
    failure: 'Couldn’t confirm the check. Try again.',
  }),
  discard: endpoint({
    ...ofCheck,
    id: 'discardEnteredCheck',
    path: '/checks/:id/discard',
    summary: 'Discard an entered check before it is confirmed',
    policy: 'checks.confirm-entered',
    body: discardEnteredBody,
    failure: 'Couldn’t discard the check. Try again.',
  }),
}
