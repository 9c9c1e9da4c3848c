/** The network of an IP address: an IPv4 address itself; of IPv6 the first 64 bits, since one household has them all. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address
  const [before = '', after = ''] = address.split('::')
  const first = before.split(':').filter(Boolean)
  const last = after.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
