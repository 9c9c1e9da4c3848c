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
    summary:
      'The caller’s notices and the requests pending for their role, newest first; optionally only unread or only read notices',
    policy: 'inbox.read',
    query: inboxQuery,
    reply: inboxReply,
    status: 200,
    failure: 'Couldn’t load the inbox. Try again.',
  }),
  markRead: endpoint({
    id: 'markInboxRead',
    method: 'POST',
    path: '/inbox/read',
    summary: 'Mark the caller’s notices as read: some by ID, all about a check request, or all',
    policy: 'session.use',
    body: markReadBody,
    reply: z.object({ unread: z.int() }),
    status: 200,
    failure: 'Couldn’t mark the notices as read. Try again.',
  }),
  choices: endpoint({
    id: 'getNoticeChoices',
    method: 'GET',
    path: '/my/notices',
    summary: 'How the caller is notified by topic: immediately, once a day, only in the inbox, or not at all',
    policy: 'inbox.read',
    reply: noticeChoicesReply,
    status: 200,
    failure: 'Couldn’t load your notification settings. Try again.',
  }),
  saveChoices: endpoint({
    id: 'saveNoticeChoices',
    method: 'PUT',
    path: '/my/notices',
    summary: 'Choose how to be notified about these topics; omitted topics stay unchanged',
    policy: 'session.use',
    body: noticeChoicesBody,
    reply: noticeChoicesReply,
    status: 200,
    failure: 'Couldn’t save your notification settings. Try again.',
  }),
}
