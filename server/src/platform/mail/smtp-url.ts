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
  if ([...url.searchParams.keys()].some((name) => name !== 'tls')) return 'can have only tls after ?'
  const tls = modes.find((mode) => mode === (url.searchParams.get('tls') ?? 'verified'))
  if (!tls) return `must have a tls value of ${listWithOr(modes)}`
  const secure = url.protocol === 'smtps:'
  if (secure && tls === 'off') return 'is always encrypted with smtps://, so it can’t have tls=off'
  const login = loginIn(url)
  if (typeof login === 'string') return login
  if (login && tls === 'off' && !ownMachine.includes(url.hostname))
    return 'has tls=off, which would send the password unencrypted to another machine'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { host, port: Number(url.port) || (secure ? 465 : 587), tls, secure, login }
}

function loginIn({ username, password }: URL): SmtpPlace['login'] | string {
  if (username === '' && password === '') return undefined
  if (username === '' || password === '') return 'needs both a user and a password, or neither'
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return 'needs a percent-encoded user and password'
  }
}

/** Where emails arrive: the address to listen on, and how to tell what can be trusted. */
export interface InboxPlace {
  readonly host: string
  readonly port: number
  /** The networks of the relays that may pass emails on. */
  readonly from: readonly string[]
  /** The name by which the receiving server signs its DMARC results, or `*` for any name. */
  readonly server: string
}

const inboxForm = 'must be smtp://host:2525?server=mx.example.com with the address to listen on for emails of a relay'

/**
 * Parses `smtp://host:port?server=…&from=…`. Returns a description of the problem if the text is invalid, without
 * repeating any part of the URL.
 */
export function parseInboxUrl(text: string): InboxPlace | string {
  if (!/^smtp:\/\/[^/]/.test(text) || !URL.canParse(text)) return inboxForm
  const url = new URL(text)
  if (!/^\/?$/.test(url.pathname) || url.hash || url.username || url.password || url.port === '') return inboxForm
  if ([...url.searchParams.keys()].some((name) => name !== 'server' && name !== 'from'))
    return 'can have only server and from after ?'
  const server = url.searchParams.get('server')?.toLowerCase() ?? ''
  if (!/^(?:\*|[a-z\d]+(?:[.-][a-z\d]+)*)$/.test(server))
    return 'needs server=…: the name with which the receiving mail server begins Authentication-Results, or *'
  const from = url.searchParams.get('from')?.split(',') ?? []
  if (!from.every(isNetwork)) return 'must have a list of networks such as 10.1.0.0/16 after from='
  const isLocal = ownMachine.includes(url.hostname)
  if (!isLocal && from.length === 0) return 'needs from=…: the networks of the relays, such as 10.1.0.5/32'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { host, port: Number(url.port), from: isLocal ? [...from, '127.0.0.0/8', '::1/128'] : from, server }
}
