import { z } from 'zod'

/** A check number as typed. */
function typedNumber(missing: string) {
  return z.string().trim().regex(/^\d+$/, { error: missing }).transform(Number)
}

export const typedNumbers = {
  first_number: typedNumber('Enter the first check number'),
  last_number: typedNumber('Enter the last check number'),
}
