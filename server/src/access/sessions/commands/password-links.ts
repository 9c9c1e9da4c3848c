import { automatic, messageIdOf, passwordLinkMail } from '@check-requests/domain/notices/inbox/mail.ts'
import { pauseAfter } from '@check-requests/domain/operation/jobs/jobs.ts'
import { findMailText } from '../../../organization/queries/places.ts'
import { moment } from '../../../platform/clock.ts'
import { isSameCode } from '../../../platform/crypto/hashes.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { Delivery, type Outcome } from '../../../platform/mail/mailer.ts'
import type { Services, Unit } from '../../../services.ts'
import { findPerson, type Person } from '../../accounts/queries/people.ts'
import { providerInsteadOfPassword } from '../../identity-providers/queries/passwords.ts'
import { askForLink, listDueLinks, type PasswordLink, removeLinkOf, saveLink, updateLink } from '../queries/accounts.ts'

/** How long a link is valid after it was emailed, and how long sending the email is retried, in milliseconds. */
export const linkLastsFor = 24 * 3_600_000
export const linkTriedFor = 3 * 24 * 3_600_000

/** How long an invitation is valid, in milliseconds. */
const invitationLastsFor = 7 * 24 * 3_600_000

/** The secret of a link: the user id and 256 random bits. */
export interface LinkSecret {
  readonly userId: number
  readonly secret: string
}

function linkText({ userId, secret }: LinkSecret): string {
  return `${userId}-${secret}`
}

/** Parses the URL fragment of a link. Returns undefined if it is malformed. */
export function readLink(text: string): LinkSecret | undefined {
  const [, id, secret] = /^([1-9]\d{0,15})-([\w-]{43})$/.exec(text) ?? []
  return id === undefined || secret === undefined ? undefined : { userId: Number(id), secret }
}

/**
 * The stored code of a link. The code is made with the trail key, so that someone with write access to the database
 * can't create a link.
 */
function codeOfLink(keyring: Keyring, { userId, secret }: LinkSecret, expiresAt: string): string {
  return keyring.codeOf(`password link\n${userId}\n${expiresAt}\n${secret}`)
}

/** Returns true if the given link is the stored one and still valid. */
export function opens(keyring: Keyring, link: PasswordLink | undefined, given: LinkSecret, now: string): boolean {
  if (!link || link.code === null || link.expires_at === null || link.expires_at <= now) return false
  return isSameCode(codeOfLink(keyring, given, link.expires_at), link.code)
}

/**
 * Schedules an email with a link to choose a password for a user whose password was set by someone else, if email is
 * configured.
 */
export async function offerLink({ mailer }: Services, { trx, now }: Unit, userId: number): Promise<void> {
  if (mailer) await askForLink(trx, userId, moment(now))
  else await removeLinkOf(trx, userId)
}

/** A link for an admin to pass on, because there is no mail server. */
export interface ShownLink {
  readonly link: string
  readonly expires_at: string
}

/**
 * Invites a user to choose a password, and invalidates earlier links. Schedules an email or, without a mail server,
 * returns the link, of which only the code is stored.
 */
export async function invite(services: Services, { trx, now }: Unit, userId: number): Promise<ShownLink | undefined> {
  const { mailer, database, random, config } = services
  const asked_at = moment(now)
  if (mailer) {
    await askForLink(trx, userId, asked_at, 'mailed')
    return undefined
  }
  const expires_at = moment(now + invitationLastsFor)
  const given = { userId, secret: random(32).toString('base64url') }
  const code = codeOfLink(database.keyring, given, expires_at)
  await saveLink(trx, userId, { asked_at, due_at: null, attempts: 0, code, expires_at, invitation: 'shown' })
  return { link: linkAddress(config, given), expires_at }
}

function linkAddress({ publicUrl }: Services['config'], given: LinkSecret): string {
  return `${publicUrl?.origin ?? ''}/choose-password#${linkText(given)}`
}

/**
 * Emails the links that are due. Creates each link only when emailing it, and stores only its code, so that no link can
 * be read from the database.
 */
export async function mailPasswordLinks(services: Services): Promise<void> {
  const { mailer, database, clock } = services
  if (!mailer) return
  const delivery = new Delivery(mailer)
  try {
    for (const link of await listDueLinks(database.read, moment(clock()))) {
      if (mailer.stopping) return
      await mailLink(services, delivery, link)
    }
  } finally {
    delivery.close()
  }
}

async function mailLink(services: Services, delivery: Delivery, link: PasswordLink): Promise<void> {
  const { database, clock } = services
  const person = await findPerson(database.read, link.user_id)
  const isLate = Date.parse(link.asked_at) + linkTriedFor < clock()
  // An invitation that can't be emailed stays, so that an admin can send a new one.
  if (person?.active && isLate && link.invitation !== null)
    return database.transact((trx) => updateLink(trx, link, { due_at: null }))
  if (!person?.active || isLate || (await hasProvider(services, person)))
    return database.transact((trx) => removeLinkOf(trx, link.user_id))
  const letter = await writeLetter(services, link, person)
  const outcome = (await delivery.send(new Map([[link, letter]]))).get(link)
  await database.transact((trx) => updateLink(trx, link, afterwards(link, outcome, clock())))
}

// A user whose password doesn't work needs no link to choose one.
async function hasProvider({ database }: Services, { email, scope }: Person): Promise<boolean> {
  const owner = { email, dealerGroupId: scope.dealerGroupId }
  return (await providerInsteadOfPassword(database.read, owner)) !== undefined
}

function afterwards({ attempts }: PasswordLink, outcome: Outcome | undefined, now: number) {
  if (outcome?.kind === 'taken') return { due_at: null }
  const unsent = { code: null, expires_at: null }
  if (outcome?.kind === 'refused') return { ...unsent, due_at: null }
  return { ...unsent, attempts: attempts + 1, due_at: moment(now + 1000 * pauseAfter(attempts + 1)) }
}

// Stores the code before sending the email, so that a delivered link always works.
async function writeLetter({ database, random, clock, config }: Services, link: PasswordLink, person: Person) {
  const isInvitation = link.invitation !== null
  const expires_at = moment(clock() + (isInvitation ? invitationLastsFor : linkLastsFor))
  const given = { userId: person.userId, secret: random(32).toString('base64url') }
  const code = codeOfLink(database.keyring, given, expires_at)
  await database.transact((trx) => updateLink(trx, link, { code, expires_at }))
  const origin = config.publicUrl?.origin ?? ''
  const groupText = await findMailText(database.read, person.scope.dealerGroupId)
  return {
    ...passwordLinkMail({ email: person.email, link: linkAddress(config, given), groupText, isInvitation }, origin),
    to: person.email,
    messageId: messageIdOf(`password-link/${person.userId}/${link.asked_at}/${link.attempts}`, origin),
    headers: automatic(origin),
  }
}
