import { z } from 'zod'
import { endpoint, idParams, somethingWentWrong } from '../../api/endpoint.ts'
import { confirmedChangeNames } from './rules.ts'

/** A change of an account that a second person has to confirm, or that took effect without one (decision 0050). */
export const confirmationReply = z
  .object({
    user_id: z.int(),
    /** The confirmation's version, which increases with each request or decision. */
    version: z.int(),
    name: z.string(),
    email: z.string(),
    changes: z.array(z.enum(confirmedChangeNames)),
    /** Roles granted but not in force. */
    waiting_role_ids: z.array(z.int()),
    waiting_role_names: z.array(z.string()),
    /** True if a wider scope was granted but isn't in force. */
    scope_waits: z.boolean(),
    /** Approval titles granted or removed but not in force; missing if there are none. */
    titles_wait: z.object({ asked: z.array(z.string()), in_force: z.array(z.string()) }).optional(),
    asked_by: z.array(z.string()),
    asked_at: z.iso.datetime(),
    /** True while the user still has to replace a password chosen by another person. */
    password_waits: z.boolean(),
    /** The users who can confirm the change; empty if there are none. */
    second_people: z.array(z.string()),
    /** The time when the change takes effect without a confirmation; null if a confirmation is always required. */
    effective_at: z.iso.datetime().nullable(),
    /** True if the change took effect without a second person. */
    in_effect: z.boolean(),
    stopped_by: z.string().nullable(),
    stopped_at: z.iso.datetime().nullable(),
    /** Why the caller can't confirm the change; null when they can. */
    confirm_refusal: z.string().nullable(),
    /** Why the caller can't stop the change; null when they can. */
    stop_refusal: z.string().nullable(),
  })
  .meta({ id: 'AccountConfirmation' })
export type AccountConfirmation = z.output<typeof confirmationReply>

/** The confirmations that concern the caller: of their own account, and of others. */
const confirmationsReply = z.object({
  own: confirmationReply.nullable(),
  others: z.array(confirmationReply),
  /** True if the caller was an admin before this rule was introduced and hasn't been informed of it. */
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
    summary: 'Account changes that need a second person: the caller’s own, and others that the caller can see',
    policy: 'account-confirmations.read',
    reply: confirmationsReply,
    status: 200,
    failure: 'Couldn’t load the pending account changes. Try again.',
  }),
  confirm: endpoint({
    id: 'confirmAccount',
    method: 'POST',
    path: '/users/:id/confirmation/confirm',
    summary: 'Confirm an account’s pending changes as a second person',
    freshProof: true,
    policy: 'account-confirmations.decide',
    params: idParams,
    body: decideConfirmationBody,
    reply: decidedReply,
    status: 200,
    failure: 'Couldn’t confirm the account changes. Try again.',
  }),
  stop: endpoint({
    id: 'stopAccount',
    method: 'POST',
    path: '/users/:id/confirmation/stop',
    summary: 'Stop an account’s pending changes, so that they don’t take effect automatically',
    policy: 'account-confirmations.decide',
    params: idParams,
    body: decideConfirmationBody,
    reply: decidedReply,
    status: 200,
    failure: 'Couldn’t stop the change. Try again.',
  }),
  dismiss: endpoint({
    id: 'dismissConfirmationNotice',
    method: 'POST',
    path: '/account-confirmations/announcement/dismiss',
    summary: 'Dismiss the notice that account changes now need a second person',
    policy: 'session.use',
    reply: z.null(),
    status: 200,
    failure: somethingWentWrong,
  }),
}
