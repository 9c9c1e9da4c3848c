import { z } from 'zod'
import { endpoint, idParams, somethingWentWrong } from '../../api/endpoint.ts'
import { confirmedChangeNames } from './rules.ts'

/** A change of an account that a second person has to confirm, or that took effect without one (decision 0050). */
export const confirmationReply = z
  .object({
    user_id: z.int(),
    /** The version of the confirmation, which increases with each request or decision. */
    version: z.int(),
    name: z.string(),
    email: z.string(),
    changes: z.array(z.enum(confirmedChangeNames)),
    /** Roles granted but not in force. */
    waiting_role_ids: z.array(z.int()),
    waiting_role_names: z.array(z.string()),
    /** A wider scope was granted but is not in force. */
    scope_waits: z.boolean(),
    /** Approval titles granted or removed but not in force; missing if there are none. */
    titles_wait: z.object({ asked: z.array(z.string()), in_force: z.array(z.string()) }).optional(),
    asked_by: z.array(z.string()),
    asked_at: z.iso.datetime(),
    /** The user still has to replace a password chosen by another person. */
    password_waits: z.boolean(),
    /** The users who can confirm it; empty if there are none. */
    second_people: z.array(z.string()),
    /** The time when it takes effect by itself; null if only a confirmation makes it effective. */
    effective_at: z.iso.datetime().nullable(),
    /** It took effect without a second person. */
    in_effect: z.boolean(),
    stopped_by: z.string().nullable(),
    stopped_at: z.iso.datetime().nullable(),
    /** Why the caller can't confirm it; null when they can. */
    confirm_refusal: z.string().nullable(),
    /** Why the caller can't stop it; null when they can. */
    stop_refusal: z.string().nullable(),
  })
  .meta({ id: 'AccountConfirmation' })
export type AccountConfirmation = z.output<typeof confirmationReply>

/** The confirmations that concern the caller: of their own account, and of others. */
const confirmationsReply = z.object({
  own: confirmationReply.nullable(),
  others: z.array(confirmationReply),
  /** The caller was an admin before this rule was introduced, and has not been told about it. */
  announced: z.boolean(),
})
export type AccountConfirmations = z.output<typeof confirmationsReply>

/** Body of a confirmation or a stop: the version shown to the user. */
const decideConfirmationBody = z.strictObject({ version: z.int().positive({ error: 'Version is required' }) })

const decidedReply = z.object({ user_id: z.int() })

/** Calls about changes of accounts that need a second person (decision 0050). */
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
