import { expect, test } from 'vitest'
import {
  useChangePriority,
  useChangeStatus,
  useCreateCheckRequest,
  useDeleteCheckRequest,
  useEditCheckRequest,
  useUpdateDelivery,
} from '#check-requests/api.ts'
import { broken, done, noticeAfter, refused } from '#testing/tell-write.tsx'

const params = { id: 1 }

// Notices and default messages in the words of the spec (R229, R233, R234, R235).
const writes = [
  {
    useIt: () => useCreateCheckRequest(),
    input: { body: { amount: 1234.5 } },
    success: { title: 'Check Request Submitted', description: '$1,234.50' },
    failed: 'Check create error',
    fallback: 'Failed to create check req...',
  },
  {
    useIt: () => useEditCheckRequest(),
    input: { params, body: {} },
    success: { title: 'Check Request Updated' },
    failed: 'Check update error',
    fallback: 'Failed to update check...',
  },
  {
    useIt: () => useChangePriority(),
    input: { params, body: {} },
    success: { title: 'Priority Updated.' },
    failed: 'Priority update error',
    fallback: 'Failed to update check priority...',
  },
  {
    useIt: () => useUpdateDelivery(),
    input: { params, body: {} },
    success: { title: 'Check delivery details updated' },
    failed: 'Check delivery details not updated',
    fallback: 'Failed to update check delivery method...',
  },
  {
    useIt: () => useChangeStatus(),
    input: { params, body: {} },
    success: { title: 'Comment Added' },
    failed: 'Comment add error',
    fallback: 'Failed to update check status...',
  },
  {
    useIt: () => useDeleteCheckRequest(),
    input: { params, body: {} },
    success: { title: 'Check Req removed.', description: 'Check Req deleted...' },
    failed: 'Check Req not removed',
    fallback: 'Failed to delete check...',
  },
]

test.each(writes)('a success says "$success.title"', async ({ useIt, input, success }) => {
  const { title, description } = await noticeAfter(useIt, input, 200, done)
  expect({ title, description }).toEqual({ description: undefined, ...success })
})

test.each(writes)('a refusal says "$failed" and why', async ({ useIt, input, failed }) => {
  const notice = { title: failed, description: 'The server says why.', destructive: true }
  expect(await noticeAfter(useIt, input, 409, refused)).toEqual(notice)
})

test.each(writes)('a failure without a reason says "$failed" and "$fallback"', async ({ useIt, input, ...words }) => {
  const notice = { title: words.failed, description: words.fallback, destructive: true }
  expect(await noticeAfter(useIt, input, 500, broken)).toEqual(notice)
})
