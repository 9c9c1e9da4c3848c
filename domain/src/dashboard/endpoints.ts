import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { mostWaiting, waitingKinds } from './waiting.ts'

/** Work of one kind that waits for the caller. */
const waitingReply = z
  .object({
    kind: z.enum(waitingKinds),
    count: z.int().describe(`More than ${mostWaiting} are counted as ${mostWaiting + 1}`),
    amount: z.number().nullable().describe('The total in dollars; null for work without amounts'),
    oldest: z.iso.datetime().nullable().describe('When the oldest one began to wait'),
    bank_account_id: z
      .int()
      .nullable()
      .describe('The bank account whose screen lists the oldest of them; null for work of no account'),
  })
  .meta({ id: 'Waiting' })
export type WaitingReply = z.output<typeof waitingReply>

/** The call for the dashboard and the sidebar. */
export const dashboardEndpoints = {
  waiting: endpoint({
    id: 'listWaiting',
    method: 'GET',
    path: '/waiting',
    summary: 'Everything that waits for the caller, by kind; work that the caller isn’t allowed to do is left out',
    policy: 'check-requests.read',
    reply: z.array(waitingReply),
    status: 200,
    failure: 'Couldn’t load what is waiting for you. Try again.',
  }),
}
