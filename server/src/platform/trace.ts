import type { Random } from './random.ts'

/** The trace that a call belongs to (W3C Trace Context), and the span in it that the call is. */
export interface Trace {
  /** 32 hex characters. */
  readonly id: string
  /** The span that the call is: 16 hex characters. */
  readonly spanId: string
  /** The span of the caller, if it named one. */
  readonly parentId: string | undefined
  /** Two hex characters, of which the last bit says whether the trace is recorded. */
  readonly flags: string
}

const form = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const onlyKnownVersion = '00'

/**
 * The trace that the header `traceparent` names, or a new one where it names none that could be read. `records`:
 * whether a new one is recorded.
 */
export function traceOf(header: unknown, random: Random, records = false): Trace {
  const spanId = random(8).toString('hex')
  const [, version, id, parentId, flags, more] = form.exec(String(header)) ?? []
  const isOdd = version === onlyKnownVersion && more !== undefined
  if (id === undefined || flags === undefined || isOdd)
    return { id: random(16).toString('hex'), spanId, parentId: undefined, flags: records ? '01' : '00' }
  return { id, spanId, parentId, flags }
}

/** The header with which a call to another server says that it belongs to this trace, and comes from this span. */
export function traceparent({ id, spanId, flags }: Trace): string {
  return `${onlyKnownVersion}-${id}-${spanId}-${flags}`
}

/** Whether whoever began the trace wants it recorded. */
export function isRecorded({ flags }: Trace): boolean {
  return (Number.parseInt(flags, 16) & 1) === 1
}
