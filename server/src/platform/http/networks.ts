import type { IncomingHttpHeaders } from 'node:http'
import { isIP, isIPv4 } from 'node:net'

/**
 * The network that an address counts as: an IPv4 address itself, of an IPv6 address the first 64 bits, since whoever
 * has one of those networks has all of its addresses. What is no address counts as itself.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (isIP(bare) !== 6) return bare
  const groups = groupsOf(bare)
  const [sixth = 0, seventh = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [sixth >> 8, sixth & 255, seventh >> 8, seventh & 255].join('.')
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/** True for a network as settings name it, such as 10.1.0.0/16 or fd00::/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/')
  const family = isIP(address)
  return family !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

/** The eight groups of an IPv6 address. The URL parser writes them all in hexadecimal, with at most one gap. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const gap = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...gap, ...after].map((group) => Number.parseInt(group, 16))
}

/**
 * Strips ports and brackets from the addresses in `x-forwarded-for`, and cuts it off at the last part that is no
 * address: what stands left of it was not seen by anybody who is trusted.
 */
export function cleanForwarded(headers: IncomingHttpHeaders): void {
  const header = headers['x-forwarded-for']
  if (header === undefined) return
  const addresses = String(header).split(',').map(addressOf)
  const known = addresses.slice(addresses.lastIndexOf(undefined) + 1)
  if (known.length > 0) headers['x-forwarded-for'] = known.join(', ')
  else delete headers['x-forwarded-for']
}

function addressOf(part: string): string | undefined {
  const text = part.trim().replaceAll('"', '')
  const [, inBrackets] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? []
  const [, beforePort = ''] = /^([\d.]+):\d+$/.exec(text) ?? []
  const address = inBrackets ?? (isIPv4(beforePort) ? beforePort : text)
  return isIP(address) === 0 ? undefined : address
}

const mostKeys = 10_000

/** Keys that are remembered until a moment each, in memory only and not more than 10,000. Times in milliseconds. */
export class KnownUntil {
  readonly #moments = new Map<string, number>()

  /** Remembers a key, in place of the oldest one when there are too many. */
  note(key: string, moment: number): void {
    const [oldest] = this.#moments.keys()
    if (this.#moments.size >= mostKeys && oldest !== undefined) this.#moments.delete(oldest)
    this.#moments.set(key, moment)
  }

  /** How long a key is still to be remembered; 0 when it is not. */
  left(key: string, now: number): number {
    return Math.max(0, (this.#moments.get(key) ?? now) - now)
  }

  forget(key: string): void {
    this.#moments.delete(key)
  }
}
