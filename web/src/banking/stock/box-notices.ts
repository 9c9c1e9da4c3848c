import type { WriteNotices } from '#platform/use-write-with-notices.ts'

function told(done: string, failed: string): WriteNotices {
  return { done, failed, refreshes: ['organisation', 'check-requests'] }
}

export const boxNotices = {
  receive: { ...told('Box received', 'Box not received'), detail: () => 'Somebody else has to count it.' },
  count: told('Box counted', 'Box not counted'),
  use: told('Box in use', 'Box not in use'),
  discard: told('Box discarded', 'Box not discarded'),
} satisfies Record<string, WriteNotices>
