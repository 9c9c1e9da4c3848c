import { sessionEndpoints as endpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { expect, test } from 'vitest'
import { secureRandom } from '../../platform/crypto/hashes.ts'
import { PasswordHasher } from '../../platform/crypto/passwords.ts'
import { addUser, userBody } from '../../testing/accounts.ts'
import { databases } from '../../testing/databases.ts'
import { startWorld } from '../../testing/world.ts'

const rounds = 21

test.each(databases)('responds to unknown users and wrong passwords equally slowly on $name', async (kind) => {
  const world = await startWorld(kind)
  // Uses the real hashing cost, because a cheaper one couldn't be measured.
  const passwords = new PasswordHasher(secureRandom)
  Object.assign(world.services, { passwords })
  const { email } = await addUser(await world.as('admin-super'), userBody(world.ids))
  const time = async (email: string) => {
    world.clock.advance(3_600_000)
    const begin = performance.now()
    const reply = await world.anyone.call(endpoints.login, { body: { email, password: 'not the password' } })
    expect(reply.status).toBe(401)
    return performance.now() - begin
  }
  await time(email)
  await time('nobody@test.example')
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    known.push(await time(email))
    unknown.push(await time('nobody@test.example'))
  }
  const [somebody, nobody] = [median(known), median(unknown)]
  const gap = Math.abs(somebody - nobody) / Math.max(somebody, nobody)
  const times = `${somebody.toFixed(1)} ms known, ${nobody.toFixed(1)} ms unknown`
  process.stdout.write(`${kind.name}: ${times}, gap ${(gap * 100).toFixed(1)} %\n`)
  // Without the dummy hash, the difference exceeds 90%; anything smaller is noise from the machine.
  expect(gap).toBeLessThan(0.5)
  await world.close()
})

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
