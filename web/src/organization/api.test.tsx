import { organizationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import { expect, test } from 'vitest'
import {
  useApprovers,
  useDealerGroups,
  useDealerships,
  useDeliveryMethods,
  useDepartments,
  usePurposes,
} from '#organization/api.ts'
import { dealershipNotices, departmentNotices, groupNotices } from '#organization/write-notices.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { pathsReadAgain, pathsReadBy, rhythmOf } from '#testing/watch-queries.tsx'

test.each([
  ['dealer groups', useDealerGroups, 'dealer-groups', 10],
  ['dealerships', useDealerships, 'dealerships', 10],
  ['departments', useDepartments, 'departments', 10],
  ['purposes', usePurposes, 'allPurpose', 10],
  ['approvers', useApprovers, 'approvers', 10],
  ['delivery methods', useDeliveryMethods, 'delivery-methods', 60],
])(
  'caches and refetches the %s at their usual interval, and keeps them fresh for 60 seconds',
  async (_, useIt, key, every) => {
    expect(await rhythmOf(() => useIt())).toEqual({ key, every, fresh: 60 })
  },
)

test('fetches approvers only if the query is enabled', async () => {
  expect(await pathsReadBy(() => useApprovers({ enabled: false }))).toEqual([])
  expect(await pathsReadBy(() => useApprovers({ enabled: true }))).toEqual(['/users/approvers'])
})

const everyPlace = ['/dealer-groups', '/dealerships', '/departments']

test.each([
  ['creating a dealership', endpoints.createDealership, dealershipNotices.create],
  ['changing a dealership', endpoints.updateDealership, dealershipNotices.update],
  ['deleting a dealership', endpoints.removeDealership, dealershipNotices.remove],
  ['creating a dealer group', endpoints.createGroup, groupNotices.create],
  ['deleting a dealer group', endpoints.removeGroup, groupNotices.remove],
  ['creating a department', endpoints.createDepartment, departmentNotices.create],
  ['deleting a department', endpoints.removeDepartment, departmentNotices.remove],
])('refetches the location lists after %s', async (_, row, notices) => {
  const useLists = () => [useDealerGroups(), useDealerships(), useDepartments()]
  const useIt = () => useWriteWithNotices(row, notices)
  expect(await pathsReadAgain(useLists, useIt, { params: { id: 1 }, body: {} })).toEqual(everyPlace)
})
