import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import { commentBody, mentionableQuery } from './fields.ts'
import { commentReply, mentionableReply } from './replies.ts'

/** Calls that concern the comments on check requests (decision 0065). */
export const commentEndpoints = {
  list: endpoint({
    id: 'listComments',
    method: 'GET',
    path: '/check-requests/:id/comments',
    summary: 'The comments on a check request, oldest first; deleted ones without their text',
    policy: 'check-requests.read',
    params: idParams,
    reply: z.array(commentReply),
    status: 200,
    failure: 'Failed to get the comments...',
  }),
  write: endpoint({
    id: 'writeComment',
    method: 'POST',
    path: '/check-requests/:id/comments',
    summary: 'Comment on a check request; `@[user id]` mentions somebody who can see it',
    policy: 'comments.write',
    params: idParams,
    body: commentBody,
    reply: commentReply,
    status: 201,
    failure: 'Failed to add the comment...',
  }),
  mentionable: endpoint({
    id: 'listMentionable',
    method: 'GET',
    path: '/check-requests/:id/people',
    summary: 'People who can see a check request, and so can be mentioned in comments on it, by how their names begin',
    policy: 'check-requests.read',
    params: idParams,
    query: mentionableQuery,
    reply: z.array(mentionableReply),
    status: 200,
    failure: 'Failed to get the people...',
  }),
  edit: endpoint({
    id: 'editComment',
    method: 'PUT',
    path: '/comments/:id',
    summary: 'Edit one’s own comment within five minutes; a mark stays',
    policy: 'comments.write',
    params: idParams,
    body: commentBody,
    reply: commentReply,
    status: 200,
    failure: 'Failed to edit the comment...',
  }),
  remove: endpoint({
    id: 'deleteComment',
    method: 'DELETE',
    path: '/comments/:id',
    summary: 'Delete one’s own comment within five minutes; a mark stays',
    policy: 'comments.write',
    params: idParams,
    reply: commentReply,
    status: 200,
    failure: 'Failed to delete the comment...',
  }),
}
