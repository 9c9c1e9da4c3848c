import { userEndpoints as endpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { expect, test } from 'vitest'
import { useApprovers } from '#organization/api.ts'
import { userNotices, useUsers } from '#people/users/api.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { pathsReadAgain, rhythmOf } from '#testing/watch-queries.tsx'

test('refetches users every 10 seconds and keeps them fresh for 60 seconds', async () => {
  expect(await rhythmOf(useUsers)).toEqual({ key: 'list', every: 10, fresh: 60 })
})

test.each([
  ['creating', endpoints.create, userNotices.create],
  ['changing', endpoints.update, userNotices.update],
  ['deleting', endpoints.remove, userNotices.remove],
])('refetches both user lists after %s a user', async (_, row, notices) => {
  const useLists = () => [useUsers(), useApprovers()]
  const useIt = () => useWriteWithNotices(row, notices)
  expect(await pathsReadAgain(useLists, useIt, { body: {} })).toEqual(['/users', '/users/approvers'])
})
