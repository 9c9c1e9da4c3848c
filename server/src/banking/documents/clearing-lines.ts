import { deflateSync, inflateSync } from 'node:zlib'
import type { ClearedLine } from '@check-requests/domain/banking/clearing/lines.ts'

/**
 * The lines of a file, as JSON, in a tenth of its length: what is handed between threads and stored holds up everybody
 * else for as long as that is long (L1).
 */
export function packLines(json: string): string {
  return deflateSync(json, { level: 1 }).toString('base64')
}

/** The JSON of these lines; files that an earlier version has read are not packed. */
export function unpackLines(packed: string): string {
  return packed.startsWith('[') ? packed : inflateSync(Buffer.from(packed, 'base64')).toString('utf8')
}

export function linesIn(packed: string): ClearedLine[] {
  return JSON.parse(unpackLines(packed))
}
