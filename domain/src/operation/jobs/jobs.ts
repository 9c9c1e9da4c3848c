const minute = 60
const hour = 3600
const day = 24 * hour

/**
 * The background jobs, one row each. `label`: the name on the screen. `every`: the delay after a success in seconds;
 * daily jobs first run an hour after the first start. `atStart`: also run whenever a server starts.
 */
// biome-ignore format: a table, one row each
export const jobs = [
  { name: 'send-mails', label: 'Send mails', every: 5, atStart: true },
  { name: 'forget', label: 'Forget ended sessions, failed logins, old drafts, notices and mails', every: hour, atStart: false },
  { name: 'take-effect', label: 'Note changes of accounts that have taken effect by themselves', every: hour, atStart: false },
  { name: 'remind', label: 'Remind approvers of what has waited too long', every: 15 * minute, atStart: false },
  { name: 'check-approvals', label: 'Check whom requests wait for, and hurry up what has waited too long by its rule', every: minute, atStart: true },
  { name: 'watch-checks', label: 'Remind of checks that nobody picks up, of stops that lapse, and of accounts that nobody clears', every: hour, atStart: false },
  { name: 'sweep-files', label: 'Remove files that belong to no document', every: hour, atStart: false },
  { name: 'finish-deletions', label: 'Finish deletions of places that were interrupted', every: hour, atStart: true },
  { name: 'back-up', label: 'Back up, when a copy is due', every: minute, atStart: true },
  { name: 'verify-trail', label: 'Verify the audit trail', every: day, atStart: false },
  { name: 'checkpoints', label: 'Sign the heads of the audit trail, if a file for them is set', every: 5 * minute, atStart: false },
] as const

export type JobName = (typeof jobs)[number]['name']

/** The delay of a job's first run after the installation's first start, in seconds. */
export function firstDueAfter({ every }: { readonly every: number }): number {
  return every < day ? 0 : hour
}

const shortestPause = minute
const longestPause = hour

/** The delay after this many failures in a row, in seconds: doubles from one minute up to an hour. */
export function pauseAfter(failures: number): number {
  return Math.min(longestPause, shortestPause * 2 ** (failures - 1))
}
