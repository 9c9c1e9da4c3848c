import { z } from 'zod'
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

/** A check number as typed. */
function typedNumber(missing: string) {
  return z.string().trim().regex(/^\d+$/, { error: missing }).transform(Number)
}

export const typedNumbers = {
  first_number: typedNumber('Enter the first check number'),
  last_number: typedNumber('Enter the last check number'),
}
