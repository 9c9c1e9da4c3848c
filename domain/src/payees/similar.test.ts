import { expect, test } from 'vitest'
import { similarityTo } from './similar.ts'

// Handwritten: names that need a second look, and unrelated names.
test.each([
  ['Harbor Paint Supply', 'Harbor Paint Supply, Inc.', 'name'],
  ['Harbor Paint Supply', 'HARBOUR PAINT SUPPLY', 'name'],
  ['Harbor Paint Supply', 'Harbor Piant Suply', 'name'],
  ['Harbor Paint Supply', 'Harb0r Pa1nt Supply', 'name'],
  ['Renée Dubois', 'Dubois, Renee', 'name'],
  ["O'Brien Towing LLC", 'OBrien Towing Company', 'name'],
  ['Harbor Paint Supply', 'Zarbor Paint Supply', 'name'],
  ['Smith', 'Smyth', 'name'],
  ['Ford', 'Fort', undefined],
  ['Harbor Paint Supply', 'Harbor Glass Supply', undefined],
  ['Ann Lee', 'Dan Lee', undefined],
  ['Jo Li', 'Jo Wu', undefined],
  ['Summit Motors', 'Lakeside Motors', undefined],
] as const)('compares the payees “%s” and “%s” (expected match: %s)', (one, other, expected) => {
  const found = similarityTo({ name: one, address: null })({ name: other, address: null })
  expect(found).toBe(expected)
  expect(similarityTo({ name: other, address: null })({ name: one, address: null })).toBe(expected)
})

test('reports different names with the same address in any spelling', () => {
  const compare = similarityTo({ name: 'Quick Parts', address: '1200 Dock St.\nAstoria, OR 97103' })
  expect(compare({ name: 'Coast Towing', address: '1200 DOCK ST, Astoria OR 97103' })).toBe('address')
  expect(compare({ name: 'Coast Towing', address: '1201 Dock St, Astoria OR 97103' })).toBeUndefined()
  expect(similarityTo({ name: 'A', address: null })({ name: 'B', address: null })).toBeUndefined()
})

test('compares ten thousand names in less than a second', () => {
  const compare = similarityTo({ name: 'Harbor Paint Supply of Northern Wisconsin', address: null })
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now()
    for (let count = 0; count < 10_000; count += 1)
      compare({ name: `Harbor Paint Supply of Northern Illinois ${count}`, address: null })
    return performance.now() - began
  })
  expect(Math.min(...times)).toBeLessThan(1000)
})
