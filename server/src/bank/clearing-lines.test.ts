import { expect, test } from 'vitest'
import { packLines, unpackLines } from './documents/clearing-lines.ts'

const lines = [{ line: 2, number: 1001, amountCents: 123_450, date: '2026-11-20', payee: 'Łuk “Tools”' }]

test('reads packed lines and the JSON lines of an earlier version', () => {
  const json = JSON.stringify(lines)
  expect(JSON.parse(unpackLines(packLines(json)))).toEqual(lines)
  expect(JSON.parse(unpackLines(json))).toEqual(lines)
  expect(unpackLines(packLines('[]'))).toBe('[]')
})
