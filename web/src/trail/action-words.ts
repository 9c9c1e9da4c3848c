import { requestEvents } from '@check-requests/domain/check-requests/events.ts'
import type { AuditEntity } from '#trail/api.ts'

/** The display names of record kinds. */
export const entityWords: Record<AuditEntity, string> = {
  'check-request': 'Check request',
  user: 'User',
  'dealer-group': 'Dealer group',
  dealership: 'Dealership',
  department: 'Department',
  'approval-title': 'Approval title',
  'approval-policy': 'Approval policy',
  payee: 'Payee',
  'ledger-account': 'Ledger account',
  delegation: 'Delegation',
  'control-change': 'Control change',
  'bank-account': 'Bank account',
  'print-run': 'Print run',
  auditor: 'Auditor access',
  check: 'Check',
  'positive-pay-file': 'Positive-pay file',
  'clearing-file': 'Clearing file',
  'check-exception': 'Exception',
  'recurring-request': 'Recurring request',
  'identity-provider': 'Identity provider',
  'access-token': 'Access token',
  webhook: 'Webhook',
  purpose: 'Purpose',
  'delivery-method': 'Delivery method',
  installation: 'Installation',
}

const placeActions = { create: 'Created', update: 'Changed', delete: 'Deleted' }

const actionWords: Record<AuditEntity, Record<string, string>> = {
  'check-request': {
    ...Object.fromEntries(requestEvents.map(({ action, label }) => [action, label])),
    'check-request.decide-with-documents': 'Decided with documents',
    'check-request.see-tax-form': 'Viewed a tax form',
    'check-request.comment': 'Commented',
    'check-request.edit-comment': 'Edited a comment',
    'check-request.delete-comment': 'Deleted a comment',
    'check-request.remove-comments': 'Removed comments with the request',
  },
  user: {
    'session.login': 'Logged in',
    'session.logout': 'Logged out',
    'session.provider-logout': 'Logged out at the identity provider',
    'session.end-elsewhere': 'Logged out other sessions',
    'session.switch-role': 'Switched role',
    'session.prove': 'Verified identity',
    'user.add-passkey': 'Added a passkey',
    'user.rename-passkey': 'Renamed a passkey',
    'user.remove-passkey': 'Removed a passkey',
    'user.passkey-counted-backward': 'Was refused with a passkey that may have been copied',
    'user.add-authenticator-app': 'Added an authenticator app',
    'user.remove-authenticator-app': 'Removed the authenticator app',
    'user.take-back-factor': 'Undid a change to the second factor',
    'user.renew-recovery-codes': 'Created new recovery codes',
    'user.reset-second-factor': 'Reset the second factor',
    'user.create': 'Created',
    'user.invite': 'Sent a new invitation',
    'user.update': 'Changed',
    'user.set-password': 'Set a password',
    'user.change-password': 'Changed own password',
    'user.choose-password': 'Chose a password with an emailed link',
    'user.retire-password': 'Retired a password',
    'user.end-sessions': 'Logged out everywhere',
    'user.end-session': 'Ended a session',
    'user.set-approval-titles': 'Set approval titles',
    'user.ask-confirmation': 'Requested a second person’s confirmation',
    'user.confirm': 'Confirmed a change as the second person',
    'user.stop': 'Stopped a change',
    'user.withdraw-confirmation': 'Withdrew a pending change',
    'user.date-confirmation': 'No one available to confirm',
    'user.take-effect': 'Took effect without a second person',
    'user.delete': 'Deleted',
  },
  'dealer-group': {
    ...prefixed('dealer-group', placeActions),
    'dealer-group.set-payees': 'Set payee requirements',
    'dealer-group.set-demands': 'Set purpose requirements',
    'dealer-group.set-default-accounts': 'Set default accounts',
    'dealer-group.set-journal': 'Set up the journal',
    'dealer-group.set-unclaimed-property': 'Set the unclaimed property table',
    'dealer-group.export-journal': 'Exported the journal',
    'dealer-group.download-journal': 'Downloaded a journal export',
    'dealer-group.close-journal': 'Closed a journal month',
    'dealer-group.export-tax-list': 'Exported payments for 1099s',
  },
  dealership: prefixed('dealership', placeActions),
  department: prefixed('department', placeActions),
  'approval-title': prefixed('approval-title', { create: 'Created', update: 'Changed' }),
  'approval-policy': prefixed('approval-policy', {
    edit: 'Edited',
    discard: 'Discarded the draft',
    publish: 'Published',
  }),
  payee: {
    ...prefixed('payee', { create: 'Added', update: 'Changed', verify: 'Verified', block: 'Blocked' }),
    'payee.unblock': 'Unblocked',
    'payee.merge': 'Merged into another payee',
    'payee.take-in': 'Absorbed a merged payee',
    'payee.save-tax-form': 'Saved a W-9',
    'payee.see-tax-form': 'Viewed a W-9',
    'payee.add-tax-form-document': 'Added a W-9 document',
    'payee.remove-tax-form-document': 'Removed a W-9 document',
    'payee.see-tax-form-document': 'Opened a W-9 document',
  },
  'ledger-account': prefixed('ledger-account', { create: 'Added', update: 'Changed' }),
  'control-change': prefixed('control-change', {
    ask: 'Requested to loosen a control',
    confirm: 'Confirmed a change as the second person',
    stop: 'Stopped',
    date: 'No one available to confirm',
    wait: 'Waiting for a second person again',
    'take-effect': 'Took effect without a second person',
  }),
  delegation: prefixed('delegation', { create: 'Created', delete: 'Ended' }),
  'bank-account': prefixed('bank-account', {
    propose: 'Proposed',
    update: 'Changed',
    confirm: 'Confirmed',
    discard: 'Discarded a pending change',
    close: 'Proposed closing',
    'print-samples': 'Printed samples of the MICR line',
    'receive-box': 'Received a box of checks',
    'count-box': 'Counted a box of checks',
    'use-box': 'Put a box of checks in use',
    'discard-box': 'Discarded a box of checks',
  }),
  auditor: prefixed('auditor', {
    propose: 'Requested',
    confirm: 'Confirmed',
    end: 'Requested removal',
    sample: 'Drew a sample of checks',
    look: 'Viewed data',
  }),
  'print-run': prefixed('print-run', {
    make: 'Reserved numbers',
    fetch: 'Opened the file',
    confirm: 'Settled',
    release: 'Released',
    copy: 'Copied',
  }),
  'positive-pay-file': prefixed('positive-pay-file', {
    make: 'Made',
    fetch: 'Downloaded',
    send: 'Asked to send',
    'change-transmission': 'Transmission',
    acknowledge: 'Read the bank’s answer',
    answer: 'Recorded the bank’s response',
  }),
  'clearing-file': prefixed('clearing-file', {
    write: 'Recorded bank payments',
    'ask-undo': 'Asked to undo the file',
    undo: 'Undid the file',
    'refuse-undo': 'Refused to undo the file',
  }),
  'check-exception': prefixed('check-exception', { assign: 'Assigned', resolve: 'Resolved' }),
  check: prefixed('check', {
    enter: 'Entered',
    confirm: 'Confirmed the entry',
    discard: 'Discarded the entry',
    sign: 'Signed',
    issue: 'Handed over',
    'ask-exception': 'Requested an exception',
    'allow-exception': 'Allowed the exception',
    'refuse-exception': 'Refused the exception',
    'take-back-exception': 'Took back the exception',
    'ask-un-clear': 'Asked to undo the clearing',
    'un-clear': 'Undid the clearing',
    'refuse-un-clear': 'Refused to undo the clearing',
    'ask-void': 'Requested to void',
    void: 'Voided',
    stop: 'Stopped',
    'renew-stop': 'Renewed the stop',
    'lapse-stop': 'Noted that the stop has expired',
  }),
  'recurring-request': prefixed('recurring-request', {
    create: 'Created',
    update: 'Changed',
    raise: 'Created a check request',
    hold: 'Kept as a draft',
    miss: 'Missed a date',
    stop: 'Stopped',
    delete: 'Deleted',
  }),
  'identity-provider': prefixed('identity-provider', {
    propose: 'Proposed',
    update: 'Changed',
    confirm: 'Confirmed',
    end: 'Removed',
    link: 'Linked a user',
    forget: 'Unlinked a user',
    refuse: 'Refused a login',
  }),
  'access-token': prefixed('access-token', {
    create: 'Created',
    confirm: 'Confirmed',
    suspend: 'Suspended',
    end: 'Ended',
  }),
  webhook: prefixed('webhook', {
    create: 'Created',
    confirm: 'Confirmed',
    end: 'Ended',
    resume: 'Resumed',
    rotate: 'Replaced the secret',
    'switch-off': 'Turned off after failed deliveries',
    test: 'Tested',
  }),
  purpose: { 'purpose.update': 'Changed' },
  'delivery-method': { 'delivery-method.update': 'Changed' },
  installation: {
    'demo.seed': 'Loaded demo data',
    'installation.set-up': 'Set up the installation with its first super admin',
    'installation.confirm-key-copies': 'Confirmed that copies of the keys are kept elsewhere',
    'trail.baseline': 'Started protecting records',
    'trail.rotate-key': 'Rotated the audit trail key',
    'secrets.rotate-key': 'Rotated the account number key',
    'trail.migrate': 'Upgraded',
  },
}

/** The display text of an action, next to its record. Unknown actions are shown as stored. */
export function actionInWords(entity: string, action: string): string {
  return actionsOf(entity).find(({ value }) => value === action)?.label ?? action
}

/** All possible actions on a kind of record. */
export function actionsOf(entity: string): { value: string; label: string }[] {
  const words = isEntity(entity) ? actionWords[entity] : {}
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}

export function entityInWords(entity: string): string {
  return isEntity(entity) ? entityWords[entity] : entity
}

function isEntity(entity: string): entity is AuditEntity {
  return entity in entityWords
}

function prefixed(prefix: string, words: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(words).map(([verb, label]) => [`${prefix}.${verb}`, label]))
}
