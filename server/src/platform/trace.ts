import type { Random } from './random.ts'

/** The trace that a call belongs to (W3C Trace Context): 32 hex characters, and two that say whether it is recorded. */
export interface Trace {
  readonly id: string
  readonly flags: string
}

const form = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?$/
const onlyKnownVersion = '00'

/** The trace that the header `traceparent` names, or a new one where it names none that could be read. */
export function traceOf(header: unknown, random: Random): Trace {
  const [, version, id, flags, more] = form.exec(String(header)) ?? []
  const isOdd = version === onlyKnownVersion && more !== undefined
  if (id === undefined || flags === undefined || isOdd) return { id: random(16).toString('hex'), flags: '00' }
  return { id, flags }
}

/** The header with which a call to another server says that it belongs to this trace. */
export function traceparent({ id, flags }: Trace, random: Random): string {
  return `${onlyKnownVersion}-${id}-${random(8).toString('hex')}-${flags}`
}
