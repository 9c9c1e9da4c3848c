import * as fontkit from '@cantoo/fontkit'
import { readFont, type Script, scripts, type Weight } from '../../platform/text/font-files.ts'
import type { LetterRow } from './letters.ts'

// Combining accents that aren't part of a character, and invisible characters.
const unprintable = /[\p{M}\p{Cc}\p{Cf}]/u

/** Reads the characters of all fonts, which takes a few tenths of a second. */
export async function readLetters(): Promise<LetterRow[]> {
  const rows = new Map<number, LetterRow>()
  for (const [place, script] of scripts.entries()) {
    const [normal, bold] = [await openFont(script, 'normal'), await openFont(script, 'bold')]
    for (const letter of normal.letters)
      if (!rows.has(letter) && !unprintable.test(String.fromCodePoint(letter)))
        rows.set(letter, [letter, place, normal.widthOf(letter), bold.widthOf(letter)])
  }
  return [...rows.values()]
}

async function openFont(script: Script, weight: Weight) {
  const font = fontkit.create(await readFont(script, weight))
  if ('fonts' in font) throw new Error('A font file contains several fonts.')
  return {
    letters: font.characterSet,
    widthOf: (letter: number) => (font.glyphForCodePoint(letter)?.advanceWidth ?? 0) / font.unitsPerEm,
  }
}
