import { describe, expect, test } from 'vitest'
import { secureRandom } from './hashes.ts'
import { hashesAtOnce, PasswordHasher } from './passwords.ts'

const cheap = { memory: 8, passes: 1, parallelism: 1 }

describe('a password hash', () => {
  test('uses argon2id with at least OWASP’s minimum cost', async () => {
    const stored = await new PasswordHasher(secureRandom).hash('correct horse battery')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  })

  test('matches its own password and no other password', async () => {
    const hasher = new PasswordHasher(secureRandom, cheap)
    const stored = await hasher.hash('correct horse battery')
    expect(await hasher.verify('correct horse battery', async () => stored)).toBe(true)
    for (const wrong of ['correct horse batterx', 'Correct horse battery', 'correct horse battery ', ''])
      expect(await hasher.verify(wrong, async () => stored)).toBe(false)
  })

  test('differs each time it is made', async () => {
    const hasher = new PasswordHasher(secureRandom, cheap)
    expect(await hasher.hash('same')).not.toBe(await hasher.hash('same'))
  })

  test('is the same for composed and decomposed characters', async () => {
    const hasher = new PasswordHasher(secureRandom, cheap)
    const stored = await hasher.hash('e\u0301toile')
    expect(await hasher.verify('\u00e9toile', async () => stored)).toBe(true)
  })

  test('is verified at its original cost after the cost of new hashes increases', async () => {
    const stored = await new PasswordHasher(secureRandom, cheap).hash('from long ago')
    const dearer = new PasswordHasher(secureRandom, { memory: 64, passes: 2, parallelism: 2 })
    expect(await dearer.verify('from long ago', async () => stored)).toBe(true)
    expect(await dearer.verify('from yesterday', async () => stored)).toBe(false)
  })

  test('never matches the password of an unknown account', async () => {
    const hasher = new PasswordHasher(secureRandom, cheap)
    expect(await hasher.verify('no such account', async () => undefined)).toBe(false)
  })
})

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [64, 2],
])('with %i processor cores, hashes at most %i passwords at a time', (cores, atOnce) => {
  expect(hashesAtOnce(cores)).toBe(atOnce)
})

test('completes a password check before it looks up the hash for the next check', async () => {
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

test('serves the first logins of a flood, and refuses the rest before they block other work', async () => {
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

test('queues at most 300 logins, even from many networks, and refuses any more', async () => {
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
