import { userEndpoints as endpoints } from '@check-requests/domain/users/endpoints.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Client, RawReply } from '../testing/client.ts'
import { countQueries } from '../testing/count-queries.ts'
import { databases } from '../testing/databases.ts'
import { emailOf } from '../testing/organisation.ts'
import { serve } from '../testing/start-app.ts'
import { fillWorld, type World, worldOf } from '../testing/world.ts'

describe.each(databases)('on $name', (kind) => {
  let world: World
  let asked: () => number
  let admin: Client
  beforeAll(async () => {
    const database = countQueries(await kind.open('empty'))
    asked = database.asked
    world = worldOf(await serve(database), database, await fillWorld(database))
    admin = await world.as('admin-group')
    await admin.call(endpoints.list)
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => world.close())

  /** The answer to a call and the work it took: queries and hashes. */
  async function workOf(call: () => Promise<RawReply>) {
    const hash = vi.spyOn(world.services.passwords, 'hash')
    const before = asked()
    const { status, text } = await call()
    const work = { queries: asked() - before, hashes: hash.mock.calls.length }
    hash.mockRestore()
    return { status, text, ...work }
  }

  // Nobody has this id, and nobody this email.
  const nobody = { id: 999_999, email: 'nobody-at-all@test.example' }
  const passwords = ['a password of their own', 'password', 'short']
  const bodies = [
    ...passwords.map((password) => ({ password })),
    { title: 'Cashier' },
    { active: false },
    { role_ids: [2], access_level: 1, dealer_group_id: 1 },
  ]

  describe.each(['requester-eastside', 'admin-super'] as const)('of %s, who is out of scope', (name) => {
    const somebody = () => ({ id: world.ids.people[name], email: emailOf(name) })

    test.each(bodies)('a change to %j tells no more than of nobody, in answer and work', async (changes) => {
      for (const by of ['id', 'email'] as const) {
        const update = (named: { id: number; email: string }) =>
          workOf(() => admin.call(endpoints.update, { body: { [by]: named[by], ...changes } }))
        const missing = await update(nobody)
        expect([missing.status, missing.hashes]).toEqual([404, 0])
        expect(await update(somebody())).toEqual(missing)
      }
    })

    test('a deletion tells no more than of nobody', async () => {
      for (const by of ['id', 'email'] as const) {
        const remove = (named: { id: number; email: string }) =>
          workOf(() => admin.call(endpoints.remove, { body: { [by]: named[by] } }))
        const missing = await remove(nobody)
        expect(missing.status).toBe(404)
        expect(await remove(somebody())).toEqual(missing)
      }
    })

    test('ending sessions tells no more than of nobody', async () => {
      const end = ({ id }: { id: number }) => workOf(() => admin.call(endpoints.endSessions, { params: { id } }))
      const missing = await end(nobody)
      expect(missing.status).toBe(404)
      expect(await end(somebody())).toEqual(missing)
    })
  })
})
