const minute = 60
const hour = 3600
const day = 24 * hour

/**
 * The background jobs, one row each. `label`: the name on the screen. `every`: the delay after a success in seconds;
 * daily jobs first run an hour after the first start. `atStart`: also run whenever a server starts.
 */
// biome-ignore format: a table, one row each
export const jobs = [
  { name: 'send-mails', label: 'Send emails', every: 5, atStart: true },
  { name: 'take-emails', label: 'Take emails from the mailbox', every: minute, atStart: true },
  { name: 'send-webhooks', label: 'Send webhooks', every: 5, atStart: true },
  { name: 'forget', label: 'Delete ended sessions, failed logins, and old drafts, notices, and emails', every: hour, atStart: false },
  { name: 'take-effect', label: 'Record account changes that took effect automatically', every: hour, atStart: false },
  { name: 'remind', label: 'Remind approvers of overdue requests', every: 15 * minute, atStart: false },
  { name: 'check-approvals', label: 'Check the approvers of pending requests, and escalate overdue steps', every: minute, atStart: true },
  { name: 'raise-recurring', label: 'Draft recurring requests on their days', every: minute, atStart: true },
  { name: 'send-bank-files', label: 'Send positive-pay files to banks', every: minute, atStart: true },
  { name: 'read-bank-answers', label: 'Read the banks’ answers to positive-pay files', every: 15 * minute, atStart: false },
  { name: 'watch-checks', label: 'Send reminders about checks not picked up, expiring stop payments, and overdue clearing', every: hour, atStart: false },
  { name: 'read-documents', label: 'Read what documents say', every: minute, atStart: true },
  { name: 'sweep-files', label: 'Remove files that belong to no document', every: hour, atStart: false },
  { name: 'finish-deletions', label: 'Finish interrupted deletions of locations', every: hour, atStart: true },
  { name: 'back-up', label: 'Back up when due', every: minute, atStart: true },
  { name: 'verify-trail', label: 'Verify the audit trail', every: day, atStart: false },
  { name: 'checkpoints', label: 'Sign the latest audit trail entries, if a checkpoint file is set', every: 5 * minute, atStart: false },
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
