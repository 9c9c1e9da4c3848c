import { organisationEndpoints as endpoints } from '@check-requests/domain/organisation/endpoints.ts'
import { expect, test } from 'vitest'
import { dealershipTold, departmentTold, groupTold } from '#organisation/told.ts'
import { useToldWrite } from '#platform/use-told-write.ts'
import { broken, done, noticeAfter, refused } from '#testing/tell-write.tsx'

const create = { body: {} }
const remove = { params: { id: 1 } }

// Notices and default messages in the words of the spec (R229, R234, R235).
const writes = [
  {
    useIt: () => useToldWrite(endpoints.createGroup, groupTold.create),
    input: create,
    succeeded: 'Dealer Group created',
    failed: 'Dealer Group not created',
    fallback: 'Failed to create dealer group...',
  },
  {
    useIt: () => useToldWrite(endpoints.removeGroup, groupTold.remove),
    input: remove,
    succeeded: 'Dealer Group removed.',
    failed: 'Dealer Group not removed',
    fallback: 'Failed to delete dealer group...',
  },
  {
    useIt: () => useToldWrite(endpoints.createDealership, dealershipTold.create),
    input: create,
    succeeded: 'Dealership created',
    failed: 'Dealership not created',
    fallback: 'Failed to create dealership...',
  },
  {
    useIt: () => useToldWrite(endpoints.removeDealership, dealershipTold.remove),
    input: remove,
    succeeded: 'Dealership removed.',
    failed: 'Dealership not removed',
    fallback: 'Failed to delete dealership...',
  },
  {
    useIt: () => useToldWrite(endpoints.createDepartment, departmentTold.create),
    input: create,
    succeeded: 'Department created',
    failed: 'Department not created',
    fallback: 'Failed to create department...',
  },
  {
    useIt: () => useToldWrite(endpoints.removeDepartment, departmentTold.remove),
    input: remove,
    succeeded: 'Department removed.',
    failed: 'Department not removed',
    fallback: 'Failed to delete department...',
  },
]

test.each(writes)('a success says "$succeeded"', async ({ useIt, input, succeeded }) => {
  expect(await noticeAfter(useIt, input, 200, done)).toMatchObject({ title: succeeded })
})

test.each(writes)('a refusal says "$failed" and why', async ({ useIt, input, failed }) => {
  const notice = { title: failed, description: 'The server says why.', destructive: true }
  expect(await noticeAfter(useIt, input, 409, refused)).toEqual(notice)
})

test.each(writes)('a failure without a reason says "$failed" and "$fallback"', async ({ useIt, input, ...words }) => {
  const notice = { title: words.failed, description: words.fallback, destructive: true }
  expect(await noticeAfter(useIt, input, 500, broken)).toEqual(notice)
})
