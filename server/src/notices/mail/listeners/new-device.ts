import { ifItWasNotYou } from '@check-requests/domain/notices/inbox/notices.ts'
import { moment } from '../../../platform/clock.ts'
import type { Unit } from '../../../services.ts'
import { insertMails } from '../queries/outbox.ts'

interface Owner {
  readonly id: number
  readonly dealerGroupId: number | null
}

/** A session that has just begun, with the program and the network that opened it. */
interface NewSession {
  readonly id: string
  readonly agent: string | null
  readonly network: string
}

/** Emails a user about a session on a device on which they had never logged in. */
export async function mailOfNewDevice(
  { trx, now, mails }: Unit,
  { id: user_id, dealerGroupId: dealer_group_id }: Owner,
  session: NewSession,
): Promise<void> {
  if (!mails) return
  const what = {
    event: 'new-device',
    event_key: `new-device/${session.id}`,
    check_request_id: null,
    actor_name: null,
  } as const
  const when = { created_at: moment(now), due_at: moment(now) }
  const text = `${session.agent ?? 'An unknown program'}, from ${session.network}. ${ifItWasNotYou}`
  await insertMails(trx, [{ user_id, dealer_group_id, account_id: user_id, ...what, ...when, text }])
}
