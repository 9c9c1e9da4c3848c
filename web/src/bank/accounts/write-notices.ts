import type { WriteNotices } from '#platform/use-write-with-notices.ts'

// What an account allows decides what can become of the checks of its dealerships.
const refreshes = ['organisation', 'check-requests'] as const

function told(done: string, failed: string): WriteNotices {
  return { done, failed, refreshes }
}

export const accountNotices = {
  propose: {
    ...told('Bank account proposed', 'Couldn’t propose this bank account'),
    detail: () => 'Another admin has to confirm it before checks are drawn on it.',
  },
  update: told('Bank account updated', 'Couldn’t update this bank account'),
  confirm: told('Bank account confirmed', 'Couldn’t confirm this bank account'),
  discard: told('Changes discarded', 'Couldn’t discard the changes'),
  close: {
    ...told('Closing proposed', 'Couldn’t propose closing the account'),
    detail: () => 'Another admin has to confirm it.',
  },
} satisfies Record<string, WriteNotices>
