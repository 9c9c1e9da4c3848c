import { describe, expect, test } from 'vitest'
import { base32Of, findTotpStep, otpauthUrl, totpCode, totpStepAt } from './totp.ts'

/** The HMAC-SHA-1 secret from RFC 6238, appendix B. */
const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, lists codes of eight digits. These are the last six.
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('computes the code from RFC 6238 at second %i', (second, code) => {
  expect(totpCode(secret, totpStepAt(second * 1000))).toBe(code)
})

describe('a code', () => {
  const now = 1_234_567_890_000
  const step = totpStepAt(now)

  test('is accepted up to 30 seconds early or late', () => {
    const found = [-2, -1, 0, 1, 2].map((off) => findTotpStep(secret, totpCode(secret, step + off), now, 0))
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined])
  })

  test('is refused after this code or a later code was used', () => {
    expect(findTotpStep(secret, totpCode(secret, step), now, step)).toBeUndefined()
    expect(findTotpStep(secret, totpCode(secret, step - 1), now, step)).toBeUndefined()
    expect(findTotpStep(secret, totpCode(secret, step + 1), now, step)).toBe(step + 1)
  })
})

// These values are from RFC 4648, section 10, without the padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('encodes %j as %j in base 32', (text, expected) => {
  expect(base32Of(Buffer.from(text))).toBe(expected)
})

test('puts the account and the secret in the URL for authenticator apps', () => {
  expect(otpauthUrl(secret, { issuer: 'Check requests', account: 'a@b.example' })).toBe(
    'otpauth://totp/Check%20requests:a%40b.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Check%20requests&algorithm=SHA1&digits=6&period=30',
  )
})
