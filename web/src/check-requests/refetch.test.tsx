import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { expect, test } from 'vitest'
import { useCheckRequest, useFewCheckRequests, useSummary } from '#check-requests/api.ts'
import {
  useChangePriority,
  useChangeStatus,
  useCreateCheckRequest,
  useDeleteCheckRequest,
  useEditCheckRequest,
  useUpdateDelivery,
} from '#check-requests/changes.ts'
import { pathsReadAgain, rhythmOf } from '#testing/watch-queries.tsx'

test.each([
  ['a list of checks', () => useFewCheckRequests({}), 60],
  ['the counts of checks', useSummary, 60],
  ['a single check', () => useCheckRequest(7), 0],
] as const)('refetches %s every 10 seconds', async (_, useIt, fresh) => {
  expect(await rhythmOf(useIt)).toMatchObject({ every: 10, fresh })
})

test.each([
  ['creating a request', () => useCreateCheckRequest()],
  ['editing it', () => useEditCheckRequest()],
  ['changing its priority', () => useChangePriority()],
  ['changing its delivery', () => useUpdateDelivery()],
  [
    'changing its status',
    () => useChangeStatus({ amount: 1, payee_name_1: 'Harbor Glass Works', request_number: 'LAG-1' } as ListedRequest),
  ],
  ['deleting it', () => useDeleteCheckRequest()],
])('refetches check request lists and counts after %s', async (_, useIt) => {
  const useLists = () => [useFewCheckRequests({}), useSummary()]
  const paths = await pathsReadAgain(useLists, useIt, { params: { id: 7 }, body: { amount: 1 } })
  expect(paths).toEqual(['/check-requests', '/check-requests/summary'])
})
