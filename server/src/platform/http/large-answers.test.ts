import { expect, test } from 'vitest'
import { asJson } from './large-answers.ts'

const around = ['{"data":', '}'] as const

test.each([
  ['nothing', undefined],
  ['text', 'ä"\n'],
  ['a short list', [1, null, { a: undefined }]],
  ['an empty object', {}],
])('writes %s at once', (_, value) => {
  expect(asJson(value, around)).toBe(JSON.stringify({ data: value ?? null }))
})

const long = Array.from({ length: 1234 }, (_, id) => ({ id, name: `N "${id}"`, none: undefined, at: null }))

test.each([
  ['a long list', long],
  ['a long list with holes', [...long, undefined]],
  ['a field with a long list', { first: 1, left: undefined, items: long, few: [1, 2], none: [], last: { a: 'b' } }],
])('writes %s in parts with the same content', (_, value) => {
  expect([...asJson(value, around)].join('')).toBe(JSON.stringify({ data: value }))
})

test('writes a long list in many parts', () => {
  expect([...asJson(long, around)].length).toBeGreaterThan(long.length / 200)
})
