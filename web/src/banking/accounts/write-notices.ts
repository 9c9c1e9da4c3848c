import type { WriteNotices } from '#platform/use-write-with-notices.ts'

// What an account allows decides what can become of the checks of its dealerships.
const refreshes = ['organisation', 'check-requests'] as const

function told(done: string, failed: string): WriteNotices {
  return { done, failed, refreshes }
}

export const accountNotices = {
  propose: {
    ...told('Bank account proposed', 'Bank account not proposed'),
    detail: () => 'Another admin has to confirm it before checks are drawn on it.',
  },
  update: told('Bank account updated', 'Bank account not updated'),
  confirm: told('Bank account confirmed', 'Bank account not confirmed'),
  discard: told('Changes discarded', 'Changes not discarded'),
  close: {
    ...told('Closing proposed', 'Closing not proposed'),
    detail: () => 'Another admin has to confirm it.',
  },
} satisfies Record<string, WriteNotices>
