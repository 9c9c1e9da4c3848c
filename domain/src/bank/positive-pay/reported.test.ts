import { expect, test } from 'vitest'
import { repeatsReported } from './write-file.ts'

const written = [
  'H,0021,11/26/2026\r\n"0001001","1,000.00",11/26/2026,Harbor Glass\r\n',
  '0001002,300.00,11/26/2026,\r\n',
]

test.each([
  ['one file', written[0] ?? '', true],
  ['a part of it', '"0001001","1,000.00",11/26/2026,Harbor Glass', true],
  ['several files, as a spreadsheet saves them', '1001;1,000;11/26/2026;HARBOR GLASS\n1002;300;11/26/2026\n', true],
  ['another day', '0001002,300.00,11/27/2026,\r\n', false],
  ['one more line', `${written[1]}0001003,77.25,11/26/2026,\r\n`, false],
  ['nothing', ' \r\n', false],
])('recognizes lines of positive-pay files: %s', (_, text, isReported) => {
  expect(repeatsReported(text, written)).toBe(isReported)
})
