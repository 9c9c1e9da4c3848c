import { type WriteNotices, writeNotices } from '#platform/use-write.ts'

const refreshes = ['organisation'] as const

export const draftNotices: WriteNotices = {
  done: 'Draft saved',
  failed: 'Couldn’t save the draft',
  refreshes,
}

export const discardNotices: WriteNotices = {
  done: 'Draft discarded',
  failed: 'Couldn’t discard this draft',
  refreshes,
}

// A policy decides what waits for whom from the next submission on.
export const publishNotices: WriteNotices<{ number: number }> = {
  done: 'Policy published',
  failed: 'Couldn’t publish the policy',
  detail: ({ number }) => `Version ${number} is in force.`,
  refreshes: ['organisation', 'check-requests'],
}

export const titleNotices = writeNotices('Approval title', { created: refreshes, changed: refreshes })

// Titles count at once for requests that wait.
export const holdTitlesNotices: WriteNotices = {
  done: 'Approval titles saved',
  failed: 'Couldn’t save the approval titles',
  refreshes: ['organisation', 'users', 'check-requests'],
}
