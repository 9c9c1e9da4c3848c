import type { WriteNotices } from '#platform/use-write.ts'

function told(done: string, failed: string): WriteNotices {
  return { done, failed, refreshes: ['organisation', 'check-requests'] }
}

export const boxNotices = {
  receive: { ...told('Box received', 'Couldn’t receive this box'), detail: () => 'Someone else has to count it.' },
  count: told('Box counted', 'Couldn’t count this box'),
  use: told('Box in use', 'Couldn’t put this box in use'),
  discard: told('Box discarded', 'Couldn’t discard this box'),
} satisfies Record<string, WriteNotices>
