import { listWithOr } from '@check-requests/domain/values/lists.ts'
import { isNetwork } from '../http/networks.ts'

/** A mail server and how to connect to it. */
export interface SmtpPlace {
  readonly host: string
  readonly port: number
  /**
   * `verified`: encrypted with a valid certificate. `unverified`: encrypted with any certificate. `off`: not encrypted.
   */
  readonly tls: 'verified' | 'unverified' | 'off'
  /** True for encryption from the first byte instead of after STARTTLS. */
  readonly secure: boolean
  readonly login: { readonly user: string; readonly password: string } | undefined
}

const form = 'must be smtp://user:password@host:587 or smtps://user:password@host:465'
const modes = ['verified', 'unverified', 'off'] as const
const ownMachine = ['localhost', '127.0.0.1', '[::1]']

/**
 * Parses `smtp://user:password@host:port?tls=…`. Returns a description of the problem if the text is invalid, without
 * repeating any part of the URL.
 */
export function parseSmtpUrl(text: string): SmtpPlace | string {
  if (!/^smtps?:\/\/[^/]/.test(text) || !URL.canParse(text)) return form
  const url = new URL(text)
  if (!/^\/?$/.test(url.pathname) || url.hash) return form
  if (hasOther(url, ['tls'])) return 'can have only tls after ?'
  const tls = modes.find((mode) => mode === (url.searchParams.get('tls') ?? 'verified'))
  if (!tls) return `must have a tls value of ${listWithOr(modes)}`
  const secure = url.protocol === 'smtps:'
  if (secure && tls === 'off') return 'is always encrypted with smtps://, so it can’t have tls=off'
  const login = loginIn(url)
  if (typeof login === 'string') return login
  if (login && tls === 'off' && !ownMachine.includes(url.hostname))
    return 'has tls=off, which would send the password unencrypted to another machine'
  return { host: hostIn(url), port: Number(url.port) || (secure ? 465 : 587), tls, secure, login }
}

function loginIn(url: URL): SmtpPlace['login'] | string {
  if (url.username === '' && url.password === '') return undefined
  if (url.username === '' || url.password === '') return 'needs both a user and a password, or neither'
  return decoded(url)
}

function decoded({ username, password }: URL): { user: string; password: string } | string {
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return 'needs a percent-encoded user and password'
  }
}

/** Where emails arrive. `server`: the name by which the receiving server signs its DMARC results, or `*` for any name. */
export type InboxPlace = RelayPlace | MailboxPlace

/** The address to listen on for emails of relays, which are in the networks `from`. */
export interface RelayPlace {
  readonly kind: 'relay'
  readonly host: string
  readonly port: number
  readonly from: readonly string[]
  readonly server: string
}

/** A mailbox of an IMAP server. Without a password, access tokens open it. */
export interface MailboxPlace {
  readonly kind: 'mailbox'
  readonly host: string
  readonly port: number
  readonly tls: 'verified' | 'unverified'
  readonly user: string
  readonly password: string | undefined
  readonly server: string
}

const inboxForm =
  'must be imaps://user:password@host:993?server=mx.example.com, or smtp://host:2525?server=mx.example.com with the address to listen on for emails of a relay'

/**
 * Parses `imaps://user:password@host:port?server=…&tls=…` and `smtp://host:port?server=…&from=…`. Returns a description
 * of the problem if the text is invalid, without repeating any part of the URL.
 */
export function parseInboxUrl(text: string): InboxPlace | string {
  if (!/^(?:smtp|imaps):\/\/[^/]/.test(text) || !URL.canParse(text)) return inboxForm
  const url = new URL(text)
  if (!/^\/?$/.test(url.pathname) || url.hash) return inboxForm
  const server = url.searchParams.get('server')?.toLowerCase() ?? ''
  if (!/^(?:\*|[a-z\d]+(?:[.-][a-z\d]+)*)$/.test(server))
    return 'needs server=…: the name with which the receiving mail server begins Authentication-Results, or *'
  return url.protocol === 'imaps:' ? mailboxIn(url, server) : relayIn(url, server)
}

function relayIn(url: URL, server: string): RelayPlace | string {
  if (url.username || url.password || url.port === '') return inboxForm
  if (hasOther(url, ['server', 'from'])) return 'can have only server and from after ?'
  const from = url.searchParams.get('from')?.split(',') ?? []
  if (!from.every(isNetwork)) return 'must have a list of networks such as 10.1.0.0/16 after from='
  const isLocal = ownMachine.includes(url.hostname)
  if (!isLocal && from.length === 0) return 'needs from=…: the networks of the relays, such as 10.1.0.5/32'
  const networks = isLocal ? [...from, '127.0.0.0/8', '::1/128'] : from
  return { kind: 'relay', host: hostIn(url), port: Number(url.port), from: networks, server }
}

function mailboxIn(url: URL, server: string): MailboxPlace | string {
  if (hasOther(url, ['server', 'tls'])) return 'can have only server and tls after ?'
  const tls = url.searchParams.get('tls') ?? 'verified'
  if (tls !== 'verified' && tls !== 'unverified') return 'must have a tls value of verified or unverified'
  if (url.username === '') return 'needs the user of the mailbox'
  const login = decoded(url)
  if (typeof login === 'string') return login
  const { user, password } = login
  const port = Number(url.port) || 993
  return { kind: 'mailbox', host: hostIn(url), port, tls, user, password: password || undefined, server }
}

/** Where access tokens come from: the endpoint of an authorization server, and the fields of a call (RFC 6749). */
export interface TokenPlace {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Parses `https://client:secret@host/path?scope=…`, or with `refresh_token=…`. Returns a description of the problem if
 * the text is invalid, without repeating any part of the URL.
 */
export function parseTokenUrl(text: string): TokenPlace | string {
  const form = 'must be https://client:secret@host/path?scope=… with the token endpoint of an authorization server'
  if (!/^https?:\/\/[^/]/.test(text) || !URL.canParse(text)) return form
  const url = new URL(text)
  if (url.username === '' || url.hash) return form
  if (url.protocol === 'http:' && !ownMachine.includes(url.hostname)) return 'must begin with https://'
  const login = decoded(url)
  if (typeof login === 'string') return login
  const given = Object.fromEntries(url.searchParams)
  const grant_type = 'refresh_token' in given ? 'refresh_token' : 'client_credentials'
  const fields = { grant_type, client_id: login.user, client_secret: login.password, ...given }
  return { url: `${url.origin}${url.pathname}`, fields }
}

function hasOther({ searchParams }: URL, names: readonly string[]): boolean {
  return [...searchParams.keys()].some((name) => !names.includes(name))
}

function hostIn({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}
