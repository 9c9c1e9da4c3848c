import type { Action } from '../../access/permissions.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import type { Refusal } from '../../check-requests/lifecycle.ts'
import { listWithOr } from '../../values/lists.ts'

/** The controls whose loosening needs a second person, by stored name. */
export const heldControls = [
  'group-settings',
  'passwords',
  'second-factors',
  'payee-settings',
  'demands',
  'bank-files',
  'unblock-payee',
  'delegation',
  'programs',
  'webhooks',
  'connections',
  'recurring-limit',
] as const
export type HeldControl = (typeof heldControls)[number]

/** An endpoint that changes other users' rights or duties (F10). */
interface Control {
  readonly endpoint: string
  /** The parts of a change that loosen the control; the rest takes effect immediately. */
  readonly loosens: string
  /**
   * The required approver: another admin (for a held control), or the one in the named rule; null if no change loosens
   * the control.
   */
  readonly second:
    | HeldControl
    | 'accounts'
    | 'bank accounts'
    | 'policies'
    | 'payees'
    | 'providers'
    | 'auditors'
    | 'checks'
    | null
  /** When the caller needs a recent sign-in. */
  readonly proof: 'always' | 'when it loosens' | null
  /** The users notified in the inbox and by email. */
  readonly notified: 'admins' | 'second people' | 'the person' | 'parties' | null
}

/**
 * The complete table of controls, with one row for each endpoint that changes a control. The server doesn't start if a
 * row is missing.
 */
