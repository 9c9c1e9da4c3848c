import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { secureRandom } from '../../server/src/platform/crypto/hashes.ts'
import { PasswordHasher } from '../../server/src/platform/crypto/passwords.ts'
import { addUser, userBody } from '../../server/src/testing/accounts.ts'
import { type DatabaseKind, databases } from '../../server/src/testing/databases.ts'
import type { Attempt, Figures, Harness } from '../harness.ts'
import { openWorld } from '../support/open-world.ts'

const [sqlite] = databases as [DatabaseKind]
const nobody = 'nobody@test.example'
const batches = 5
const anHour = 3_600_000

export const harness: Harness = {
  prove: (attempt) => gapOf(attempt, new Hasty(secureRandom)),
  run: (attempt) => gapOf(attempt, new PasswordHasher(secureRandom)),
}

/** A fault that refuses unknown users immediately. */
class Hasty extends PasswordHasher {
  override async verify(password: string, lookUp: () => Promise<string | undefined>): Promise<boolean> {
    const stored = await lookUp()
    return stored === undefined ? false : super.verify(password, async () => stored)
  }
}

/**
 * The relative difference between the times of two kinds of logins. To cancel other load, the kinds alternate, only the
 * fastest of each kind counts, and the result is the median of five measurements.
 */
async function gapOf({ count }: Attempt, passwords: PasswordHasher): Promise<Figures> {
  const world = await openWorld(sqlite)
  // Uses the real server's hashing cost, or there would be nothing to measure.
  Object.assign(world.services, { passwords })
  const { email } = await addUser(await world.as('admin-super'), userBody(world.ids))
  const time = async (name: string) => {
    // By then, the failed attempts have expired.
    world.clock.advance(anHour)
    const begin = performance.now()
    await world.anyone.call(sessionEndpoints.login, { body: { email: name, password: 'not the password' } })
    return performance.now() - begin
  }
  const measure = async () => {
    const times: Record<string, number[]> = { [email]: [], [nobody]: [] }
    for (let pair = 0; pair < count / batches; pair += 1)
      for (const name of [email, nobody]) times[name]?.push(await time(name))
    return [email, nobody].map((name) => Math.min(...(times[name] ?? []))) as [number, number]
  }
  await measure()
  const measured: (readonly [number, number])[] = []
  for (let batch = 0; batch < batches; batch += 1) measured.push(await measure())
  await world.close()
  const gaps = measured.map(([known, unknown]) => (known - unknown) / Math.max(known, unknown)).sort((a, b) => a - b)
  const [known, unknown] = measured[0] ?? [0, 0]
  const note = `${known.toFixed(1)} ms for a known user, ${unknown.toFixed(1)} ms for an unknown user in the first of five measurements`
  return { tried: count, found: Math.abs(gaps[Math.floor(batches / 2)] ?? 1), note }
}
