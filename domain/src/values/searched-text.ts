import { withoutHidden } from './hidden-characters.ts'

const accents = /[\u0300-\u036f]/g

/**
 * How searched texts and search words are compared: without letter case, accents (`renee` finds `Renée`) and characters
 * that nobody sees. A text that is nothing but accents stays as it is.
 */
export function fold(text: string): string {
  const visible = withoutHidden(text)
  // Some letters have their accent only when they are small.
  const bare = visible.normalize('NFD').replace(accents, '').toLowerCase().replace(accents, '')
  return bare.normalize('NFC') || visible
}
