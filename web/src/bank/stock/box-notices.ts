import type { WriteNotices } from '#platform/use-write.ts'

function says(done: string, failed: string): WriteNotices {
  return { done, failed, refreshes: ['organisation', 'check-requests'] }
}

export const boxNotices = {
  receive: { ...says('Box received', 'Couldn’t receive this box'), detail: () => 'Someone else has to count it.' },
  count: says('Box counted', 'Couldn’t count this box'),
  use: says('Box in use', 'Couldn’t put this box in use'),
  discard: says('Box discarded', 'Couldn’t discard this box'),
} satisfies Record<string, WriteNotices>
