import { z } from 'zod'
import { endpoint, idParams, somethingWentWrong } from '../../api/endpoint.ts'
import { confirmedChangeNames } from './rules.ts'

/** Something about an account that a second person has to confirm, or that took effect without one (decision 0050). */
export const confirmationReply = z
  .object({
    user_id: z.int(),
    /** Of the confirmation: it goes up with everything that is asked or decided. */
    version: z.int(),
    name: z.string(),
    email: z.string(),
    changes: z.array(z.enum(confirmedChangeNames)),
    /** Roles that are held but not in force. */
    waiting_role_ids: z.array(z.int()),
    waiting_role_names: z.array(z.string()),
    /** A wider scope is held but not in force. */
    scope_waits: z.boolean(),
    /** Approval titles that are given or taken and not in force; absent where none are. */
    titles_wait: z.object({ asked: z.array(z.string()), in_force: z.array(z.string()) }).optional(),
    asked_by: z.array(z.string()),
    asked_at: z.iso.datetime(),
    /** The person still has to replace a password that somebody else chose. */
    password_waits: z.boolean(),
    /** Who can confirm it; empty where nobody is there. */
    second_people: z.array(z.string()),
    /** When it takes effect by itself; null while it only does when confirmed. */
    effective_at: z.iso.datetime().nullable(),
    /** It took effect without a second person. */
    in_effect: z.boolean(),
    stopped_by: z.string().nullable(),
    stopped_at: z.iso.datetime().nullable(),
    /** Why the caller cannot confirm it; null when they can. */
    confirm_refusal: z.string().nullable(),
    /** Why the caller cannot stop it; null when they can. */
    stop_refusal: z.string().nullable(),
  })
  .meta({ id: 'AccountConfirmation' })
export type AccountConfirmation = z.output<typeof confirmationReply>

/** What concerns the caller: their own account, and the accounts of others. */
const confirmationsReply = z.object({
  own: confirmationReply.nullable(),
  others: z.array(confirmationReply),
  /** The caller was an admin before this rule came, and has not been told of it yet. */
  announced: z.boolean(),
})
export type AccountConfirmations = z.output<typeof confirmationsReply>

/** Body of a confirmation or a stop: the version of what was seen. */
const decideConfirmationBody = z.strictObject({ version: z.int().positive({ error: 'Version is required' }) })

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
