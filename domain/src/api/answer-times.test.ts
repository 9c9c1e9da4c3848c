import { expect, test } from 'vitest'
import { allEndpoints } from './all-endpoints.ts'
import { answersUsuallyWithin, answersWithin } from './endpoint.ts'

test('limits response times to 20 seconds, except for documents and calls known to be slow', () => {
  const longer = allEndpoints.filter((row) => answersWithin(row) !== answersUsuallyWithin)
  const others = longer.filter(({ produces }) => produces !== 'application/pdf' && produces !== 'application/zip')
  expect(answersUsuallyWithin).toBe(20_000)
  expect(others.map((row) => [row.id, answersWithin(row)])).toEqual([
    ['publishApprovalPolicy', 120_000],
    ['confirmClearing', 120_000],
    ['confirmUndoClearing', 120_000],
  ])
})
