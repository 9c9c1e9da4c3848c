/**
 * The kinds of work that can wait for a user, most urgent first. `status` kinds are requests of locations without a
 * bank account, except `signed`, which has them all.
 */
export const waitingKinds = [
  'bank-exceptions',
  'clearing-undos',
  'sent-back',
  'approvals',
  'prints',
  'signatures',
  'status-approved',
  'status-printed',
  'signed',
  'mailings',
  'handovers',
  'status-ready',
  'confirmations',
  'bank-accounts',
  'controls',
  'delegations',
  'key-copies',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** Work beyond this number is counted as one more than it. */
export const mostWaiting = 10_000

/** A delegation counts as expiring in its last days, the last one included. */
export const delegationExpiresWithinDays = 3
