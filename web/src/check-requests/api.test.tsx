import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { expect, test } from 'vitest'
import {
  useChangePriority,
  useChangeStatus,
  useCreateCheckRequest,
  useDeleteCheckRequest,
  useEditCheckRequest,
  useUpdateDelivery,
} from '#check-requests/changes.ts'
import { useWriteComment } from '#check-requests/comments/comment-field.tsx'
import { broken, done, expired, noticeAfter, refused, shownAfter } from '#testing/notice-of-write.tsx'

const params = { id: 1 }
const request = {
  amount: 1234.5,
  payee_name_1: 'Harbor Glass Works',
  request_number: 'LAG-TOY-SVC-000007',
} as ListedRequest

// Notices and default messages in the words of the specification (R228, R229, R233, R234, R235).
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
    useIt: () => useChangeStatus(request),
    input: { params, body: {} },
    success: { title: 'Comment Added', description: 'Approved $1,234.50 to Harbor Glass Works, LAG-TOY-SVC-000007' },
    failed: 'Check update error',
    fallback: 'Failed to update check status...',
  },
  {
    useIt: () => useWriteComment(() => undefined),
    input: { params, body: { text: 'Which invoice is this?' } },
    success: { title: 'Comment Added' },
    failed: 'Comment add error',
    fallback: 'Couldn’t add the comment. Try again.',
  },
  {
    useIt: () => useDeleteCheckRequest(),
    input: { params, body: {} },
    success: { title: 'Check Req removed.', description: 'Check Req deleted...' },
    failed: 'Check Req not removed',
    fallback: 'Failed to delete check...',
  },
]

test.each(writes)('shows the notice "$success.title" after a success', async ({ useIt, input, success }) => {
  const { title, description } = await noticeAfter(useIt, input, 200, done)
  expect({ title, description }).toEqual({ description: undefined, ...success })
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

test.each(writes)('shows only the sign-in notice instead of "$failed" after a 401', async ({ useIt, input }) => {
  const notice = { title: 'Unauthorized access...', destructive: true }
  expect(await noticeAfter(useIt, input, 401, expired)).toEqual(notice)
})