// biome-ignore format: a table, one row each
const controls: readonly Control[] = [
  { endpoint: 'updateDealerGroup', loosens: 'a switch is turned off, or sessions can be idle longer', second: 'group-settings', proof: 'when it loosens', notified: 'admins' },
  { endpoint: 'updateSecondFactorRules', loosens: 'fewer roles need a second factor, roles need one later, fewer approvals need a recent sign-in, emails decide without one, or emails show first pages', second: 'second-factors', proof: 'when it loosens', notified: 'admins' },
  { endpoint: 'switchPasswords', loosens: 'users can sign in with passwords again', second: 'passwords', proof: 'always', notified: 'admins' },
  { endpoint: 'updatePayeeSettings', loosens: 'the list is turned off, or verification is needed later or not at all', second: 'payee-settings', proof: 'when it loosens', notified: 'admins' },
  { endpoint: 'unblockPayee', loosens: 'the payee is no longer blocked', second: 'unblock-payee', proof: 'when it loosens', notified: 'admins' },
  { endpoint: 'updateDemands', loosens: 'a purpose no longer requires something, or only warns', second: 'demands', proof: 'when it loosens', notified: 'admins' },
  { endpoint: 'createToken', loosens: 'a program can read, raise, or manage', second: 'programs', proof: 'always', notified: 'admins' },
  { endpoint: 'createWebhook', loosens: 'another server is told what happens', second: 'webhooks', proof: 'always', notified: 'admins' },
  { endpoint: 'rotateWebhookSecret', loosens: 'nothing', second: null, proof: 'always', notified: null },
  { endpoint: 'endWebhook', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'resumeWebhook', loosens: 'nothing: a second admin confirmed the webhook', second: null, proof: null, notified: null },
  { endpoint: 'testWebhook', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'resendWebhookDelivery', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'addOwnChat', loosens: 'nothing: two admins allowed personal chats', second: null, proof: 'always', notified: 'the person' },
  { endpoint: 'endToken', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'updateConnections', loosens: 'users can create access tokens or send their notices to a chat', second: 'connections', proof: 'when it loosens', notified: 'admins' },
  { endpoint: 'updateBankFiles', loosens: 'a template is chosen, replaced, or removed, the bank has another name for the account, or files are sent to another server', second: 'bank-files', proof: 'when it loosens', notified: 'admins' },
  { endpoint: 'updateClearingColumns', loosens: 'nothing: payments that don’t match become exceptions', second: null, proof: null, notified: null },
  { endpoint: 'updateClearingProfile', loosens: 'nothing: payments that don’t match become exceptions', second: null, proof: null, notified: null },
  { endpoint: 'createDelegation', loosens: 'an admin lets a user decide for an absent approver', second: 'delegation', proof: 'when it loosens', notified: 'admins' },
  { endpoint: 'deleteDelegation', loosens: 'nothing', second: null, proof: null, notified: 'parties' },
  { endpoint: 'createUser', loosens: 'a role that needs confirmation is granted', second: 'accounts', proof: 'always', notified: 'second people' },
  { endpoint: 'inviteUser', loosens: 'a role that needs confirmation is granted', second: 'accounts', proof: 'always', notified: 'second people' },
  { endpoint: 'inviteUserAgain', loosens: 'an admin may pass on a link that sets a password', second: 'accounts', proof: 'always', notified: 'second people' },
  { endpoint: 'updateUser', loosens: 'a role that needs confirmation, a wider scope, a password, or an email is set', second: 'accounts', proof: 'when it loosens', notified: 'second people' },
  { endpoint: 'importPeople', loosens: 'roles that need confirmation are granted', second: 'accounts', proof: 'always', notified: 'second people' },
  { endpoint: 'previewPeopleImport', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'deleteUser', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'endSessions', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'endSessionOfUser', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'resetSecondFactor', loosens: 'the next sign-in needs no second factor', second: 'accounts', proof: 'always', notified: 'the person' },
  { endpoint: 'setApprovalTitlesOfUser', loosens: 'titles are granted or removed', second: 'accounts', proof: 'always', notified: 'second people' },
  { endpoint: 'confirmAccount', loosens: 'the pending change takes effect', second: 'accounts', proof: 'always', notified: null },
  { endpoint: 'stopAccount', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'saveApprovalPolicyDraft', loosens: 'nothing until it is published', second: null, proof: null, notified: null },
  { endpoint: 'discardApprovalPolicyDraft', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'publishApprovalPolicy', loosens: 'fewer or other people decide', second: 'policies', proof: 'always', notified: null },
  { endpoint: 'createApprovalTitle', loosens: 'nothing until a user holds it', second: null, proof: null, notified: null },
  { endpoint: 'updateApprovalTitle', loosens: 'nothing but its name', second: null, proof: null, notified: null },
  { endpoint: 'createPayee', loosens: 'nothing until it is verified', second: null, proof: null, notified: null },
  { endpoint: 'updatePayee', loosens: 'nothing: the payee must be verified again', second: 'payees', proof: null, notified: null },
  { endpoint: 'importPayees', loosens: 'nothing until they are verified', second: null, proof: null, notified: null },
  { endpoint: 'previewPayeeImport', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'verifyPayee', loosens: 'the payee can be paid', second: 'payees', proof: null, notified: null },
  { endpoint: 'blockPayee', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'mergePayee', loosens: 'nothing: the remaining payee must be verified again', second: 'payees', proof: null, notified: null },
  { endpoint: 'saveTaxForm', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'addTaxFormDocument', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'proposeBankAccount', loosens: 'checks can be drawn on the account', second: 'bank accounts', proof: null, notified: null },
  { endpoint: 'updateBankAccount', loosens: 'its number, people, limits, or stores change', second: 'bank accounts', proof: null, notified: null },
  { endpoint: 'confirmBankAccount', loosens: 'the pending change takes effect', second: 'bank accounts', proof: 'always', notified: null },
  { endpoint: 'discardBankAccountChanges', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'closeBankAccount', loosens: 'nothing', second: 'bank accounts', proof: null, notified: null },
  { endpoint: 'updateUnclaimedProperty', loosens: 'nothing: report due dates', second: null, proof: null, notified: null },
  { endpoint: 'enterManualCheck', loosens: 'nothing until it is confirmed', second: 'checks', proof: null, notified: null },
  { endpoint: 'enterOpeningCheck', loosens: 'nothing until it is confirmed', second: 'checks', proof: null, notified: null },
  { endpoint: 'confirmEnteredCheck', loosens: 'the check counts as printed or issued', second: 'checks', proof: 'always', notified: null },
  { endpoint: 'discardEnteredCheck', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'signChecks', loosens: 'the check can be cashed', second: 'checks', proof: 'always', notified: null },
  { endpoint: 'voidCheck', loosens: 'the request can be paid again', second: 'checks', proof: null, notified: null },
  { endpoint: 'stopCheck', loosens: 'the request can be paid again', second: 'checks', proof: 'always', notified: null },
  { endpoint: 'confirmCheckStop', loosens: 'the request can be paid again', second: 'checks', proof: 'always', notified: null },
  { endpoint: 'renewCheckStop', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'proposeAuditor', loosens: 'a user can read everything', second: 'auditors', proof: null, notified: null },
  { endpoint: 'confirmAuditor', loosens: 'the pending change takes effect', second: 'auditors', proof: 'always', notified: null },
  { endpoint: 'endAuditor', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'proposeIdentityProvider', loosens: 'a provider signs users in', second: 'providers', proof: null, notified: null },
  { endpoint: 'updateIdentityProvider', loosens: 'a provider signs in other users', second: 'providers', proof: null, notified: null },
  { endpoint: 'confirmIdentityProvider', loosens: 'the pending change takes effect', second: 'providers', proof: 'always', notified: null },
  { endpoint: 'endIdentityProvider', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'testIdentityProvider', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'forgetIdentity', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'createDealerGroup', loosens: 'nothing: a new group', second: null, proof: null, notified: null },
  { endpoint: 'deleteDealerGroup', loosens: 'nothing', second: null, proof: null, notified: null },
  { endpoint: 'updateLocalSettings', loosens: 'nothing: time zone, holidays, and email footer', second: null, proof: null, notified: null },
  { endpoint: 'updateRecurringLimit', loosens: 'recurring requests are submitted without their requester, or larger ones are', second: 'recurring-limit', proof: 'when it loosens', notified: 'admins' },
  { endpoint: 'updatePurpose', loosens: 'nothing but its name', second: null, proof: null, notified: null },
  { endpoint: 'updateDeliveryMethod', loosens: 'nothing but its name', second: null, proof: null, notified: null },
  { endpoint: 'confirmControlChange', loosens: 'the pending change takes effect', second: 'accounts', proof: 'always', notified: 'admins' },
  { endpoint: 'stopControlChange', loosens: 'nothing', second: null, proof: null, notified: null },
]

