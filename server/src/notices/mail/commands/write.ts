import { roleOf } from '@check-requests/domain/access/roles.ts'
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
import { mailsTriedForDays, topicOf } from '@check-requests/domain/notices/inbox/notices.ts'
import { nextHourIn } from '@check-requests/domain/values/time-zones.ts'
import { takeBackLinks } from '../../../access/second-factor/queries/factor-changes.ts'
import { decidersOf } from '../../../approvals/queries/routed.ts'
import { adviseApprover } from '../../../check-requests/by-mail/commands/decision-links.ts'
import { keepSimilar } from '../../../check-requests/by-mail/commands/show-request.ts'
import { listViewers } from '../../../check-requests/queries/detail/viewers.ts'
import { moment } from '../../../platform/clock.ts'
import type { Letter } from '../../../platform/mail/mailer.ts'
import type { Services } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { takeToMail } from '../../inbox/queries/notices.ts'
import { hasChats, insertForChats } from '../../webhooks/queries/deliveries.ts'
import {
  contentOf,
  type Facts,
  findFacts,
  handsIn,
  type MailedRequest,
  type Recipient,
  sightOf,
  stillWaits,
} from '../queries/letters.ts'
import { insertMails, listWaitingMails, type MailRow, removeWaitingMail, type WaitingMail } from '../queries/outbox.ts'

const noticesAtOnce = 100
const waitingAtOnce = 50

type Writing = Pick<Services, 'database' | 'clock' | 'mailer'>

/**
 * Creates emails from notices and pending requests, one per recipient. Only one server instance handles each notice or
 * request.
 */
export async function writeMails(services: Writing): Promise<void> {
  await writeFromNotices(services)
  await writeFromWaiting(services)
}

async function writeFromNotices({ database, clock }: Writing): Promise<void> {
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

/** Creates emails and chat messages from pending requests. */
export async function writeFromWaiting({ database, clock, mailer }: Writing): Promise<void> {
  for (;;) {
    const waiting = await listWaitingMails(database.read, waitingAtOnce)
    for (const note of waiting)
      await database.transact(async (trx) => {
        if (await removeWaitingMail(trx, note)) await tellEach(trx, note, moment(clock()), mailer !== undefined)
      })
    if (waiting.length < waitingAtOnce) return
  }
}

async function tellEach(trx: Tx, note: WaitingMail, now: string, mails: boolean): Promise<void> {
  const { check_request_id: id, dealer_group_id, event, version, created_at } = note
  if (!mails && !(await hasChats(trx, dealer_group_id))) return
  const request = (
    await findFacts(trx, { people: [], requests: [id], accounts: [], groups: [], keys: [] })
  ).requests.get(id)
  if (!request) return
  const people = await whomItWaitsFor(trx, request, note, now)
  const mail = { dealer_group_id, event, check_request_id: id, account_id: null, text: null, created_at, due_at: now }
  const event_key = `request/${id}/${version}`
  const call = { event, event_key, account_id: null, actor_name: null }
  await insertForChats(trx, people, call, { requestId: id, at: now })
  if (!mails) return
  const notice = { ...mail, event_key, actor_name: null }
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
    const isOn = request.mail_pages === 1 && request.discreet_mails === 0
    const mayShow = isOn && performance.now() < picturesUntil
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
  const recipient = facts.people.get(row.user_id)
  if (!recipient || !['at_once', 'digest'].includes(deliveryTo(recipient, row))) return undefined
  const notice = {
    ...contentOf(row, facts),
    takeBack: links.get(row.event_key),
    approval: advice.get(row.id)?.approval,
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

function distinct(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids)].filter((id) => id !== null)
}
