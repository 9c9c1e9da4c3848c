import { roleNamed, roleOf } from '@check-requests/domain/access/roles.ts'
import { isPending, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type NoticeEvent, waitingAtStatus } from '@check-requests/domain/notices/inbox/notices.ts'
import { decidersOf } from '../../../approvals/queries/routed.ts'
import { listViewers } from '../../../check-requests/queries/detail/viewers.ts'
import { moment } from '../../../platform/clock.ts'
import type { Services } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { takeToMail } from '../../inbox/queries/notices.ts'
import { findFacts, handsIn, type MailedRequest } from '../queries/letters.ts'
import { insertMails, listWaitingMails, removeWaitingMail, type WaitingMail } from '../queries/outbox.ts'

const noticesAtOnce = 100
const waitingAtOnce = 50

/**
 * Creates emails from notices and pending requests, one per recipient. Only one server instance handles each notice or
 * request.
 */
export async function writeMails(services: Pick<Services, 'database' | 'clock'>): Promise<void> {
  await writeFromNotices(services)
  await writeFromWaiting(services)
}

async function writeFromNotices({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<void> {
  for (;;) {
    const taken = await database.transact(async (trx) => {
      const notices = await takeToMail(trx, noticesAtOnce)
      const due_at = moment(clock())
      await insertMails(
        trx,
        notices.map(({ id, to_mail, actor_id, read_at, ...notice }) => ({ ...notice, due_at })),
      )
      return notices.length
    })
    if (taken < noticesAtOnce) return
  }
}

async function writeFromWaiting({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<void> {
  for (;;) {
    const waiting = await listWaitingMails(database.read, waitingAtOnce)
    for (const note of waiting)
      await database.transact(async (trx) => {
        if (await removeWaitingMail(trx, note)) await mailEach(trx, note, moment(clock()))
      })
    if (waiting.length < waitingAtOnce) return
  }
}

async function mailEach(trx: Tx, note: WaitingMail, now: string): Promise<void> {
  const { check_request_id: id, dealer_group_id, event, version, created_at } = note
  const request = (
    await findFacts(trx, { people: [], requests: [id], accounts: [], groups: [], keys: [] })
  ).requests.get(id)
  if (!request) return
  const people = await whomItWaitsFor(trx, request, note, now)
  const mail = { dealer_group_id, event, check_request_id: id, account_id: null, text: null, created_at, due_at: now }
  const notice = { ...mail, event_key: `request/${id}/${version}`, actor_name: null }
  await insertMails(
    trx,
    people.map((user_id) => ({ ...notice, user_id })),
  )
}

/** Lists the users who can act on this request now, except users who handled it. */
async function whomItWaitsFor(trx: Tx, request: MailedRequest, { event, actor_id }: WaitingMail, now: string) {
  const role = stillWaits(request, event)
  if (!role) return []
  const hands = await handsIn(trx, request.id)
  const viewers = await listViewers(trx, request, now, { role: roleOf(role).name })
  const waitsForApproval = isPending(statusOf(request.status_id).name)
  const deciders = waitsForApproval ? await decidersOf(trx, request.id, now) : undefined
  return viewers
    .filter(({ rolesInForce }) => rolesInForce.length > 0)
    .map(({ userId }) => userId)
    .filter((userId) => userId !== actor_id && (deciders ? deciders.has(userId) : !hands.includes(userId)))
}

function saidBy(event: NoticeEvent): NoticeEvent {
  return event === 'reminder' || event === 'escalated' ? 'waiting-for-approval' : event
}

/** Returns the role for which a request is pending by this event, or undefined if the request is no longer pending. */
export function stillWaits({ status_id, held_by_id, policy_number }: MailedRequest, event: NoticeEvent) {
  const waiting = waitingAtStatus(statusOf(status_id).name, policy_number !== null)
  if (waiting?.event !== saidBy(event) || held_by_id !== null) return undefined
  return roleNamed(waiting.role).id
}
