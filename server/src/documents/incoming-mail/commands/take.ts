import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { leadsInto, placeOf } from '@check-requests/domain/access/scope.ts'
import {
  isForReplies,
  isLoop,
  isSenderVerified,
  type KeptReason,
  mostBytesOfMail,
  mostFiles,
  tagOf,
} from '@check-requests/domain/documents/incoming-mail/rules.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { findPeople, type Person } from '../../../access/accounts/queries/people.ts'
import { findAccount } from '../../../access/sessions/queries/accounts.ts'
import { createDraft, discardDraft } from '../../../check-requests/drafts/commands/drafts.ts'
import { systemFor } from '../../../check-requests/recurring/commands/raise.ts'
import { noteReturned } from '../../../notices/mail/commands/send.ts'
import { listPayeesWithEmail } from '../../../payees/queries/payees.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import type { ReceivedFile } from '../../../platform/files/stored-files.ts'
import { listenForMail } from '../../../platform/mail/mail-listener.ts'
import { Mailbox } from '../../../platform/mail/mailbox.ts'
import { listenAt } from '../../../platform/threads/server-process.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { attachToDraft } from '../../attachments/commands/attach.ts'
import type { MailFile, ParsedMail } from '../documents/parse-mail.ts'
import { findAddresses, hasArrived, insertMail, type MailAddress, type NewMail } from '../queries/mails.ts'
import { keep, passing, refuseTooMany, rowOf, system } from './kept-mails.ts'
import { takeReply } from './replies.ts'

/** Receives the emails of relays, and takes them one at a time. Undefined if no relay passes emails on. */
export async function receiveMails(services: Services, onError: (error: unknown) => void) {
  const { config, files, database } = services
  const { inbox } = config
  if (inbox?.place.kind !== 'relay') return undefined
  const { place, address } = inbox
  let last = Promise.resolve()
  const take = async (content: AsyncIterable<Uint8Array>, recipients: readonly string[]) => {
    const file = await files.receive(content, mostBytesOfMail)
    const turn = last.then(() => takeMail(services, file, recipients))
    last = turn.then(
      () => {},
      () => {},
    )
    await last
    await file.discard()
    await turn
  }
  const knows = async (recipient: string) =>
    isForReplies(recipient, address) || (await findAddresses(database.read, tagsOf([recipient], address))).length > 0
  const listen = () => listenForMail(place, mostBytesOfMail, { knows, take, onError })
  return listenAt({ ...place, setting: 'INBOX_URL' }, listen)
}

/** The work that takes the emails in a mailbox. Undefined if this installation has no mailbox. */
export function mailboxWork(services: Services, onError: (error: unknown) => void): (() => Promise<void>) | undefined {
  const { config, files, mailer } = services
  const { inbox } = config
  if (inbox?.place.kind !== 'mailbox') return undefined
  const mailbox = new Mailbox(inbox.place, inbox.tokens)
  const take = async (content: AsyncIterable<Uint8Array>) => {
    const file = await files.receive(content, mostBytesOfMail)
    return takeMail(services, file).finally(() => file.discard())
  }
  return () => mailbox.takeAll(mostBytesOfMail, { take, isStopping: () => mailer?.stopping === true, onError })
}

function tagsOf(recipients: readonly string[], address: string): string[] {
  return recipients.flatMap((recipient) => tagOf(recipient, address) ?? [])
}

/**
 * Takes a received email: a reply becomes a comment, other emails become drafts or are kept for an admin. A repeated
 * delivery changes nothing. Without an envelope, the recipients are those that the email names. Throws TOO_MANY if the
 * sender has to wait. Returns false for emails that are dropped, because an answer to a forged sender would reach
 * another person: emails that can't be read, loops, and emails to unknown addresses.
 */
async function takeMail(services: Services, file: ReceivedFile, envelope?: readonly string[]): Promise<boolean> {
  const { inbox, mail: outgoing, publicUrl } = services.config
  const mail = await services.mailParser.parse(file.read())
  if (!mail || !inbox) return false
  if (mail.returned) {
    await noteReturned(services, mail.returned)
    return true
  }
  const sender = outgoing?.from.replace(/^.*<|>$/g, '').toLowerCase() ?? ''
  if (isLoop(mail.head, { addresses: [inbox.address, sender], host: publicUrl?.hostname ?? '' })) return false
  if (await takeReply(services, mail, file)) return true
  const tags = tagsOf(envelope ?? mail.recipients, inbox.address)
  const addresses = await findAddresses(services.database.read, tags)
  for (const address of addresses) await takeFor(services, address, mail, file)
  return addresses.length > 0
}

async function takeFor(services: Services, address: MailAddress, mail: ParsedMail, file: ReceivedFile): Promise<void> {
  const { database, config, clock } = services
  const row = rowOf(address, mail, moment(clock()))
  if (await hasArrived(database.read, row)) return
  const { people, isOfPayee, reason } = await whoGets(database.read, address, mail, config.inbox?.place.server ?? '')
  if (reason !== undefined) return keep(services, row, reason, file)
  await refuseTooMany(services, row)
  const drafted = await draftFrom(services, mail.files, { people, isOfPayee, row, actor: system })
  if (!drafted) return keep(services, row, 'unusable', file)
  await database.transact((trx) => insertMail(trx, row))
}

interface Recipients {
  readonly people: readonly Person[]
  readonly isOfPayee: boolean
  readonly reason?: KeptReason
}

