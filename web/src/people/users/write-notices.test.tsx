import { userEndpoints as endpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { expect, test } from 'vitest'
import { userNotices } from '#people/users/api.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { broken, done, noticeAfter, refused, shownAfter } from '#testing/notice-of-write.tsx'

// Notices and default messages in the words of the specification (R229, R234, R235); B7 corrects 'Use not removed'.
const writes = [
  {
    useIt: () => useWriteWithNotices(endpoints.create, userNotices.create),
    succeeded: 'User created',
    failed: 'User not created',
    fallback: 'Failed to create user...',
  },
  {
    useIt: () => useWriteWithNotices(endpoints.update, userNotices.update),
    succeeded: 'User updated',
    failed: 'User not updated',
    fallback: 'Failed to update user...',
  },
  {
    useIt: () => useWriteWithNotices(endpoints.remove, userNotices.remove),
    succeeded: 'User removed.',
    failed: 'User not removed',
    fallback: 'Failed to delete user...',
  },
]
const input = { body: {} }

test.each(writes)('shows the notice "$succeeded" after a success', async ({ useIt, succeeded }) => {
  expect(await noticeAfter(useIt, input, 200, done)).toMatchObject({ title: succeeded })
})

test.each(writes)('shows "$failed" and the server’s reason after a refusal', async ({ useIt, failed }) => {
  const notice = { title: failed, description: 'The server’s reason.', destructive: true }
  expect(await noticeAfter(useIt, input, 409, refused)).toEqual(notice)
})

test.each(writes)(
  'shows "$fallback" under "$failed" in the notice and the form if the server gives no reason',
  async (row) => {
    const notice = { title: row.failed, description: row.fallback, destructive: true }
    expect(await shownAfter(row.useIt, input, 500, broken)).toEqual({ notice, message: row.fallback })
  },
)
