import type { Endpoint } from './endpoint.ts'

/** Within how many milliseconds a call is answered that takes no longer by its nature. */
export const answersUsuallyWithin = 20_000

const takesLongest = 120_000
// A PDF is made in a process of its own, which can be tried twice.
const pdfIsMadeWithin = 40_000
// An archive holds several of them.
const archiveIsMadeWithin = 240_000

/** Within how many milliseconds a call is answered once its body has arrived; otherwise with 503. */
export function answersWithin({ produces, takesLong }: Pick<Endpoint, 'produces' | 'takesLong'>): number {
  if (produces === 'application/pdf') return pdfIsMadeWithin
  if (produces === 'application/zip') return archiveIsMadeWithin
  return takesLong ? takesLongest : answersUsuallyWithin
}
