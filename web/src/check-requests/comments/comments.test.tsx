import type { Comment } from '@check-requests/domain/check-requests/comments/fields.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Comments } from '#check-requests/comments/comments.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const soon = new Date(Date.now() + 600_000).toISOString()

function comment(changes: Partial<Comment> = {}): Comment {
  return {
    id: 3,
    text: 'Which invoice is this?',
    created_at: '2026-11-20T15:00:00.000Z',
    created_by: { id: 31, name: 'Denise Carver' },
    edited_at: null,
    deleted_at: null,
    changeable_until: null,
    mentions: [],
    ...changes,
  }
}

async function openComments(comments: Comment[], replies: Replies = {}, as = userAs('requester')) {
  const opened = await openScreen(<Comments requestId={127} />, {
    as,
    replies: { 'GET /check-requests/127/comments': comments, ...replies },
  })
  await eventually(() => expect(screen.queryAllByRole('listitem')).toHaveLength(comments.length))
  return opened
}

const firstRow = () => spaced(screen.getAllByRole('listitem')[0]?.textContent)

test('invites the user to comment if there are no comments', async () => {
  await openComments([])
  expect(
    await eventually(() => screen.getByText(/^No comments yet\. Use comments to ask or explain something/)),
  ).toBeTruthy()
})

test('shows author, time, and text of a comment', async () => {
  await openComments([comment()])
  expect(firstRow()).toMatch(/^Denise CarverNov 20, 2026, .*Which invoice is this\?$/)
})

test('marks an edited comment as edited', async () => {
  await openComments([comment({ edited_at: '2026-11-20T15:05:00.000Z' })])
  expect(firstRow()).toContain('· edited')
})

test('marks an edited and then deleted comment only as deleted', async () => {
  const at = '2026-11-20T15:05:00.000Z'
  await openComments([comment({ text: '', edited_at: at, deleted_at: at })])
  expect(firstRow()).toMatch(/Deleted, Nov 20, 2026, /)
  expect(firstRow()).not.toContain('edited')
})

test('turns web addresses into links that open in a new tab', async () => {
  await openComments([comment({ text: 'See https://harbor.example/inv/7 please' })])
  const link = screen.getByRole('link', { name: 'https://harbor.example/inv/7' })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://harbor.example/inv/7',
    '_blank',
    'noopener noreferrer',
  ])
})

test('offers edit and delete buttons only for comments that the user can still change', async () => {
  await openComments([comment(), comment({ id: 4, changeable_until: soon })])
  const [first, second] = screen.getAllByRole('listitem')
  if (!first || !second) throw new Error('Two comments are missing')
  expect(within(first).queryByRole('button')).toBeNull()
  expect(within(second).getByRole('button', { name: 'Edit comment' })).toBeTruthy()
})

test('hides the edit and delete buttons once the time limit for changes has passed', async () => {
  await openComments([comment({ changeable_until: '2026-01-01T00:00:00.000Z' })])
  expect(screen.queryByRole('button', { name: 'Edit comment' })).toBeNull()
})

test('trims and sends a new comment, and clears the field', async () => {
  const { user, sent } = await openComments([], { 'POST /check-requests/127/comments': comment() })
  await user.type(screen.getByLabelText('Write a Comment'), '  Which invoice?  ')
  await user.click(screen.getByRole('button', { name: 'Comment' }))
  await untilShown('Comment Added')
  expect(sent()).toEqual([['POST /check-requests/127/comments', { text: 'Which invoice?' }]])
  expect(screen.getByLabelText('Write a Comment')).toHaveProperty('value', '')
})

test('doesn’t send a blank comment', async () => {
  const { user } = await openComments([])
  await user.type(screen.getByLabelText('Write a Comment'), '   ')
  expect(screen.getByRole('button', { name: 'Comment' })).toHaveProperty('disabled', true)
})

test('keeps the text and shows the server’s reason if a comment couldn’t be saved', async () => {
  const { user } = await openComments([], { 'POST /check-requests/127/comments': new Refusal(409, 'It is closed.') })
  await user.type(screen.getByLabelText('Write a Comment'), 'Which invoice?')
  await user.click(screen.getByRole('button', { name: 'Comment' }))
  await untilShown('It is closed.')
  expect(screen.getByLabelText('Write a Comment')).toHaveProperty('value', 'Which invoice?')
})

test('edits a comment in place', async () => {
  const own = comment({ changeable_until: soon })
  const { user, sent } = await openComments([own], { 'PUT /comments/3': { ...own, text: 'Which invoice number?' } })
  await user.click(screen.getByRole('button', { name: 'Edit comment' }))
  const field = screen.getByLabelText('Edit Your Comment')
  await user.clear(field)
  await user.type(field, 'Which invoice number?')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await eventually(() => expect(screen.queryByLabelText('Edit Your Comment')).toBeNull())
  expect(sent()).toEqual([['PUT /comments/3', { text: 'Which invoice number?' }]])
})

test('doesn’t send an edited comment whose text is unchanged', async () => {
  const { user, sent } = await openComments([comment({ changeable_until: soon })])
  await user.click(screen.getByRole('button', { name: 'Edit comment' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await eventually(() => expect(screen.queryByLabelText('Edit Your Comment')).toBeNull())
  expect(sent()).toEqual([])
})

test('deletes a comment after confirmation', async () => {
  const { user, sent } = await openComments([comment({ changeable_until: soon })], { 'DELETE /comments/3': { id: 3 } })
  await user.click(screen.getByRole('button', { name: 'Delete comment' }))
  expect(sent()).toEqual([])
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Delete' })))
  await untilShown('Comment deleted')
  expect(sent()).toEqual([['DELETE /comments/3', undefined]])
})

test('shows auditors no comment field', async () => {
  await openComments([comment()], {}, userAs('approver', { audits: true }))
  expect(screen.queryByLabelText('Write a Comment')).toBeNull()
})

test('mentions a user chosen with @ and Enter, and sends the user’s id', async () => {
  const { user, sent } = await openComments([], {
    'GET /check-requests/127/people': [{ id: 31, name: 'Denise Carver', role: 'approver' }],
    'POST /check-requests/127/comments': comment(),
  })
  const field = screen.getByLabelText('Write a Comment')
  await user.type(field, 'Please look, @Den')
  await eventually(() => screen.getByRole('option', { name: /Denise Carver/ }))
  await user.keyboard('{Enter}')
  await eventually(() => expect(field).toHaveProperty('value', 'Please look, @Denise Carver '))
  await user.click(screen.getByRole('button', { name: 'Comment' }))
  await eventually(() => expect(sent()).toHaveLength(1))
  expect(JSON.stringify(sent()[0]?.[1])).not.toContain('Denise')
})
