import type { DocumentType } from '@check-requests/domain/documents/attachments/fields.ts'

/**
 * The result of an inspection: the document's type, or why the document is refused. `unknown` means an unsupported or
 * incomplete file; `unsafe` means a supported type with content that is refused.
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

/** Returns the refusal for a picture that is too large to show, or undefined if its size is allowed. */
export function refusalOfSize(width: number, height: number, what = 'This picture'): Verdict | undefined {
  if (width * height <= mostPixels) return undefined
  const [w, h] = [width, height].map((side) => side.toLocaleString('en-US'))
  return unsafe(`${what} has ${w} × ${h} pixels, which is too many to show. Use a smaller picture.`)
}

/** Returns true if an archive is appended to the file, so that it would also open as an archive. */
export function holdsArchive(bytes: Buffer): boolean {
  return bytes.includes('PK\u0005\u0006', Math.max(bytes.length - 66_000, 0), 'latin1')
}
