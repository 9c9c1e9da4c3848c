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
  'ledger-account': 'Account of the ledger',
  delegation: 'Delegation',
  'control-change': 'Change of a control',
  'bank-account': 'Bank account',
  'print-run': 'Print run',
  auditor: 'Right to audit',
  check: 'Check',
  'positive-pay-file': 'Positive-pay file',
  'clearing-file': 'Clearing file',
  'check-exception': 'Exception',
  purpose: 'Purpose',
  'delivery-method': 'Delivery method',
  installation: 'Installation',
}

const placeActions = { create: 'Created', update: 'Changed', delete: 'Deleted' }

const actionWords: Record<AuditEntity, Record<string, string>> = {
  'check-request': {
    ...Object.fromEntries(requestEvents.map(({ action, label }) => [action, label])),
    'check-request.decide-with-documents': 'Decided with documents',
    'check-request.see-tax-form': 'Looked at a tax form',
    'check-request.comment': 'Commented',
    'check-request.edit-comment': 'Edited a comment',
    'check-request.delete-comment': 'Deleted a comment',
    'check-request.remove-comments': 'Comments went with the request',
  },
  user: {
    'session.login': 'Logged in',
    'session.logout': 'Logged out',
    'session.provider-logout': 'Logged out at the identity provider',
    'session.end-elsewhere': 'Logged out elsewhere',
    'session.switch-role': 'Switched role',
    'session.prove': 'Proved who they are',
    'user.add-passkey': 'Added a passkey',
    'user.rename-passkey': 'Renamed a passkey',
    'user.remove-passkey': 'Removed a passkey',
    'user.passkey-counted-backward': 'Used a passkey that may be copied',
    'user.add-authenticator-app': 'Added an authenticator app',
    'user.remove-authenticator-app': 'Removed the authenticator app',
    'user.take-back-factor': 'Undid a change to the second factor',
    'user.renew-recovery-codes': 'Made new recovery codes',
    'user.reset-second-factor': 'Reset the second factor',
    'user.create': 'Created',
    'user.update': 'Changed',
    'user.set-password': 'Set a password',
    'user.change-password': 'Changed own password',
    'user.choose-password': 'Chose own password by a mailed link',
    'user.retire-password': 'Took a password out of use',
    'user.end-sessions': 'Logged out everywhere',
    'user.end-session': 'Logged out of a session',
    'user.set-approval-titles': 'Set approval titles',
    'user.ask-confirmation': 'Asked for a second person',
    'user.confirm': 'Confirmed as second person',
    'user.stop': 'Stopped a change',
    'user.withdraw-confirmation': 'Took back what waited',
    'user.date-confirmation': 'Nobody there to confirm',
    'user.take-effect': 'Took effect without a second person',
    'user.delete': 'Deleted',
  },
  'dealer-group': {
    ...prefixed('dealer-group', placeActions),
    'dealer-group.set-payees': 'Set what payees need',
    'dealer-group.set-demands': 'Set what purposes demand',
    'dealer-group.set-default-accounts': 'Set default accounts',
    'dealer-group.set-journal': 'Set the journal up',
    'dealer-group.set-unclaimed-property': 'Set the table of unclaimed property',
    'dealer-group.export-journal': 'Made an export of the journal',
    'dealer-group.download-journal': 'Downloaded an export of the journal',
    'dealer-group.close-journal': 'Closed a month of the journal',
    'dealer-group.export-tax-list': 'Exported payments for 1099s',
  },
  dealership: prefixed('dealership', placeActions),
  department: prefixed('department', placeActions),
  'approval-title': prefixed('approval-title', { create: 'Created', update: 'Changed' }),
  'approval-policy': prefixed('approval-policy', {
    edit: 'Edited',
    discard: 'Discarded the draft',
    publish: 'Put in force',
  }),
  payee: {
    ...prefixed('payee', { create: 'Added', update: 'Changed', verify: 'Verified', block: 'Blocked' }),
    'payee.unblock': 'Unblocked',
    'payee.merge': 'Merged into another',
    'payee.take-in': 'Took in another',
    'payee.save-tax-form': 'Kept a W-9',
    'payee.see-tax-form': 'Looked at a W-9',
    'payee.add-tax-form-document': 'Added a W-9 document',
    'payee.remove-tax-form-document': 'Removed a W-9 document',
    'payee.see-tax-form-document': 'Opened a W-9 document',
  },
  'ledger-account': prefixed('ledger-account', { create: 'Added', update: 'Changed' }),
  'control-change': prefixed('control-change', {
    ask: 'Asked to loosen a control',
    confirm: 'Confirmed as second person',
    stop: 'Stopped',
    date: 'Nobody there to confirm',
    wait: 'Somebody there to confirm again',
    'take-effect': 'Took effect without a second person',
  }),
  delegation: prefixed('delegation', { create: 'Created', delete: 'Ended' }),
  'bank-account': prefixed('bank-account', {
    propose: 'Proposed',
    update: 'Changed',
    confirm: 'Confirmed',
    discard: 'Discarded what waited',
    close: 'Proposed to close',
    'receive-box': 'Received a box of checks',
    'count-box': 'Counted a box of checks',
    'use-box': 'Put a box of checks in use',
    'discard-box': 'Discarded a box of checks',
  }),
  auditor: prefixed('auditor', {
    propose: 'Asked for',
    confirm: 'Confirmed',
    end: 'Asked for the end',
    sample: 'Drew a sample of checks',
    look: 'Looked',
  }),
  'print-run': prefixed('print-run', {
    make: 'Took numbers',
    fetch: 'Opened the file',
    confirm: 'Settled',
    release: 'Released',
    copy: 'Copied',
  }),
  'positive-pay-file': prefixed('positive-pay-file', {
    make: 'Made',
    fetch: 'Downloaded',
    answer: 'Recorded the answer of the bank',
  }),
  'clearing-file': prefixed('clearing-file', { write: 'Wrote what the bank paid' }),
  'check-exception': prefixed('check-exception', { assign: 'Gave to somebody', resolve: 'Resolved' }),
  check: prefixed('check', {
    enter: 'Entered',
    confirm: 'Confirmed the entry',
    discard: 'Discarded the entry',
    sign: 'Signed',
    issue: 'Handed over',
    'ask-exception': 'Asked for an exception',
    'allow-exception': 'Allowed the exception',
    'refuse-exception': 'Refused the exception',
    'take-back-exception': 'Took the exception back',
    'ask-void': 'Asked to void',
    void: 'Voided',
    stop: 'Stopped',
    'renew-stop': 'Renewed the stop',
    'lapse-stop': 'Noted that the stop has lapsed',
  }),
  purpose: { 'purpose.update': 'Changed' },
  'delivery-method': { 'delivery-method.update': 'Changed' },
  installation: {
    'demo.seed': 'Filled with demo data',
    'trail.baseline': 'Began to vouch for records',
    'trail.rotate-key': 'Changed the key',
    'secrets.rotate-key': 'Changed the key of account numbers',
    'trail.migrate': 'Upgraded',
  },
}

/** The display text of an action, next to its record. Unknown actions are shown as stored. */
export function actionInWords(entity: string, action: string): string {
  return actionsOf(entity).find(({ value }) => value === action)?.label ?? action
}

/** All actions of a kind of record. */
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
