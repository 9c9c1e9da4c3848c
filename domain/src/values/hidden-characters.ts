// Unicode's own list of zero-width characters, and of characters that look like spaces or line ends.
const hidden = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]/gu

// An emoji with its skin tone or style, joined with others, such as a family.
const emoji =
  /\p{Extended_Pictographic}(\p{Emoji_Modifier}|\ufe0f)?(\u200d\p{Extended_Pictographic}(\p{Emoji_Modifier}|\ufe0f)?)*/gu

// In words of these scripts, a joiner changes the shape of letters. A variation selector can follow a Han character.
const joined =
  'Arabic Bengali Devanagari Gujarati Gurmukhi Kannada Khmer Malayalam Myanmar Oriya Sinhala Syriac Tamil Telugu'
const letters = `[${joined
  .split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`
const joiner = new RegExp(`(?<=${letters}\\p{M}*)[\\u200c\\u200d](?=${letters})`, 'gu')
const variant = /(?<=\p{Script=Han})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu

const plain = /^[\x20-\x7e]*$/
const lettersInRow = /[\p{L}\p{M}]+/gu
const alphabets = 'Latin Greek Cyrillic Armenian Georgian Hebrew Arabic Cherokee Coptic Lisu'
  .split(' ')
  .map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))

/**
 * True for a text with invisible characters, such as zero-width spaces or marks that reverse the reading direction,
 * which would make identical-looking texts differ. Allows these characters in emoji and letters that need them.
 */
export function hasHidden(text: string): boolean {
  const rest = text.replace(emoji, '').replace(joiner, '').replace(variant, '')
  return rest.search(hidden) >= 0
}

/** The text without invisible characters, for comparison. */
export function withoutHidden(text: string): string {
  return text.replace(hidden, '')
}

/** The first word that mixes alphabets (F9), such as `Crook` with a Cyrillic о; undefined if there is none. */
export function mixedWord(text: string): string | undefined {
  return plain.test(text) ? undefined : text.match(lettersInRow)?.find((word) => alphabetsIn(word).length > 1)
}

/**
 * The text with a visible mark in place of each invisible character, except where emoji and letters need it, and with
 * marks around the foreign letters of words that mix alphabets.
 */
export function markHidden(text: string): string {
  const marked = mixedWord(text) === undefined ? text : text.replace(lettersInRow, markMixed)
  return hasHidden(marked) ? marked.replace(hidden, (character) => `⟦${codePointOf(character)}⟧`) : marked
}

// Marks all letters of a word except the Latin ones or, if there are none, except those of the word's first alphabet.
function markMixed(word: string): string {
  const [kept, ...others] = alphabetsIn(word)
  if (kept === undefined || others.length === 0) return word
  return [...word].map((letter) => (others.some((one) => one.test(letter)) ? `⟦${letter}⟧` : letter)).join('')
}

function alphabetsIn(word: string): RegExp[] {
  return alphabets.filter((alphabet) => alphabet.test(word))
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
