import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { userEndpoints as endpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { auditEndpoints as audit } from '@check-requests/domain/trail/endpoints.ts'
import type { KyselyPlugin } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AppDatabase } from '../../tables.ts'
import { userBody } from '../../testing/accounts.ts'
import type { Client, RawReply } from '../../testing/client.ts'
import { countQueries } from '../../testing/count-queries.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { bodyAt } from '../../testing/requests.ts'
import { serve } from '../../testing/start-app.ts'
import { idsOf, type World, worldOf } from '../../testing/world.ts'

onOneDatabase('existence of other users on $name', (kind) => {
  let world: World
  let asked: () => number
  let admin: Client
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  beforeAll(async () => {
    const counted = countQueries(await kind.open('world'))
    asked = counted.asked
    const database: AppDatabase = {
      ...counted,
      transact: (work) => counted.transact((trx) => work(trx.withPlugin(counter))),
    }
    world = worldOf(await serve(database), database, await idsOf(database))
    admin = await world.as('admin-group')
    await admin.call(endpoints.list)
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => world.close())

  /**
   * Returns the answer to a call and the work it took: hashes and queries, including those in transactions and in
   * failed calls.
   */
  async function workOf(call: () => Promise<RawReply>) {
    const hash = vi.spyOn(world.services.passwords, 'hash')
    const before = asked() + statements
    const { status, text } = await call()
    const work = { queries: asked() + statements - before, hashes: hash.mock.calls.length }
    hash.mockRestore()
    return { status, text, ...work }
  }

  // No user has this id or email.
  const nobody = { id: 999_999, email: 'nobody-at-all@test.example' }
  const passwords = ['a password of their own', 'password', 'short']
  const bodies = [
    ...passwords.map((password) => ({ password })),
    { title: 'Cashier' },
    { active: false },
    { role_ids: [2], access_level: 1, dealer_group_id: 1 },
  ]

  describe.each(['requester-eastside', 'admin-super'] as const)('user %s outside the caller’s scope', (name) => {
    const somebody = () => ({ id: world.ids.people[name], email: emailOf(name) })

    test.each(bodies)(
      'gives the change %j the same answer and work as a change to an unknown user',
      async (changes) => {
        for (const by of ['id', 'email'] as const) {
          const update = (named: { id: number; email: string }) =>
            workOf(() => admin.call(endpoints.update, { body: { [by]: named[by], ...changes } }))
          const missing = await update(nobody)
          expect([missing.status, missing.hashes]).toEqual([404, 0])
          expect(await update(somebody())).toEqual(missing)
        }
      },
    )

    test('gives a deletion the same answer and work as the deletion of an unknown user', async () => {
      for (const by of ['id', 'email'] as const) {
        const remove = (named: { id: number; email: string }) =>
          workOf(() => admin.call(endpoints.remove, { body: { [by]: named[by] } }))
        const missing = await remove(nobody)
        expect(missing.status).toBe(404)
        expect(await remove(somebody())).toEqual(missing)
      }
    })

    test('gives a call to end sessions the same answer and work as for an unknown user', async () => {
      const end = ({ id }: { id: number }) => workOf(() => admin.call(endpoints.endSessions, { params: { id } }))
      const missing = await end(nobody)
      expect(missing.status).toBe(404)
      expect(await end(somebody())).toEqual(missing)
    })
  })

  test.each(['requester-group', 'requester-eastside', 'admin-super'] as const)(
    'refuses the email of user %s with the same answer and work as any other email in use',
    async (name) => {
      const create = (email: string) =>
        workOf(() => admin.call(endpoints.create, { body: userBody(world.ids, { email, username: email }) }))
      const email = emailOf(name)
      const taken = await create(email)
      const ofColleague = await create(emailOf('approver-group'))
      expect([taken.status, taken.hashes]).toEqual([409, 1])
      expect({ ...taken, text: taken.text.replaceAll(email, '') }).toEqual({
        ...ofColleague,
        text: ofColleague.text.replaceAll(emailOf('approver-group'), ''),
      })
    },
  )

  test('gives the same answer for a requester in another group as for an unknown requester', async () => {
    const raiseFor = (requester_id: number) =>
      workOf(() => admin.call(requests.create, { body: { ...bodyAt(world.ids, 'NWG'), requester_id } }))
    const missing = await raiseFor(nobody.id)
    expect(missing.status).toBe(422)
    expect(await raiseFor(world.ids.people['requester-eastside'])).toEqual(missing)
  })

  test.each([['person'], ['entity_id']])(
    'gives the same answer for another group’s user as for an unknown user in the audit trail filter %s',
    async (filter) => {
      const list = (id: number) => workOf(() => admin.call(audit.list, { query: { entity: 'user', [filter]: id } }))
      const missing = await list(nobody.id)
      expect(missing.status).toBe(200)
      expect(await list(world.ids.people['everyone-eastside'])).toEqual(missing)
    },
  )

  test.each(['dealership_ids', 'department_ids'] as const)(
    'gives the same answer for %s in another group as for unknown ids',
    async (field) => {
      const { places } = world.ids
      const ofToyota = { access_level: 3, dealership_ids: [places['NWG/TOY']], department_ids: [places['NWG/TOY/SVC']] }
      const give = (id: number) =>
        workOf(() => admin.call(endpoints.create, { body: userBody(world.ids, { ...ofToyota, [field]: [id] }) }))
      const missing = await give(nobody.id)
      expect(missing.status).toBe(422)
      expect(await give(places[field === 'dealership_ids' ? 'EAS/KIA' : 'EAS/KIA/SVC'])).toEqual(missing)
    },
  )
})
