import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, searchedWords } from './searched-text.ts'

test.each([
  ['a text of small letters stays', 'harbor paint 42', 'harbor paint 42'],
  ['lines stay lines', 'Anna\nBerta', 'anna\nberta'],
  ['nothing but an apostrophe stays', '’', '’'],
  ['nothing but an accent stays', '\u0301', '\u0301'],
  ['an ellipsis is three dots', 'Wait…', 'wait...'],
  ['inches lose their marks', '24" rims', '24 rims'],
  ['Japanese keeps its voiced letters', 'ガレージ ｶﾞﾚｰｼﾞ', 'ガレージ ガレージ'],
])('folds text: %s', (_, text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('is unchanged by folding it again, so stored texts can be refolded', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 })
  const anything = fc.string({ unit: 'binary', maxLength: 20 })
  fc.assert(fc.property(fc.oneof(text, anything), (one) => fold(fold(one)) === fold(one)))
})

test.each([
  ['', []],
  ['   ', []],
  ['Supply  Harbor\tPAINT', ['supply', 'harbor', 'paint']],
  ['paint Paint pàint', ['paint']],
  ['Li Jo', ['li jo']],
  ['A & B Towing', ['a', '&', 'b', 'towing']],
  [
    'one two three four five six seven eight nine',
    ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight nine'],
  ],
])('searches "%s" by %j', (search, words) => {
  expect(searchedWords(search)).toEqual(words)
})
