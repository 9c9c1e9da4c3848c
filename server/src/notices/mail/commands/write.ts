import { roleNamed, roleOf } from '@check-requests/domain/access/roles.ts'
import { isPending, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { replyAddress } from '@check-requests/domain/documents/incoming-mail/rules.ts'
import { deliveryOf } from '@check-requests/domain/notices/inbox/choices.ts'
import {
  automatic,
  digestMail,
  firstPageId,
  messageIdOf,
  type NoticeContent,
  noticeMail,
} from '@check-requests/domain/notices/inbox/mail.ts'
import {
  mailsTriedForDays,
  type NoticeEvent,
  topicOf,
  waitingAtStatus,
} from '@check-requests/domain/notices/inbox/notices.ts'
import { nextHourIn } from '@check-requests/domain/values/time-zones.ts'
import { takeBackLinks } from '../../../access/second-factor/queries/factor-changes.ts'
import { decidersOf } from '../../../approvals/queries/routed.ts'
import { adviseApprover } from '../../../check-requests/by-mail/commands/decision-links.ts'
import { keepSimilar } from '../../../check-requests/by-mail/commands/show-request.ts'
import { listViewers } from '../../../check-requests/queries/detail/viewers.ts'
import { moment } from '../../../platform/clock.ts'
import type { Letter } from '../../../platform/mail/mailer.ts'
import type { Services } from '../../../services.ts'
import type { Db, Tx } from '../../../tables.ts'
import { takeToMail } from '../../inbox/queries/notices.ts'
import { type Facts, findFacts, handsIn, type MailedRequest, type Recipient } from '../queries/letters.ts'
import { insertMails, listWaitingMails, type MailRow, removeWaitingMail, type WaitingMail } from '../queries/outbox.ts'

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
function stillWaits({ status_id, held_by_id, policy_number }: MailedRequest, event: NoticeEvent) {
  const waiting = waitingAtStatus(statusOf(status_id).name, policy_number !== null)
  if (waiting?.event !== saidBy(event) || held_by_id !== null) return undefined
  return roleNamed(waiting.role).id
}

const day = 86_400_000
const digestHour = 8

/** An email, and the outbox rows that it covers. A summary covers more than one row. */
export interface Envelope {
  readonly ids: readonly number[]
  readonly attempts: number
  readonly letter: Letter
  readonly recipient: Recipient
}

/** The decision for each email that is due. */
interface Sorted {
  readonly envelopes: readonly Envelope[]
  /** Emails that couldn't be sent for days. */
  readonly givenUp: readonly number[]
  /** Emails that no longer concern their recipient. */
  readonly dropped: readonly number[]
  /** Emails to include in the recipient's next summary, due at a time in milliseconds. */
  readonly toDigest: readonly { readonly id: number; readonly at: number }[]
}

interface Mail {
  readonly row: MailRow
  readonly recipient: Recipient
  readonly notice: NoticeContent
  /** The first page of the request's document. */
  readonly png: Buffer | undefined
}

interface Advice {
  readonly approval: NonNullable<NoticeContent['approval']>
  readonly png: Buffer | undefined
}

/** How long pictures may delay the emails of a batch, in milliseconds. The remaining emails have none. */
const picturesWithin = 60_000

/**
 * Sorts due emails by their recipients' settings, and writes the emails to send now. Drops emails about requests that
 * the recipient can no longer see or that are no longer pending for them.
 */
export async function sortMails(services: Services, due: readonly MailRow[], now: number): Promise<Sorted> {
  const { database, config } = services
  const oldest = moment(now - mailsTriedForDays * day)
  const rows = due.filter(({ created_at }) => created_at >= oldest)
  const facts = await findFacts(database.read, {
    people: distinct(rows.map((row) => row.user_id)),
    requests: distinct(rows.map((row) => row.check_request_id)),
    accounts: distinct(rows.map((row) => row.account_id)),
    groups: distinct(rows.filter(({ event }) => event === 'bank-exception').map((row) => row.dealer_group_id)),
    keys: rows.map(({ event_key }) => event_key),
  })
  const mayKnow = await sightOf(database.read, rows, facts, now)
  const links = await takeBackLinks(database, rows)
  const known = rows.filter(mayKnow)
  const advice = await adviseAll(services, known, facts)
  const mails = known.flatMap((row) => mailOf(row, facts, { links, advice }) ?? [])
  const kept = new Set(mails.map(({ row }) => row.id))
  const [atOnce, daily] = [
    mails.filter(({ row }) => row.in_digest === 0),
    mails.filter(({ row }) => row.in_digest === 1),
  ]
  const waits = ({ row, recipient }: Mail) => deliveryTo(recipient, row) === 'digest'
  const origin = config.publicUrl?.origin ?? ''
  return {
    givenUp: due.filter((row) => !rows.includes(row)).map(({ id }) => id),
    dropped: rows.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
    toDigest: atOnce.filter(waits).map(({ row, recipient }) => ({
      id: row.id,
      at: nextHourIn(recipient.zone ?? config.timeZone, digestHour, now),
    })),
    envelopes: [
      ...atOnce.filter((mail) => !waits(mail)).map((mail) => envelopeOf([mail], origin, config.inbox?.address)),
      ...[...Map.groupBy(daily, ({ recipient }) => recipient.id).values()].map((own) => envelopeOf(own, origin)),
    ],
  }
}

/** What emails tell approvers in addition to the notice, by outbox row. Summaries have no links that decide. */
async function adviseAll(services: Services, rows: readonly MailRow[], { people, requests }: Facts) {
  const kept = keepSimilar(services)
  const advice = new Map<number, Advice>()
  const picturesUntil = performance.now() + picturesWithin
  for (const row of rows) {
    const request = row.check_request_id === null ? undefined : requests.get(row.check_request_id)
    const recipient = people.get(row.user_id)
    const isAsked = request && isPending(statusOf(request.status_id).name) && stillWaits(request, row.event)
    if (!isAsked || !recipient || row.in_digest === 1 || deliveryTo(recipient, row) !== 'at_once') continue
    const waiting = { userId: row.user_id, requestId: request.id, version: request.version }
    const advised = await adviseApprover(services, waiting, kept)
    if (!advised) continue
    const places = [request.dealership_name ?? request.dealer_group_name, request.department_name ?? []]
    const mayShow = request.discreet_mails === 0 && performance.now() < picturesUntil
    const page = mayShow ? await services.firstPages.of(services, request.id) : undefined
    const location = places.flat().join(', ')
    const approval = { ...advised, location, purpose: request.purpose_name, shows: page?.name }
    advice.set(row.id, { approval, png: page?.png })
  }
  return advice
}

interface Added {
  readonly links: ReadonlyMap<string, string>
  readonly advice: ReadonlyMap<number, Advice>
}

function mailOf(row: MailRow, facts: Facts, { links, advice }: Added): Mail | undefined {
  const { check_request_id, account_id } = row
  const recipient = facts.people.get(row.user_id)
  if (!recipient || !['at_once', 'digest'].includes(deliveryTo(recipient, row))) return undefined
  const request = check_request_id === null ? undefined : facts.requests.get(check_request_id)
  const account = account_id === null ? undefined : facts.named.get(account_id)
  const group = row.dealer_group_id === null ? undefined : facts.groups.get(row.dealer_group_id)
  const waits = request && stillWaits(request, row.event)
  const notice = {
    event: row.event,
    by: waits && request ? `${request.requester_first_name} ${request.requester_last_name}` : row.actor_name,
    text: row.text ?? facts.quotes.get(row.event_key) ?? null,
    request: request
      ? { id: request.id, number: request.request_number, payee: request.payee_name_1, amount: request.amount_cents }
      : null,
    account: account?.name ?? null,
    takeBack: links.get(row.event_key),
    approval: advice.get(row.id)?.approval,
    isDiscreet: request ? request.discreet_mails === 1 : group?.isDiscreet === true,
    groupText: request?.mail_text ?? account?.groupText ?? group?.groupText ?? null,
  }
  return { row, recipient, notice, png: advice.get(row.id)?.png }
}

function deliveryTo({ choices }: Recipient, { event }: MailRow) {
  return deliveryOf(topicOf(event), choices)
}

/** `inbox`: the address that takes emails, so that replies become comments. */
function envelopeOf(mails: readonly Mail[], origin: string, inbox?: string): Envelope {
  const [first] = mails as [Mail]
  const replyTo = inbox !== undefined && first.notice.request ? replyAddress(inbox) : undefined
  const { recipient } = first
  const isDigest = first.row.in_digest === 1
  const notices = mails.map(({ notice }) => notice)
  const single = { ...first.notice, takesReplies: replyTo !== undefined }
  const part = isDigest ? digestMail(notices, origin) : noticeMail(single, origin)
  const key = `${isDigest ? 'summary/' : ''}${first.row.event_key}/${recipient.id}`
  return {
    ids: mails.map(({ row }) => row.id),
    attempts: Math.max(...mails.map(({ row }) => row.attempts)),
    letter: {
      ...part,
      to: recipient.email,
      messageId: messageIdOf(key, origin),
      headers: { ...automatic(origin), ...(replyTo && { 'Reply-To': replyTo }) },
      picture: first.png && { cid: firstPageId, png: first.png },
    },
    recipient,
  }
}

/**
 * Returns a function that decides whether a recipient can get an email. The recipient must be able to see the email's
 * request and, if the request is pending, must see it in the role that acts on it.
 */
async function sightOf(db: Db, rows: readonly MailRow[], { requests, accounts }: Facts, now: number) {
  const readers = new Map<number, Map<number, readonly number[]>>()
  const deciders = new Map<number, ReadonlySet<number>>()
  for (const [id, own] of Map.groupBy(rows, (row) => row.check_request_id)) {
    const request = id === null ? undefined : requests.get(id)
    if (!request) continue
    const people = distinct(own.map((row) => row.user_id))
    const seeing = await listViewers(db, request, moment(now), { among: people })
    readers.set(request.id, new Map(seeing.map(({ userId, rolesInForce }) => [userId, rolesInForce])))
    const only = isPending(statusOf(request.status_id).name) && (await decidersOf(db, request.id, moment(now)))
    if (only) deciders.set(request.id, only)
  }
  return ({ check_request_id: id, account_id, user_id, event }: MailRow): boolean => {
    if (id === null) return event !== 'confirmation' || (account_id !== null && accounts.has(account_id))
    const request = requests.get(id)
    const roles = readers.get(id)?.get(user_id)
    if (!request || !roles) return false
    if (!['waiting', 'reminder'].includes(topicOf(event))) return roles.length > 0
    const role = stillWaits(request, event)
    return role !== undefined && roles.includes(role) && (deciders.get(id)?.has(user_id) ?? true)
  }
}

function distinct(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids)].filter((id) => id !== null)
}
