import { z } from 'zod'
import { accountShape, userReply, withAccountRules } from '../users/fields.ts'

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
