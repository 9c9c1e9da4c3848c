import { roleNamed, roleOf } from '@check-requests/domain/access/roles.ts'
import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { topicOf, waitingAtStatus } from '@check-requests/domain/inbox/notices.ts'
import { listViewers } from '../../inbox/queries/viewers.ts'
import { moment } from '../../platform/clock.ts'
import type { Services } from '../../services.ts'
import type { Tx } from '../../tables.ts'
import { findFacts, handsIn, type MailedRequest } from '../queries/letters.ts'
import { insertMails, listCalls, type MailRow, removeCall } from '../queries/outbox.ts'

const atOnce = 50

/** Puts a mail to each person in the place of those to everybody for whom a request waits. */
export async function callPeople({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<void> {
  for (;;) {
    const calls = await listCalls(database.read, atOnce)
    for (const call of calls)
      await database.transact(async (trx) => {
        if (await removeCall(trx, call.id)) await tellEach(trx, call, moment(clock()))
      })
    if (calls.length < atOnce) return
  }
}

async function tellEach(trx: Tx, call: MailRow, now: string): Promise<void> {
  const id = call.check_request_id
  const request =
    id === null ? undefined : (await findFacts(trx, { people: [], requests: [id], accounts: [] })).requests.get(id)
  if (!request) return
  const { event_key, event, dealer_group_id, check_request_id, account_id, actor_id, actor_name, text, created_at } =
    call
  await insertMails(trx, await whomItWaitsFor(trx, request, call, now), topicOf(event), {
    event_key,
    event,
    dealer_group_id,
    check_request_id,
    account_id,
    actor_id,
    actor_name,
    text,
    created_at,
    due_at: now,
  })
}

/** Who takes up this request now, except those who had a hand in it. */
async function whomItWaitsFor(trx: Tx, request: MailedRequest, { event, actor_id }: MailRow, now: string) {
  const role = stillWaits(request, event)
  if (!role) return []
  const hands = await handsIn(trx, request.id)
  const viewers = await listViewers(trx, request, now, { role: roleOf(role).name })
  return viewers
    .filter(({ rolesInForce }) => rolesInForce.length > 0)
    .map(({ userId }) => userId)
    .filter((userId) => userId !== actor_id && !hands.includes(userId))
}

/** The role for which a request waits as this event says; undefined once it does not any more. */
export function stillWaits({ status_id, held_by_id }: MailedRequest, event: MailRow['event']) {
  const waiting = waitingAtStatus(statusOf(status_id).name)
  const said = event === 'reminder' ? 'waiting-for-approval' : event
  if (!waiting || waiting.event !== said || held_by_id !== null) return undefined
  return roleNamed(waiting.role).id
}
