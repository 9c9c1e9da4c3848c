import { z } from 'zod'
import { idField } from '../../values/fields.ts'

/** How long emails are kept for an admin, in days, and how many of them a dealer group and a sender can have. */
export const keptForDays = 14
export const mostKept = 500
export const mostKeptOfSender = 20

/** The largest email, in bytes. */
export const mostBytesOfMail = 36_700_160

/** How many emails of a user or payee are taken within an hour. Later ones are tried again by the mail server. */
export const mostMailsPerHour = 60

/** How many attachments of an email become drafts. */
export const mostFiles = 10

/** How many users an address can name for the emails of payees. */
const mostPeople = 5

/** The part after the `+` of the address for replies to our emails. */
const replyTag = 'reply'

/** Why an email is kept for an admin, one row each. */
export const keptReasons = [
  { name: 'unverified', text: 'The receiving server didn’t verify the sender (DMARC).' },
  { name: 'unknown', text: 'The sender isn’t a user of this dealer group or a payee on file.' },
  { name: 'no-right', text: 'The sender is a user who can’t raise check requests.' },
  { name: 'blocked', text: 'The sender is a blocked payee.' },
  { name: 'nobody', text: 'The sender is a payee, but the address names no user for payees’ emails.' },
  { name: 'unusable', text: 'No attachment could become a draft.' },
] as const

export type KeptReason = (typeof keptReasons)[number]['name']

const peopleField = z
  .array(idField('Choose a user.'))
  .max(mostPeople, { error: `Choose at most ${mostPeople} users.` })
  .transform((ids) => [...new Set(ids)])

/** Body that adds an address. */
export const addMailAddressBody = z.strictObject({
  dealer_group_id: idField('Choose a dealer group.').optional(),
  dealership_id: idField('Choose a dealership.').nullable(),
  tag: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?)?$/, {
      error: 'Use up to 30 letters, digits, and hyphens, or leave it blank.',
    })
    .refine((tag) => tag !== replyTag, { error: '“reply” is reserved for replies to emails. Choose another word.' }),
  people_ids: peopleField,
})
export type AddMailAddressInput = z.output<typeof addMailAddressBody>

/** What counts about an email. Names of headers are lowercase, and the newest headers come first. */
export interface MailHead {
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** The addresses in `From`, in lowercase. */
  readonly from: readonly string[]
  readonly subject: string
  /** The message id without angle brackets. Empty if there is none. */
  readonly messageId: string
}

/** Our own mail addresses in lowercase, and the host in the message ids of our emails. */
export interface OwnAddresses {
  readonly addresses: readonly string[]
  readonly host: string
}

/**
 * The part of a recipient's address after the `+`: `frd` of `requests+frd@example.com`, or an empty text for the plain
 * address. Undefined if the recipient isn't `base` with any such part.
 */
export function tagOf(recipient: string, base: string): string | undefined {
  const [local = '', domain] = partsOf(base)
  const [recipientLocal = '', recipientDomain] = partsOf(recipient)
  if (recipientDomain !== domain) return undefined
  if (recipientLocal === local) return ''
  return recipientLocal.startsWith(`${local}+`) ? recipientLocal.slice(local.length + 1) : undefined
}

/** The address with this tag: `requests+frd@example.com`. */
export function addressWith(tag: string, base: string): string {
  const [local, domain] = partsOf(base)
  return tag === '' ? `${local}@${domain}` : `${local}+${tag}@${domain}`
}

/** The address for replies to our emails. */
export function replyAddress(base: string): string {
  return addressWith(replyTag, base)
}

/** Returns true for the address for replies to our emails. */
export function isForReplies(recipient: string, base: string): boolean {
  return tagOf(recipient, base) === replyTag
}

// What mail programs put before the email that they quote, and below what a user wrote.
const quoteBegins = [
  /^-{2,}\s*original message\s*-{2,}/i,
  /^_{10,}\s*\n/,
  /^-- \n/,
  /^(?:sent from my|get outlook for)\b/i,
  /^(?:on|am|le|el)\b.{5,300}(?:\n.{0,200}){0,2}(?:wrote|schrieb.{0,100}|écrit|escribió)\s*:\n/i,
  /^\*?from:\*? .+\n\*?(?:sent|date|to):\*? /i,
]

