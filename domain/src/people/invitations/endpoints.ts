import { endpoint, idParams } from '../../api/endpoint.ts'
import { invitationReply, inviteUserBody } from './fields.ts'

/** Calls that invite users, who choose their own password (decision 175). */
export const invitationEndpoints = {
  invite: endpoint({
    id: 'inviteUser',
    method: 'POST',
    path: '/users/invite',
    summary: 'Add a user who chooses a password with a link, which is emailed or, without a mail server, returned once',
    freshProof: true,
    policy: 'users.write',
    body: inviteUserBody,
    reply: invitationReply,
    status: 201,
    failure: 'Couldn’t invite the user. Try again.',
  }),
  inviteAgain: endpoint({
    id: 'inviteUserAgain',
    method: 'POST',
    path: '/users/:id/invite',
    summary: 'Replace the link of a user who hasn’t chosen a password yet; earlier links stop working',
    freshProof: true,
    policy: 'users.write',
    params: idParams,
    reply: invitationReply,
    status: 200,
    refusals: [409],
    failure: 'Couldn’t invite the user. Try again.',
  }),
}
