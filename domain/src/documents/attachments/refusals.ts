import type { DocumentType } from './fields.ts'

const megabyte = 1_048_576

// The browser says these before it sends a file, and the server to whoever sends one all the same.
const notADocument = 'This file is not a PDF, JPEG or PNG. Save or print it as a PDF, and add that.'

/** The refusal of a file without content. */
export const emptyFile = 'This file is empty. Choose another one.'

/** The refusal of a file that different readers take for different things. */
export const twoInOne =
  'This file is two kinds of file in one, so nobody could tell what it shows. Save it again, and add that.'

/** The refusal of a file of more than so many bytes. */
export function tooLarge(mostBytes: number): string {
  return `This file is too large: ${Math.floor(mostBytes / megabyte)} MB at most. Scan it with fewer colors, or split it.`
}

/** How many bytes at the start of a file say what it is. */
export const tellingBytes = 1024

/** What a file is by its first 1,024 bytes; the sentence that refuses it if it is nothing that can be taken. */
export function typeByStart(bytes: Uint8Array): { readonly type: DocumentType } | { readonly refusal: string } {
  const start = String.fromCharCode(...bytes.subarray(0, tellingBytes))
  if (start.startsWith('%PDF-')) return { type: 'application/pdf' }
  // Readers of PDF look for their mark in the first 1,024 bytes of whatever the file begins with.
  if (start.includes('%PDF-')) return { refusal: twoInOne }
  if (start.startsWith('\u0089PNG\r\n\u001a\n')) return { type: 'image/png' }
  if (start.startsWith('\u00ff\u00d8\u00ff')) return { type: 'image/jpeg' }
  return { refusal: notADocument }
}
