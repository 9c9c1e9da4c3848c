import { runs } from '@check-requests/domain/testing/random.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJsonBody } from './http/bodies.ts'

const read = (text: string) => parseJsonBody(Buffer.from(text))

const sentences = {
  json: 'The request body isn’t valid JSON.',
  twice: 'The request body names a field twice.',
  utf8: 'The request body isn’t valid UTF-8.',
}

/** Texts that PostgreSQL can store. */
const text = fc.string({ unit: 'grapheme' }).filter((value) => value.isWellFormed() && !value.includes('\0'))
const key = text.filter((value) => value !== '__proto__')
const { value: anyJson } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
}))

/** Escapes some characters of a key, as a client can. */
function disguised(name: string, which: number): string {
  const letters = [...name].map((letter, index) =>
    (which >> index) & 1 ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter,
  )
  return `"${letters.join('')}"`
}

test('reads every JSON value unchanged', () => {
  fc.assert(
    fc.property(anyJson, fc.constantFrom(0, 2), (value, indent) => {
      expect(read(JSON.stringify(value, null, indent))).toEqual(value)
    }),
    runs({ gate: 500, nightly: 20_000 }),
  )
})

test('refuses a plain or escaped duplicate field in one object at any depth', () => {
  const field = fc.stringMatching(/^[a-z_]{1,12}$/).filter((name) => name !== '__proto__')
  fc.assert(
    fc.property(field, fc.nat(), fc.nat(), fc.nat({ max: 5 }), (name, one, other, depth) => {
      const inner = `{"x":["${name}"],${disguised(name, one)}:1,"y":{},${disguised(name, other)} : 2}`
      const whole = `${'[{"in":'.repeat(depth)}${inner}${'}]'.repeat(depth)}`
      expect(() => read(whole)).toThrow(sentences.twice)
    }),
    runs({ gate: 300, nightly: 10_000 }),
  )
})

test('accepts the same field in two objects, and its name in texts', () => {
  expect(read('{"a":{"a":1},"b":[{"a":1},{"a":"{\\"a\\":1,\\"a\\":2}"}]}')).toEqual({
    a: { a: 1 },
    b: [{ a: 1 }, { a: '{"a":1,"a":2}' }],
  })
})

test('reads an empty body as undefined', () => {
  expect(read('')).toBeUndefined()
})

test.each(['{', '{"a":1', 'amount', '{"a":1,}', "{'a':1}", '{"a":NaN}', '{"a":0x1}', '{"a":01}', '1 2', '\uFEFF'])(
  'refuses %j as JSON',
  (body) => {
    expect(() => read(body)).toThrow(sentences.json)
  },
)

describe('body bytes', () => {
  test.each([
    ['a truncated character', [0x22, 0xc3, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['half a surrogate pair', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a code point beyond Unicode', [0x22, 0xf5, 0x80, 0x80, 0x80, 0x22]],
  ])('are refused as invalid UTF-8 if they contain %s', (_, bytes) => {
    expect(() => parseJsonBody(Buffer.from(bytes))).toThrow(sentences.utf8)
  })

  test('can begin with a byte order mark', () => {
    expect(parseJsonBody(Buffer.from([0xef, 0xbb, 0xbf, 0x31]))).toBe(1)
  })
})

test.each([
  ['a NUL', '{"notes":"a\\u0000b"}', 'notes'],
  ['a lone high surrogate', '{"notes":"\\ud800"}', 'notes'],
  ['a lone low surrogate', '{"notes":"\\udc00x"}', 'notes'],
  ['a NUL in a list', '{"a":["\\u0000"]}', '0'],
  ['only a NUL', '"\\u0000"', 'body'],
  ['a __proto__ field', '{"__proto__":{"role":1}}', '__proto__'],
  ['a nested __proto__ field', '{"a":[{"__proto__":null}]}', '__proto__'],
])('refuses %s and names the field', (_, body, field) => {
  expect(() => read(body)).toThrow(`The field “${field}” contains characters that can’t be stored.`)
})