/** What a user wrote in a reply, without the email that it quotes and without what mail programs add. */
export function textOfReply(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const rest = (at: number) => `${lines.slice(at, at + 4).join('\n')}\n`
  const end = lines.findIndex((_, at) => quoteBegins.some((begins) => begins.test(rest(at))))
  const own = lines.slice(0, end === -1 ? lines.length : end).filter((line) => !line.startsWith('>'))
  return own.join('\n').trim()
}

function partsOf(address: string): [string, string] {
  const at = address.lastIndexOf('@')
  return [address.slice(0, at).toLowerCase(), address.slice(at + 1).toLowerCase()]
}

/**
 * Returns true if the receiving server found that the email comes from its sender's domain (DMARC, RFC 7489). `server`
 * is the name by which that server signs its results (RFC 8601), or `*` for the newest result of any name. Everything
 * older than the receiving server's own results can be forged, so all of its results have to agree.
 */
export function isSenderVerified({ headers, from }: MailHead, server: string): boolean {
  const [sender] = from
  if (sender === undefined || from.length > 1) return false
  const results = headers
    .filter(({ name }) => name === 'authentication-results')
    .map(({ value }) => partsOfResult(value))
  const trusted =
    server === '*' ? results.slice(0, 1) : results.filter(([id = '']) => id.split(/\s/)[0]?.toLowerCase() === server)
  const found = trusted.flat().flatMap((part) => /^dmarc\s*=\s*([a-z]+)(.*)$/is.exec(part)?.slice(1, 3) ?? [])
  const verdicts = found.filter((_, index) => index % 2 === 0)
  const domains = found.flatMap((rest, index) =>
    index % 2 === 1 ? (/header\.from\s*=\s*"?([^\s";]+)/i.exec(rest)?.[1]?.toLowerCase() ?? []) : [],
  )
  const [, domain] = partsOf(sender)
  const isPass = verdicts.length > 0 && verdicts.every((verdict) => verdict.toLowerCase() === 'pass')
  return isPass && domains.every((named) => named === domain)
}

/** The server's name and its results, without comments, which could contain anything. */
function partsOfResult(value: string): string[] {
  let plain = value
  for (let before = ''; before !== plain; ) {
    before = plain
    plain = plain.replace(/\([^()]*\)/g, ' ')
  }
  return plain.split(';').map((part) => part.trim())
}

const mostHops = 30

/**
 * Returns true for an email that must not be answered or kept, since that would go on forever: one of our own, an
 * automatic reply, or one that is sent in a circle (RFC 3834).
 */
export function isLoop({ headers, from, messageId }: MailHead, { addresses, host }: OwnAddresses): boolean {
  const fieldOf = (wanted: string) =>
    headers
      .find(({ name }) => name === wanted)
      ?.value.trim()
      .toLowerCase() ?? ''
  return (
    from.some((sender) => addresses.includes(sender)) ||
    (host !== '' && messageId.toLowerCase().endsWith(`@${host}`)) ||
    fieldOf('auto-submitted').startsWith('auto-replied') ||
    ['x-autoreply', 'x-autorespond'].some((name) => fieldOf(name) !== '') ||
    fieldOf('precedence') === 'auto_reply' ||
    headers.filter(({ name }) => name === 'received').length > mostHops
  )
}

/** An email that came back (RFC 3464): the address that failed, and the mail server's answer. */
export interface Returned {
  readonly address: string
  readonly answer: string
  /** The message id of the email, without angle brackets. */
  readonly messageId: string
}

/**
 * The email that a delivery report returns, or undefined if it only reports a delay. `status` is the report for
 * machines, `original` the returned email or its headers.
 */
export function returnedMail(status: string, original: string): Returned | undefined {
  const lines = unfolded(status)
  const fieldOf = (name: string) =>
    lines.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1)
  const address = fieldOf('final-recipient')?.split(';').at(-1)?.trim().toLowerCase()
  if (!address || fieldOf('action')?.trim().toLowerCase() !== 'failed') return undefined
  const id = unfolded(original).find((line) => /^message-id:/i.test(line))
  const messageId = /<([^<>\s]+)>/.exec(id ?? '')?.[1]
  if (messageId === undefined) return undefined
  const answer = fieldOf('diagnostic-code')?.replace(/^\s*smtp;/i, '') ?? fieldOf('status') ?? ''
  return { address, answer: answer.trim(), messageId }
}

function unfolded(text: string): string[] {
  return text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
}
