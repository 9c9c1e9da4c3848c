import { expect, test } from 'vitest'
import { secureRandom, sha256, shortId, shortIds } from './hashes.ts'

test('creates unique short ids of 12 hex characters', () => {
  const ids = Array.from({ length: 1000 }, () => shortId(secureRandom))
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(1000)
})

test('numbers log lines with fixed-length ids from a random start and wraps around after the highest id', () => {
  const next = shortIds((bytes) => Buffer.from('fffffffffffe'.slice(0, bytes * 2), 'hex'))
  expect([next(), next(), next()]).toEqual(['ffffffffffff', '000000000000', '000000000001'])
})

test('computes fingerprints as SHA-256 in hex', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
