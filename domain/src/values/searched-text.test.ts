import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, searchedWords } from './searched-text.ts'

test.each([
  ['keeps lowercase text', 'harbor paint 42', 'harbor paint 42'],
  ['keeps line breaks', 'Anna\nBerta', 'anna\nberta'],
  ['keeps a lone apostrophe', '’', '’'],
  ['keeps a lone accent', '\u0301', '\u0301'],
  ['spells an ellipsis as three dots', 'Wait…', 'wait...'],
  ['drops inch marks', '24" rims', '24 rims'],
  ['keeps voiced letters in Japanese', 'ガレージ ｶﾞﾚｰｼﾞ', 'ガレージ ガレージ'],
])('%s when it folds text', (_, text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('leaves a folded text unchanged when it is folded again', () => {
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
])('splits the search text “%s” into the words %j', (search, words) => {
  expect(searchedWords(search)).toEqual(words)
})
