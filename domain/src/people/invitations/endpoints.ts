import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import { accountShape, userReply, withAccountRules } from '../users/endpoints.ts'

/** Body of an invitation: an account without a password, which its user chooses with the link. */
export const inviteUserBody = withAccountRules(z.strictObject(accountShape).omit({ password: true }))
export type InviteUserInput = z.output<typeof inviteUserBody>

/**
 * An invited user and the link to choose a password. The link is null if it was emailed, or if this is the response to
 * a repeated call, because only its code is stored.
 */
export const invitationReply = z
  .object({ user: userReply, link: z.string().nullable(), expires_at: z.iso.datetime().nullable() })
  .meta({ id: 'Invitation' })
export type Invitation = z.output<typeof invitationReply>

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
