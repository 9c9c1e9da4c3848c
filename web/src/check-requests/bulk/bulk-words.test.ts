import { expect, test } from 'vitest'
import { actWithSum } from '#check-requests/bulk/bulk-words.ts'

const several = [{ amount: 3000 }, { amount: 3100.1 }, { amount: 3049.9 }, { amount: 3150 }]

test.each([
  ['approved', several, 'Approve 4 requests, $12,300.00'],
  ['rejected', several.slice(0, 1), 'Reject 1 request, $3,000.00'],
  ['sendback', several.slice(0, 2), 'Send Back 2 requests, $6,100.10'],
  ['printed', several, 'Mark 4 requests as Printed, $12,300.00'],
  ['signed', several.slice(0, 1), 'Mark 1 request as Signed, $3,000.00'],
  ['ready', several.slice(2), 'Mark 2 requests as Ready, $6,199.90'],
] as const)('names action, count, and total on the button that sets requests to %s', (to, requests, words) => {
  expect(actWithSum(to, requests)).toBe(words)
})
