import type { Returned } from '@check-requests/domain/documents/incoming-mail/rules.ts'
import { automatic, messageIdOf, testMail } from '@check-requests/domain/notices/inbox/mail.ts'
import type { TestMailResult } from '@check-requests/domain/operation/installation/endpoints.ts'
import { pauseAfter } from '@check-requests/domain/operation/jobs/jobs.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { listMailTexts } from '../../../organization/queries/places.ts'
import { moment } from '../../../platform/clock.ts'
import { shortId } from '../../../platform/crypto/hashes.ts'
import type { Change } from '../../../platform/database/change-feed.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import { Delivery, type Letter, type Mailer, NoMailServer, type Outcome } from '../../../platform/mail/mailer.ts'
import type { Services } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import type { Recipient } from '../queries/letters.ts'
import {
  leaseDigests,
  leaseMails,
  listSentTo,
  type MailLease,
  type MailRow,
  markReturned,
  releaseMails,
} from '../queries/outbox.ts'
import { type Envelope, sortMails, writeMails } from './write.ts'

const leasedFor = 600_000
const mailsAtOnce = 100
const digestsAtOnce = 20

/**
 * Sends all emails that are due. Several instances can run this at the same time, because each email is leased to one
 * instance. An email is sent twice only if an instance is killed after delivering the email and before recording the
 * delivery. Throws if the mail server is unavailable, without counting an attempt.
 */
export async function sendMails(services: Services): Promise<void> {
  const { mailer } = services
  if (!mailer) return
  await writeMails(services)
  const delivery = new Delivery(mailer)
  try {
    while (!mailer.stopping && (await sendSome(services, delivery)));
  } finally {
    delivery.close()
  }
}

/** Sends a batch. Returns true if there was anything to send. */
async function sendSome(services: Services, delivery: Delivery): Promise<boolean> {
  const { database, clock, random } = services
  const begun = clock()
  const lease: MailLease = { holder: shortId(random), now: moment(begun), until: moment(begun + leasedFor) }
  const rows = await database.transact(async (trx) => [
    ...(await leaseMails(trx, lease, mailsAtOnce)),
    ...(await leaseDigests(trx, lease, digestsAtOnce)),
  ])
  if (rows.length === 0) return false
  const envelopes = await settle(services, lease, rows)
  let outcomes: ReadonlyMap<Envelope, Outcome> = new Map()
  try {
    outcomes = await delivery.send(new Map(envelopes.map((envelope) => [envelope, envelope.letter])))
  } finally {
    const now = clock()
    const untried = envelopes.filter((envelope) => !outcomes.has(envelope)).flatMap(({ ids }) => ids)
    await commit(services, undefined, async ({ trx, changed }) => {
      for (const [envelope, outcome] of outcomes) await record(trx, lease, envelope, { outcome, now })
      await releaseMails(trx, untried, lease.holder, {})
      for (const [{ recipient }, { kind }] of outcomes)
        if (kind === 'refused' || (kind === 'taken' && recipient.isRefused)) changed(addressChanged(recipient))
    })
  }
  return true
}

/** Postpones or drops emails that must not be sent now. Returns the rest. */
async function settle(
  services: Services,
  { holder }: MailLease,
  rows: readonly MailRow[],
): Promise<readonly Envelope[]> {
  const { database, clock } = services
  const now = clock()
  const { givenUp, dropped, toDigest, envelopes } = await sortMails(services, rows, now)
  if (givenUp.length + dropped.length + toDigest.length === 0) return envelopes
  await database.transact(async (trx) => {
    await releaseMails(trx, givenUp, holder, { outcome: 'given_up', ended_at: moment(now) })
    await releaseMails(trx, dropped, holder, { outcome: 'dropped', ended_at: moment(now) })
    for (const [at, mails] of Map.groupBy(toDigest, (mail) => mail.at)) {
      const ids = mails.map(({ id }) => id)
      await releaseMails(trx, ids, holder, { in_digest: 1, due_at: moment(at) })
    }
  })
  return envelopes
}

async function record(
  trx: Tx,
  { holder }: MailLease,
  { ids, letter, attempts }: Envelope,
  { outcome, now }: { readonly outcome: Outcome; readonly now: number },
): Promise<void> {
  const { kind, answer } = outcome
  if (kind === 'later') {
    const due_at = moment(now + 1000 * pauseAfter(attempts + 1))
    return releaseMails(trx, ids, holder, { attempts: attempts + 1, answer, due_at })
  }
  const ended = { address: letter.to, ended_at: moment(now) }
  if (kind === 'taken') return releaseMails(trx, ids, holder, { ...ended, outcome: 'sent', answer: null })
  return releaseMails(trx, ids, holder, { ...ended, outcome: 'refused', answer })
}

/** The change that refreshes user lists, which show refused addresses. */
function addressChanged({ id, dealerGroupId }: Pick<Recipient, 'id' | 'dealerGroupId'>): Change {
  return { topic: 'users', id, scopes: ['users:all', `users:${dealerGroupId ?? 'shared'}`] }
}

/**
 * Marks the address of an email that came back. A report that names none of our emails to that address is ignored: it
 * can be forged.
 */
export async function noteReturned(services: Services, { address, messageId, answer }: Returned): Promise<void> {
  const origin = services.config.publicUrl?.origin ?? ''
  await commit(services, undefined, async ({ trx, changed }) => {
    const sent = await listSentTo(trx, address)
    const keysOf = ({ event_key, user_id }: MailRow) => [`${event_key}/${user_id}`, `summary/${event_key}/${user_id}`]
    const mail = sent.find((row) => keysOf(row).some((key) => messageIdOf(key, origin) === messageId))
    if (!mail) return
    await markReturned(trx, mail, `The email came back: ${answer}`)
    changed(addressChanged({ id: mail.user_id, dealerGroupId: mail.dealer_group_id }))
  })
}

/** The user and the request of our email to this address with one of these message ids. Summaries have no request. */
export async function findAnswered({ database, config }: Services, address: string, messageIds: readonly string[]) {
  if (messageIds.length === 0) return undefined
  const origin = config.publicUrl?.origin ?? ''
  const idOf = ({ event_key, user_id }: MailRow) => messageIdOf(`${event_key}/${user_id}`, origin)
  const mail = (await listSentTo(database.read, address)).find((row) => messageIds.includes(idOf(row)))
  const { check_request_id: requestId, dealer_group_id: groupId, user_id: userId } = mail ?? {}
  return requestId && groupId && userId ? { userId, requestId, groupId } : undefined
}

/** Sends the caller a test email immediately, without the outbox, and returns the mail server's answer. */
export async function sendTestMail(services: Services, caller: Caller): Promise<TestMailResult> {
  const { mailer, config, clock, database } = services
  if (!mailer)
    throw new Failure(
      'CONFLICT',
      'No mail server is configured. Set SMTP_URL and MAIL_FROM in the server’s environment.',
    )
  const origin = config.publicUrl?.origin ?? ''
  const { kind, answer } = await attempt(mailer, {
    ...testMail(await listMailTexts(database.read), origin),
    to: caller.email,
    messageId: messageIdOf(`test/${caller.userId}/${moment(clock())}`, origin),
    headers: automatic(origin),
  })
  return { taken: kind === 'taken', address: caller.email, answer }
}

async function attempt(mailer: Mailer, letter: Letter): Promise<Outcome> {
  try {
    const connection = await mailer.connect()
    const outcome = await connection.send(letter)
    connection.close()
    return outcome
  } catch (error) {
    if (error instanceof NoMailServer) return { kind: 'later', answer: error.message }
    throw error
  }
}
