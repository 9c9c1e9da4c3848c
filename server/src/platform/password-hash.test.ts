import { describe, expect, test } from 'vitest'
import { PasswordHasher } from './password-hash.ts'
import { secureRandom } from './random.ts'

const cheap = { memory: 8, passes: 1, parallelism: 1 }

describe('a password', () => {
  test('is kept as argon2id at the cost that OWASP demands at least', async () => {
    const stored = await new PasswordHasher(secureRandom).hash('correct horse battery')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  })

  test('fits its own hash and no other', async () => {
    const hasher = new PasswordHasher(secureRandom, cheap)
    const stored = await hasher.hash('correct horse battery')
    expect(await hasher.verify('correct horse battery', async () => stored)).toBe(true)
    for (const wrong of ['correct horse batterx', 'Correct horse battery', 'correct horse battery ', ''])
      expect(await hasher.verify(wrong, async () => stored)).toBe(false)
  })

  test('makes another hash each time', async () => {
    const hasher = new PasswordHasher(secureRandom, cheap)
    expect(await hasher.hash('same')).not.toBe(await hasher.hash('same'))
  })

  test('is the same however its letters are composed', async () => {
    const hasher = new PasswordHasher(secureRandom, cheap)
    const stored = await hasher.hash('e\u0301toile')
    expect(await hasher.verify('\u00e9toile', async () => stored)).toBe(true)
  })

  test('is checked at the cost its hash was made with, whatever new ones cost', async () => {
    const stored = await new PasswordHasher(secureRandom, cheap).hash('from long ago')
    const dearer = new PasswordHasher(secureRandom, { memory: 64, passes: 2, parallelism: 2 })
    expect(await dearer.verify('from long ago', async () => stored)).toBe(true)
    expect(await dearer.verify('from yesterday', async () => stored)).toBe(false)
  })

  test('of nobody is checked as well, and never fits', async () => {
    const hasher = new PasswordHasher(secureRandom, cheap)
    expect(await hasher.verify('no such account', async () => undefined)).toBe(false)
  })
})

test('a flood of logins is refused before it stops everything, and who came first is served', async () => {
  const hasher = new PasswordHasher(secureRandom, cheap)
  const stored = await hasher.hash('right')
  const flood = Array.from({ length: 300 }, () => hasher.verify('right', async () => stored))
  const results = await Promise.allSettled(flood)
  const served = results.filter((result) => result.status === 'fulfilled')
  const refused = results.filter((result) => result.status === 'rejected')
  expect(served.length).toBeGreaterThanOrEqual(200)
  expect(refused.length).toBeGreaterThan(50)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'TOO_MANY', retryAfterSeconds: 5 })
  expect(results.findIndex(({ status }) => status === 'rejected')).toBeGreaterThanOrEqual(200)
  expect(await hasher.verify('right', async () => stored)).toBe(true)
})