/** Rights to change controls. An endpoint that requires one of these rights must have a row. */
const writing: readonly Action[] = [
  ...(['dealer-groups.write', 'local-settings.write', 'choices.write', 'demands.write'] as const),
  ...(['users.write', 'account-confirmations.decide', 'approval-policy.write', 'delegations.write'] as const),
  ...(['payees.write', 'payees.verify', 'bank-accounts.write', 'identity-providers.write', 'tokens.write'] as const),
  ...(['webhooks.write'] as const),
  ...(['auditors.write', 'checks.sign', 'checks.void', 'checks.confirm-entered', 'controls.decide'] as const),
]

/**
 * The endpoints that change a control but have no row in the table, or that require a different proof than their row
 * says.
 */
export function controlsWithoutRow(endpoints: readonly Pick<Endpoint, 'id' | 'method' | 'policy' | 'freshProof'>[]) {
  const rows = new Map(controls.map((row) => [row.endpoint, row]))
  return endpoints
    .filter(({ method, policy }) => method !== 'GET' && writing.some((action) => action === policy))
    .filter(({ id, freshProof }) => !rows.has(id) || (rows.get(id)?.proof === 'always') !== (freshProof === true))
    .map(({ id }) => id)
}

/** The facts about a change to a control that decide who can confirm or stop it. */
export interface DecidedChange {
  readonly askedBy: number
  /** True if the change took effect without a second person. */
  readonly inEffect: boolean
  readonly secondPeople: readonly { readonly userId: number; readonly name: string }[]
}

/** Why a user can't confirm a change that loosens a control; undefined when they can (F10). */
export function refusalToConfirm(userId: number, { askedBy, secondPeople }: DecidedChange): Refusal | undefined {
  if (userId === askedBy) return forbidden('You requested this change, so someone else has to confirm it.')
  if (secondPeople.some((person) => person.userId === userId)) return undefined
  return forbidden(`${listWithOr(secondPeople.map(({ name }) => name)) || 'No one'} can confirm this.`)
}

/** Why this user can't stop the change; undefined when they can. The person who requested the change can stop it. */
export function refusalToStop(userId: number, change: DecidedChange): Refusal | undefined {
  if (change.inEffect)
    return { kind: 'conflict', sentence: 'This change already took effect. Change the setting back instead.' }
  return userId === change.askedBy ? undefined : refusalToConfirm(userId, change)
}

function forbidden(sentence: string): Refusal {
  return { kind: 'forbidden', sentence }
}
