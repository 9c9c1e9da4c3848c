import { createHash } from 'node:crypto'
import { roleNamed } from '@check-requests/domain/access/roles.ts'
import {
  isLoop,
  isSenderVerified,
  type KeptReason,
  mostBytesOfMail,
  mostKept,
  mostKeptOfSender,
  mostMailsPerHour,
  tagOf,
} from '@check-requests/domain/documents/incoming-mail/rules.ts'
import { findPeople, type Person } from '../../../access/accounts/queries/people.ts'
import { findAccount } from '../../../access/sessions/queries/accounts.ts'
import { noteReturned } from '../../../notices/mail/commands/send.ts'
import { listPayeesWithEmail } from '../../../payees/queries/payees.ts'
import { moment } from '../../../platform/clock.ts'
import { Failure } from '../../../platform/errors.ts'
import type { ReceivedFile } from '../../../platform/files/stored-files.ts'
import { listenForMail } from '../../../platform/mail/mail-listener.ts'
import { listenAt } from '../../../platform/threads/server-process.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import type { ParsedMail } from '../documents/parse-mail.ts'
import { countKept, countSince, findAddresses, hasArrived, insertMail, type MailAddress } from '../queries/mails.ts'
import { draftFrom } from './draft.ts'

const hour = 3_600_000

/** Receives the emails of a relay, and takes them one at a time. Undefined if this installation receives no email. */
export async function receiveMails(services: Services, onError: (error: unknown) => void) {
  const { config, files } = services
  const place = config.inbox?.place
  if (!place) return undefined
  let last = Promise.resolve()
  const inTurn = (file: ReceivedFile, recipients: readonly string[]) => {
    const turn = last.then(() => takeMail(services, file, recipients))
    last = turn.catch(() => {})
    return turn
  }
  const take = async (content: AsyncIterable<Uint8Array>, recipients: readonly string[]) => {
    const file = await files.receive(content, mostBytesOfMail)
    await inTurn(file, recipients).finally(() => file.discard())
  }
  const knows = (recipient: string) => takesMail(services, recipient)
  return listenAt({ ...place, setting: 'INBOX_URL' }, () =>
    listenForMail(place, mostBytesOfMail, { knows, take, onError }),
  )
}

/** Returns true if this address takes emails. */
async function takesMail({ config, database }: Services, recipient: string): Promise<boolean> {
  return (await findAddresses(database.read, tagsOf([recipient], config.inbox?.address))).length > 0
}

function tagsOf(recipients: readonly string[], address: string | undefined): string[] {
  return address === undefined ? [] : recipients.flatMap((recipient) => tagOf(recipient, address) ?? [])
}

/**
 * Takes a received email: its attachments become drafts, or it is kept for an admin. A repeated delivery changes
 * nothing. Throws TOO_MANY if the sender has to wait. Emails that can't be read, loops, and emails beyond the limits of
 * an unknown sender are dropped, because answering a forged sender would reach somebody else.
 */
async function takeMail(services: Services, file: ReceivedFile, recipients: readonly string[]): Promise<void> {
  const { config, database, mailParser } = services
  const { inbox, mail: outgoing, publicUrl } = config
  const mail = await mailParser.parse(file.read())
  if (!mail || !inbox) return
  if (mail.returned) return noteReturned(services, mail.returned)
  const sender = /<([^<>]+)>$/.exec(outgoing?.from ?? '')?.[1] ?? outgoing?.from ?? ''
  const own = { addresses: [inbox.address, sender.toLowerCase()], host: publicUrl?.hostname ?? '' }
  if (isLoop(mail.head, own)) return
  for (const address of await findAddresses(database.read, tagsOf(recipients, inbox.address)))
    await takeFor(services, address, mail, file)
}

async function takeFor(services: Services, address: MailAddress, mail: ParsedMail, file: ReceivedFile): Promise<void> {
  const { database, config, clock } = services
  const row = rowOf(address, mail, moment(clock()))
  if (await hasArrived(database.read, address, row.content_key)) return
  const { people, isOfPayee, reason } = await whoGets(database.read, address, mail, config.inbox?.place.server ?? '')
  if (reason !== undefined) return keep(services, row, reason, file)
  const since = moment(clock() - hour)
  if ((await countSince(database.read, row.dealer_group_id, row.sender, since)) >= mostMailsPerHour)
    throw new Failure('TOO_MANY', `${row.sender} has sent ${mostMailsPerHour} emails within an hour.`)
  const isTaken = await draftFrom(services, mail, { people, isOfPayee, row, claim: (trx) => insertMail(trx, row) })
  if (!isTaken) await keep(services, row, 'full', file)
}

const longestSubject = 200

function rowOf({ dealer_group_id, dealership_id }: MailAddress, { head, files }: ParsedMail, received_at: string) {
  const hash = createHash('sha256').update(JSON.stringify([head.from, head.messageId, head.subject]))
  for (const { name, content } of files) hash.update(`\n${name}\n`).update(content)
  return {
    dealer_group_id,
    dealership_id,
    content_key: hash.digest('hex'),
    sender: head.from[0] ?? '',
    subject: head.subject.slice(0, longestSubject),
    files: JSON.stringify(files.map(({ name }) => name)),
    reason: null,
    stored_as: null,
    size: null,
    received_at,
  }
}

interface Recipients {
  readonly people: readonly Person[]
  readonly isOfPayee: boolean
  readonly reason: KeptReason | undefined
}

/** The users who get drafts from an email, or why none does. */
async function whoGets(db: Db, address: MailAddress, { head }: ParsedMail, server: string): Promise<Recipients> {
  const nobody = (reason: KeptReason): Recipients => ({ people: [], isOfPayee: false, reason })
  const [sender = ''] = head.from
  if (!isSenderVerified(head, server)) return nobody('unverified')
  const account = await findAccount(db, sender)
  if (account?.dealerGroupId === address.dealer_group_id) {
    const people = await listRequesters(db, address.dealer_group_id, [account.id])
    return people.length > 0 ? { people, isOfPayee: false, reason: undefined } : nobody('no-right')
  }
  const payees = await listPayeesWithEmail(db, address.dealer_group_id, sender)
  if (payees.length === 0) return nobody('unknown')
  if (payees.some(({ state }) => state === 'blocked')) return nobody('blocked')
  const people = await listRequesters(db, address.dealer_group_id, JSON.parse(address.people_ids))
  return people.length > 0 ? { people, isOfPayee: true, reason: undefined } : nobody('nobody')
}

/** Those of these users who can raise requests in a dealer group. */
export async function listRequesters(db: Db, groupId: number, ids: readonly number[]): Promise<Person[]> {
  const requester = roleNamed('requester').id
  const people = [...(await findPeople(db, ids)).values()]
  return people.filter(
    ({ active, scope, roleIds }) => active && scope.dealerGroupId === groupId && roleIds.includes(requester),
  )
}

/** Keeps an email for an admin, unless the dealer group or the sender has too many of them. */
async function keep(
  { database, clock }: Services,
  row: ReturnType<typeof rowOf>,
  reason: KeptReason,
  file: ReceivedFile,
): Promise<void> {
  const kept = await countKept(database.read, row.dealer_group_id, row.sender)
  if (kept.all >= mostKept || kept.ofSender >= mostKeptOfSender) return
  const { storedAs: stored_as, size } = await file.keep()
  const received_at = moment(clock())
  await database.transact((trx) => insertMail(trx, { ...row, reason, stored_as, size, received_at }))
}
