import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP, isIPv4 } from 'node:net'

/**
 * Returns the network that an address counts as: an IPv4 address itself, or the first 64 bits of an IPv6 address,
 * because their owner has all addresses in that network. Any other text counts as itself.
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

/** Returns true for a network in the form used in settings, such as 10.1.0.0/16 or fd00::/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/')
  const family = isIP(address)
  return family !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

/** Returns true if an address is one of these addresses or in one of these networks. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const mapped = networkOf(address)
  const plain = isIP(mapped) === 4 ? mapped : (address.split('%')[0] ?? '')
  const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6'
  return networks.some((network) => {
    const [first = '', bits] = network.split('/')
    const ofNetwork = isIP(first) === 4 ? 'ipv4' : 'ipv6'
    if (ofNetwork !== family) return false
    const list = new BlockList()
    if (bits === undefined) list.addAddress(first, ofNetwork)
    else list.addSubnet(first, Number(bits), ofNetwork)
    return list.check(plain, family)
  })
}

/** The eight groups of an IPv6 address. The URL parser writes them in hexadecimal, with at most one gap. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const gap = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...gap, ...after].map((group) => Number.parseInt(group, 16))
}

/**
 * Strips ports and brackets from the addresses in `x-forwarded-for`. Cuts the header off at the last part that isn't an
 * address, because no trusted proxy saw the parts to the left of that one.
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

/** Remembers up to 10,000 keys in memory, each until a given time. Times are in milliseconds. */
export class KnownUntil {
  readonly #moments = new Map<string, number>()

  /** Remembers a key, replacing the oldest one if there are too many. */
  note(key: string, moment: number): void {
    const [oldest] = this.#moments.keys()
    if (this.#moments.size >= mostKeys && oldest !== undefined) this.#moments.delete(oldest)
    this.#moments.set(key, moment)
  }

  /** The time for which a key is still remembered, or 0 if it isn't. */
  left(key: string, now: number): number {
    return Math.max(0, (this.#moments.get(key) ?? now) - now)
  }

  forget(key: string): void {
    this.#moments.delete(key)
  }
}
