import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Authenticator, isSameCode } from './hashes.ts'

// RFC 4231, test cases 1 and 2.
test.each([
  ['0b'.repeat(20), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  ['4a656665', 'what do ya want for nothing?', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
])('computes the code from RFC 4231 for key %s and text %s', (key, text, code) => {
  const made = new Authenticator(Buffer.from(key, 'hex'), '').codeOf(text)
  expect(Buffer.from(made, 'base64url').toString('hex')).toBe(code)
})

test('computes the same codes as Node for consecutive random texts', () => {
  const texts = fc.array(fc.string({ unit: 'binary' }), { minLength: 1 })
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.string({ unit: 'binary' }), texts, (key, prefix, all) => {
      const authenticator = new Authenticator(key, prefix)
      for (const text of all) {
        const expected = createHmac('sha256', key).update(`${prefix}${text}`).digest('base64url')
        expect(authenticator.codeOf(text)).toBe(expected)
      }
    }),
  )
})

test('refuses a key longer than a block', () => {
  expect(() => new Authenticator(new Uint8Array(65), '')).toThrow('A key can have at most 64 bytes, not 65.')
})

test('treats codes as equal only if all characters are equal', () => {
  expect(isSameCode('', '')).toBe(true)
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(isSameCode(one, other)).toBe(one === other)
      expect(isSameCode(one, `${one}`)).toBe(true)
      expect(isSameCode(one, one + other)).toBe(other === '')
      expect(isSameCode(one + other, one)).toBe(other === '')
    }),
  )
})
