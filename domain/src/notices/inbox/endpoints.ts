import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { noticeChoicesBody } from './choices.ts'
import { inboxQuery, inboxReply, markReadBody, noticeChoicesReply } from './fields.ts'

/** The maximum count of unread notices, which stands for that number or more. */
export const mostUnreadCounted = 100

/** Calls about a user's notices (decision 0060). */
export const inboxEndpoints = {
  list: endpoint({
    id: 'listInbox',
    method: 'GET',
    path: '/inbox',
    summary: 'What the caller was told and what waits for them in their role, newest first; or only unread, only read',
    policy: 'inbox.read',
    query: inboxQuery,
    reply: inboxReply,
    status: 200,
    failure: 'Failed to get the inbox...',
  }),
  markRead: endpoint({
    id: 'markInboxRead',
    method: 'POST',
    path: '/inbox/read',
    summary: 'Mark notices of the caller as read: some, those of a check request, or all',
    policy: 'session.use',
    body: markReadBody,
    reply: z.object({ unread: z.int() }),
    status: 200,
    failure: 'Failed to mark it as read...',
  }),
  choices: endpoint({
    id: 'getNoticeChoices',
    method: 'GET',
    path: '/my/notices',
    summary: 'How the caller is told: at once, once a day, in the inbox only or not at all, by topic',
    policy: 'inbox.read',
    reply: noticeChoicesReply,
    status: 200,
    failure: 'Failed to get your notices...',
  }),
  saveChoices: endpoint({
    id: 'saveNoticeChoices',
    method: 'PUT',
    path: '/my/notices',
    summary: 'Choose how to be told of these topics; what is left out stays',
    policy: 'session.use',
    body: noticeChoicesBody,
    reply: noticeChoicesReply,
    status: 200,
    failure: 'Failed to save your notices...',
  }),
}
