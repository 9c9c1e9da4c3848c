import type { WriteNotices } from '#platform/use-write-with-notices.ts'

// The next number of the account changes with its runs.
const refreshes = ['check-requests', 'organisation'] as const

export const makeNotices: WriteNotices = { done: 'Numbers taken', failed: 'No numbers taken', refreshes }
export const settleNotices: WriteNotices = {
  done: 'Print run settled',
  failed: 'Couldn’t settle this print run',
  refreshes,
}
export const releaseNotices: WriteNotices = {
  done: 'Numbers released',
  failed: 'Couldn’t release the numbers',
  refreshes,
}
