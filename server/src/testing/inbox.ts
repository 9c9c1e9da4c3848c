import { inboxEndpoints as endpoints } from '@check-requests/domain/notices/inbox/endpoints.ts'
import type { Inbox, Notice } from '@check-requests/domain/notices/inbox/fields.ts'
import type { Client } from './client.ts'

interface Query {
  readonly unread?: '0' | '1'
  readonly cursor?: string
  readonly limit?: number
}

/** Reads a page of a user's inbox. */
export async function inboxOf(client: Client, query: Query = {}): Promise<Inbox> {
  return (await client.call(endpoints.list, { query })).data
}

/** Lists a user's notices about a request, newest first. */
export async function noticesOf(client: Client, requestId: number): Promise<Notice[]> {
  return (await inboxOf(client, { limit: 100 })).items.filter((notice) => notice.request?.id === requestId)
}

export async function eventsOf(client: Client, requestId: number): Promise<string[]> {
  return (await noticesOf(client, requestId)).map(({ event }) => event)
}

/** Marks notices as read. */
export function markRead(client: Client, body: object) {
  return client.send('POST', '/api/v1/inbox/read', { body })
}