/** The users who get drafts from an email, or why none does. */
async function whoGets(db: Db, address: MailAddress, { head }: ParsedMail, server: string): Promise<Recipients> {
  const some = (people: readonly Person[], isOfPayee: boolean, reason: KeptReason): Recipients =>
    people.length > 0 ? { people, isOfPayee } : { people, isOfPayee, reason }
  const groupId = address.dealer_group_id
  const [sender = ''] = head.from
  if (!isSenderVerified(head, server)) return some([], false, 'unverified')
  const account = await findAccount(db, sender)
  if (account?.dealerGroupId === groupId)
    return some(await listRequesters(db, groupId, [account.id]), false, 'no-right')
  const payees = await listPayeesWithEmail(db, groupId, sender)
  if (payees.length === 0) return some([], false, 'unknown')
  if (payees.some(({ state }) => state === 'blocked')) return some([], true, 'blocked')
  return some(await listRequesters(db, groupId, JSON.parse(address.people_ids)), true, 'nobody')
}

/** Those of these users who can raise requests in a dealer group. */
export async function listRequesters(db: Db, groupId: number, ids: readonly number[]): Promise<Person[]> {
  const requester = roleNamed('requester').id
  const people = [...(await findPeople(db, ids)).values()].filter(({ active }) => active)
  return people.filter(({ scope, roleIds }) => scope.dealerGroupId === groupId && roleIds.includes(requester))
}

interface Drafting {
  readonly people: readonly Person[]
  readonly isOfPayee: boolean
  readonly row: NewMail
  /** Who makes the drafts: the system, or the admin who had the email. */
  readonly actor: Actor
}

/**
 * Makes a draft for each of these users from each attachment, judged like an upload, and tells them what became of the
 * email. Another delivery after a crash finds the drafts made. Returns false if a payee's email made no draft.
 */
export async function draftFrom(services: Services, files: readonly MailFile[], drafting: Drafting): Promise<boolean> {
  const { people, isOfPayee, row, actor } = drafting
  const results = new Map<Person, Result>()
  for (const person of people) results.set(person, await draftFor(services, person, row, files))
  const isDrafted = [...results.values()].some(({ drafted }) => drafted.length > 0)
  if (isOfPayee && !isDrafted) return false
  await commit(services, undefined, async (unit) => {
    for (const [{ userId }, { drafted, refused }] of results)
      await unit.tell([userId], {
        event: drafted.length > 0 ? 'email-drafted' : 'email-unusable',
        key: `incoming-mail/${row.content_key}`,
        actor: { userId: null, name: 'System' },
        dealerGroupId: row.dealer_group_id,
        text: [`“${row.subject || 'No subject'}” from ${row.sender}.`, ...inWords(drafted), ...refused].join(' '),
      })
    const drafts = [...results].map(([{ userId }, { drafted }]) => ({ user_id: userId, files: drafted }))
    const subject = { chain: row.dealer_group_id, entity: 'incoming-mail', entityId: null }
    const after = { sender: row.sender, subject: row.subject, drafts }
    unit.audit({ actor, ...subject, action: 'incoming-mail.draft', after })
  })
  return true
}

function inWords(drafted: readonly string[]): string[] {
  return drafted.length > 0 ? [`Drafts from ${listWithAnd(drafted)}.`] : []
}

/** The attachments that became drafts, and a sentence about each of the others. */
interface Result {
  readonly drafted: string[]
  readonly refused: string[]
}

async function draftFor(services: Services, person: Person, row: NewMail, files: readonly MailFile[]): Promise<Result> {
  const result: Result = { drafted: [], refused: [] }
  if (files.length === 0) result.refused.push('Attach each invoice as a PDF file or a photo.')
  for (const [index, file] of files.entries()) {
    const tooMany = `Only ${mostFiles} attachments of an email are taken. Send this one again.`
    const problem = index < mostFiles ? await draftOf(services, person, { row, file, index }) : tooMany
    if (problem === undefined) result.drafted.push(file.name)
    else result.refused.push(`${file.name}: ${problem}`)
  }
  return result
}

interface Drafted {
  readonly row: NewMail
  readonly file: MailFile
  readonly index: number
}

/** Makes a draft from an attachment, once. Returns the reason if it isn't taken. */
async function draftOf(services: Services, person: Person, { row, file, index }: Drafted): Promise<string | undefined> {
  const { files, config } = services
  const { dealer_group_id, dealership_id = null, content_key, sender, subject } = row
  const caller = systemFor(person)
  const once = (part: string) => {
    const key = `incoming-mail/${content_key}/${index}/${part}`
    return { caller, repeatable: { userId: person.userId, key, fingerprint: key } }
  }
  const isTheirs = leadsInto(person.scope, placeOf({ dealer_group_id, dealership_id, department_id: null }))
  const values = {
    requester_id: person.userId,
    ...(isTheirs && { dealer_group_id, dealership_id }),
    notes: `Received by email from ${sender}: ${subject || file.name}`,
  }
  const readForm = async () => {
    const received = await files.receive(inOnePart(file.content), config.mostBytesOfDocument)
    return { file: received, fileName: file.name, fields: {} }
  }
  let id: number | undefined
  try {
    const draft = { form: 'new-check-request', values, received_from: sender } as const
    id = (await createDraft(services, once('draft'), draft)).id
    await attachToDraft(services, once('document'), id, readForm)
    return undefined
  } catch (error) {
    if (!(error instanceof Failure) || passing.includes(error.code)) throw error
    if (id !== undefined) await discardDraft(services, { caller, repeatable: undefined }, id)
    return error.message
  }
}

async function* inOnePart(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}
