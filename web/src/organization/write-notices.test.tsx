import { organizationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import { expect, test } from 'vitest'
import { dealershipNotices, departmentNotices, groupNotices } from '#organization/write-notices.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { broken, done, noticeAfter, refused, shownAfter } from '#testing/notice-of-write.tsx'

const create = { body: {} }
const remove = { params: { id: 1 } }

// Notices and default messages in the words of the specification (R229, R234, R235).
const writes = [
  {
    useIt: () => useWriteWithNotices(endpoints.createGroup, groupNotices.create),
    input: create,
    succeeded: 'Dealer Group created',
    failed: 'Dealer Group not created',
    fallback: 'Failed to create dealer group...',
  },
  {
    useIt: () => useWriteWithNotices(endpoints.removeGroup, groupNotices.remove),
    input: remove,
    succeeded: 'Dealer Group removed.',
    failed: 'Dealer Group not removed',
    fallback: 'Failed to delete dealer group...',
  },
  {
    useIt: () => useWriteWithNotices(endpoints.createDealership, dealershipNotices.create),
    input: create,
    succeeded: 'Dealership created',
    failed: 'Dealership not created',
    fallback: 'Failed to create dealership...',
  },
  {
    useIt: () => useWriteWithNotices(endpoints.removeDealership, dealershipNotices.remove),
    input: remove,
    succeeded: 'Dealership removed.',
    failed: 'Dealership not removed',
    fallback: 'Failed to delete dealership...',
  },
  {
    useIt: () => useWriteWithNotices(endpoints.createDepartment, departmentNotices.create),
    input: create,
    succeeded: 'Department created',
    failed: 'Department not created',
    fallback: 'Failed to create department...',
  },
  {
    useIt: () => useWriteWithNotices(endpoints.removeDepartment, departmentNotices.remove),
    input: remove,
    succeeded: 'Department removed.',
    failed: 'Department not removed',
    fallback: 'Failed to delete department...',
  },
]

test.each(writes)('shows the notice "$succeeded" after a success', async ({ useIt, input, succeeded }) => {
  expect(await noticeAfter(useIt, input, 200, done)).toMatchObject({ title: succeeded })
})

test.each(writes)('shows "$failed" and the server’s reason after a refusal', async ({ useIt, input, failed }) => {
  const notice = { title: failed, description: 'The server’s reason.', destructive: true }
  expect(await noticeAfter(useIt, input, 409, refused)).toEqual(notice)
})

test.each(writes)(
  'shows "$fallback" under "$failed" in the notice and the form if the server gives no reason',
  async (row) => {
    const notice = { title: row.failed, description: row.fallback, destructive: true }
    expect(await shownAfter(row.useIt, row.input, 500, broken)).toEqual({ notice, message: row.fallback })
  },
)
