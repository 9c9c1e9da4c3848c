import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasHidden, markHidden, mixedWord, withoutHidden } from './hidden-characters.ts'
import { nameField, optionalLine, optionalLines, optionalNote } from './text.ts'

const oneLine = { name: nameField('Missing'), line: optionalLine(), address: optionalLines(500) }

const hidden: readonly (readonly [name: string, character: string])[] = [
  ['a soft hyphen', '\u00ad'],
  ['a combining grapheme joiner', '\u034f'],
  ['an Arabic letter mark', '\u061c'],
  ['a Hangul filler', '\u3164'],
  ['a zero-width space', '\u200b'],
  ['a non-joiner', '\u200c'],
  ['a joiner', '\u200d'],
  ['a left-to-right mark', '\u200e'],
  ['a right-to-left mark', '\u200f'],
  ['a line separator', '\u2028'],
  ['a right-to-left override', '\u202e'],
  ['a word joiner', '\u2060'],
  ['an isolate', '\u2066'],
  ['an empty Braille pattern', '\u2800'],
  ['a variation selector', '\ufe0f'],
  ['a byte order mark', '\ufeff'],
  ['an annotation anchor', '\ufff9'],
  ['a tag', '\u{e0041}'],
  ['a supplementary variation selector', '\u{e0100}'],
]

describe.each(hidden)('the hidden character %s', (_, character) => {
  test('refuses the hidden character in names, lines, and addresses', () => {
    for (const schema of Object.values(oneLine))
      for (const text of [`Harbor${character}Glass`, `4${character}7`])
        expect(schema.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
          'This text contains invisible characters. Type it instead of pasting it',
        ])
  })

  test('keeps the hidden character in notes', () => {
    expect(optionalNote().parse(`one${character}two`)).toBe(`one${character}two`)
  })

  test('shows the hidden character in old data, and ignores it in comparisons', () => {
    expect(markHidden(`Harbor${character}Glass`)).toMatch(/^Harbor⟦U\+[0-9A-F]{4,6}⟧Glass$/)
    expect(withoutHidden(`Harbor${character}Glass`)).toBe('HarborGlass')
  })
})

test.each([
  ['a family', '👩‍👩‍👧'],
  ['a heart', 'Heart ❤️ Motors'],
  ['a skin tone', '👍🏽 Repair'],
  ['Persian', 'می‌خواهم'],
  ['Hindi', 'क्‍ष'],
  ['Sinhala', 'ශ්‍රී ලංකා'],
  ['a Japanese name with a variant selector', '葛\u{e0100}飾'],
  ['Hebrew without marks', 'שלום'],
  ['Arabic without marks', 'مرحبا'],
])('accepts correctly written %s unchanged', (_, text) => {
  expect(hasHidden(text)).toBe(false)
  expect(oneLine.name.parse(text)).toBe(text)
  expect(markHidden(text)).toBe(text)
})

test('leaves accepted names unmarked, and marks every refused one', () => {
  const unit = fc.oneof(fc.constantFrom(...hidden.map(([, character]) => character)), fc.string({ minLength: 1 }))
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 8 }), (parts) => {
      const text = parts.join('')
      expect(hasHidden(withoutHidden(text))).toBe(false)
      expect(markHidden(text) === text).toBe(!hasHidden(text))
    }),
  )
})

test.each([
  ['Cyrillic letters', 'Harbor Crооk', 'Crооk', 'Harbor Cr⟦о⟧⟦о⟧k'],
  ['a Greek capital', 'Νissan Parts', 'Νissan', '⟦Ν⟧issan Parts'],
  ['an Armenian letter', 'Suո', 'Suո', 'Su⟦ո⟧'],
  ['Greek and Cyrillic', 'Αвто', 'Αвто', 'Α⟦в⟧⟦т⟧⟦о⟧'],
])(
  'refuses a name that mixes alphabets within a word (%s) and marks the foreign letters (F9)',
  (_, text, word, marked) => {
    expect(mixedWord(text)).toBe(word)
    expect(oneLine.name.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
      `“${word}” mixes letters from different alphabets. Retype the name in one alphabet.`,
    ])
    expect(markHidden(text)).toBe(marked)
  },
)

test.each(['Авто Plus', 'Honda株式会社', 'Café Ørsted', 'Νίκος Auto', '3М', '5 µm Filter'])(
  'accepts the name “%s” with one alphabet per word, and doesn’t mark it',
  (text) => {
    expect(oneLine.name.parse(text)).toBe(text)
    expect(markHidden(text)).toBe(text)
  },
)
