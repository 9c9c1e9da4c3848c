import type { DocumentType } from '@check-requests/domain/documents/attachments/fields.ts'

/**
 * What a file turned out to be: a document of one of the types, or why it cannot be taken. `unknown`: it is nothing
 * that can be taken, or not whole; `unsafe`: it is of the right type and holds what cannot be taken.
 */
export type Verdict =
  | { readonly type: DocumentType }
  | { readonly refused: 'unknown' | 'unsafe'; readonly sentence: string }

export function unknown(sentence: string): Verdict {
  return { refused: 'unknown', sentence }
}

export function unsafe(sentence: string): Verdict {
  return { refused: 'unsafe', sentence }
}

const mostPixels = 64_000_000

/** The refusal of a picture that is too large to be shown; undefined when it is not. */
export function refusalOfSize(width: number, height: number, what = 'This picture'): Verdict | undefined {
  if (width * height <= mostPixels) return undefined
  const [w, h] = [width, height].map((side) => side.toLocaleString('en-US'))
  return unsafe(`${what} has ${w} × ${h} pixels, which is too many to show. Take it again with fewer.`)
}

/** The bytes of an archive that was appended to a file, so that it can pass for either. */
export function holdsArchive(bytes: Buffer): boolean {
  return bytes.includes('PK\u0005\u0006', Math.max(bytes.length - 66_000, 0), 'latin1')
}
