import { expect, test } from 'vitest'
import { contentOf, packLines, portionsOfKeys, unpackLines } from './documents/clearing-lines.ts'

const lines = [{ line: 2, number: 1001, amountCents: 123_450, date: '2026-11-20', payee: 'Łuk “Tools”' }]

test('reads packed lines and the JSON lines of an earlier version', () => {
  const json = JSON.stringify(lines)
  expect(JSON.parse(unpackLines(packLines(json)))).toEqual(lines)
  expect(JSON.parse(unpackLines(json))).toEqual(lines)
  expect(unpackLines(packLines('[]'))).toBe('[]')
})

test('splits all numbers and fingerprints into portions, whichever are more', () => {
  const numbers = Array.from({ length: 450 }, (_, index) => index)
  for (const keys of [
    { numbers, fingerprints: ['one'] },
    { numbers: [1], fingerprints: numbers.map(String) },
  ]) {
    const portions = portionsOfKeys(keys).map(contentOf)
    expect(portions).toHaveLength(3)
    expect(portions.flatMap((portion) => portion.numbers)).toEqual(keys.numbers)
    expect(portions.flatMap((portion) => portion.fingerprints)).toEqual(keys.fingerprints)
  }
})
