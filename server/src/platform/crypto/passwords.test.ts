import { describe, expect, test } from 'vitest'
import { secureRandom } from './hashes.ts'
import { hashesAtOnce, PasswordHasher } from './passwords.ts'

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

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [64, 2],
])('with %i cores %i passwords are hashed at a time', (cores, atOnce) => {
  expect(hashesAtOnce(cores)).toBe(atOnce)
})

test('what follows from a check has happened before the next one in line is looked up', async () => {
  const hasher = new PasswordHasher(secureRandom, cheap)
  const stored = await hasher.hash('right')
  let lookedUp = 0
  const lookUp = async () => {
    lookedUp += 1
    return stored
  }
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const conclude = () => held
  const checks = Promise.all(Array.from({ length: 10 }, () => hasher.verify('wrong', lookUp, { conclude })))
  const elsewhere = new PasswordHasher(secureRandom, cheap)
  for (let hashes = 0; hashes < 20; hashes += 1) await elsewhere.hash('meanwhile')
  expect(lookedUp).toBeLessThanOrEqual(2)
  goOn()
  await checks
  expect(lookedUp).toBe(10)
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

test('of logins from many networks at most 300 wait, and the others are refused', async () => {
  const hasher = new PasswordHasher(secureRandom, cheap)
  const stored = await hasher.hash('right')
  const flood = Array.from({ length: 500 }, (_, index) =>
    hasher.verify('right', async () => stored, { network: `10.0.0.${index % 10}` }),
  )
  const results = await Promise.allSettled(flood)
  const served = results.filter((result) => result.status === 'fulfilled')
  expect(served.length).toBeGreaterThanOrEqual(300)
  expect(served.length).toBeLessThanOrEqual(300 + 2)
})
