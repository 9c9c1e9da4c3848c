import { expect, test } from 'vitest'
import { sizeInWords } from '#platform/downloads.ts'

test.each([
  [1, '1 KB'],
  [3000, '3 KB'],
  [1_468_006, '1.4 MB'],
  [1_073_741_823, '1024.0 MB'],
  [81_604_378_624, '76.0 GB'],
])('formats %i bytes as %s', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words)
})
