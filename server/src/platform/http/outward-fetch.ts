import { type LookupAddress, lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { traceHeaders } from '../measures/current-call.ts'
import { networkOf } from './networks.ts'

const mostBytes = 1_000_000

/** Addresses that no internet server has: this machine, its own networks, and reserved ranges. */
const inner = {
  // Separate lists, because a single one would also treat IPv4 addresses as IPv6.
  ipv4: networkList(
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'.split(
      ' ',
    ),
  ),
  ipv6: networkList('::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 3fff::/20'.split(' ')),
}

/** The part of `fetch` needed for calls to other servers. */
export interface OutwardCall {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/**
 * Calls another server at a URL that a user entered, over HTTPS and never in an internal network, whatever its name
 * currently resolves to. Networks in `allowed` may be called, even over plain HTTP. Doesn't follow redirects.
 */
export function outwardFetch(allowed: readonly string[]): (url: string, call: OutwardCall) => Promise<Response> {
  const known = networkList(allowed)
  return (url, call) => send(new URL(url), call, known)
}

function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}

function refusal(address: string, isEncrypted: boolean, allowed: BlockList): Error | undefined {
  // An IPv4 address can be written as an IPv6 address.
  const mapped = networkOf(address)
  const plain = isIP(mapped) === 4 ? mapped : address
  if (allowed.check(plain, familyOf(plain))) return undefined
  if (inner[familyOf(plain)].check(plain, familyOf(plain))) return new Error(`${address} is inside a private network`)
  return isEncrypted ? undefined : new Error('the URL doesn’t begin with https://')
}

async function send(url: URL, call: OutwardCall, allowed: BlockList): Promise<Response> {
  const isEncrypted = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const refused = isIP(host) === 0 ? undefined : refusal(host, isEncrypted, allowed)
  if (refused) throw refused
  const body = call.body === undefined || call.body === null ? undefined : String(call.body)
  const request = isEncrypted ? requestHttps : requestHttp
  const options = {
    method: call.method,
    headers: {
      ...traceHeaders(),
      ...call.headers,
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
    lookup: guardedLookup(isEncrypted, allowed),
    agent: false as const,
    ...(call.signal && { signal: call.signal }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, options, async (incoming) => {
      try {
        const chunks: Buffer[] = []
        let bytes = 0
        for await (const chunk of incoming) {
          bytes += chunk.length
          if (bytes > mostBytes) throw new Error('the response is too long')
          chunks.push(chunk)
        }
        resolve(responseOf(incoming.statusCode ?? 500, incoming.headersDistinct, Buffer.concat(chunks)))
      } catch (error) {
        incoming.destroy()
        reject(error)
      }
    })
    sent.on('error', reject)
    // Node closes the connection of such an answer, but reports neither a response nor an error.
    sent.on('upgrade', (_incoming, socket) => {
      socket.destroy()
      reject(new Error('the server switched protocols'))
    })
    sent.end(body)
  })
}

// Checked when the connection is made, because a name can resolve differently at each lookup.
function guardedLookup(isEncrypted: boolean, allowed: BlockList): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const refused = error ?? found.map(({ address }) => refusal(address, isEncrypted, allowed)).find(Boolean) ?? null
      const [first] = found ?? []
      if (refused || !first) callback(refused ?? new Error(`${host} has no address`), '', 0)
      else if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}

const withoutBody = new Set([204, 205, 304])

function responseOf(status: number, distinct: NodeJS.Dict<string[]>, body: Buffer): Response {
  const headers = new Headers()
  for (const [name, values] of Object.entries(distinct)) for (const value of values ?? []) headers.append(name, value)
  return new Response(withoutBody.has(status) ? null : new Uint8Array(body), { status, headers })
}
