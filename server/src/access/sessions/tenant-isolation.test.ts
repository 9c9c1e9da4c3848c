import { type Endpoint, endpoint } from '@check-requests/domain/api/endpoint.ts'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Api } from '../../platform/http/api.ts'
import { Client } from '../../testing/client.ts'
import { type DatabaseKind, databases } from '../../testing/databases.ts'
import type { PersonName } from '../../testing/organization.ts'
import { raise } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { type Authenticated, SessionGuard } from './guard.ts'

const [, postgres] = databases as [DatabaseKind, DatabaseKind]

const reading = { method: 'GET', policy: 'check-requests.read', status: 200, failure: 'Failed', summary: '' } as const
const forgetful = endpoint({ ...reading, id: 'forget', path: '/forgetful', reply: z.array(z.unknown()) })
const streaming = endpoint({ ...reading, id: 'forgetInParts', path: '/forgetful-stream', reply: z.array(z.unknown()) })
const writing = endpoint({ ...reading, id: 'forgetToWrite', path: '/forgetful-write', reply: z.unknown() })

/** Handlers that ignore the caller's scope run on PostgreSQL behind the real session guard. */
describe('a handler that ignores the scope', () => {
  let world: World
  let app: FastifyInstance
  beforeAll(async () => {
    world = await startWorld(postgres)
    await raise(world, 'requester-group', 'NWG')
    await raise(world, 'requester-eastside', 'EAS')
    const { database } = world
    const everything = () =>
      database.read.selectFrom('check_requests').select('dealer_group_id as group').orderBy('id').execute()
    app = Fastify()
    app.setValidatorCompiler(() => () => true)
    app.setSerializerCompiler(() => JSON.stringify)
    await app.register(cookie)
    const api = new Api<Authenticated>(app, new SessionGuard(world.services))
    api.on(forgetful, async () => ({ message: '', data: await everything() }))
    api.on(streaming, async () => ({
      message: '',
      items: (async function* () {
        for (let part = 0; part < 3; part += 1) yield await everything()
      })(),
    }))
    api.on(writing, async () => {
      const change = database.transact((trx) => trx.updateTable('check_requests').set({ notes: 'mine' }).execute())
      return { message: '', data: Number((await change)[0]?.numUpdatedRows) }
    })
  })
  afterAll(async () => {
    await app.close()
    await world.close()
  })

  async function ask(name: PersonName, { path }: Endpoint) {
    const { headers } = await world.as(name)
    return (await new Client(app, headers).send('GET', `/api/v1${path}`)).body.data
  }

  test.each([
    ['approver-group', 'NWG'],
    ['admin-department', 'NWG'],
    ['approver-eastside', 'EAS'],
  ] as const)('gives %s access only to the rows of the dealer group %s', async (name, group) => {
    const own = { group: world.ids.places[group] }
    expect(await ask(name, forgetful)).toEqual([own])
    expect(await ask(name, streaming)).toEqual([own, own, own])
    expect(await ask(name, writing)).toBe(1)
  })

  test('gives many simultaneous callers from two groups only the rows of the caller’s own group', async () => {
    const asked = Array.from({ length: 60 }, async (_, index) => {
      const [name, group] =
        index % 3 === 0 ? (['approver-eastside', 'EAS'] as const) : (['approver-group', 'NWG'] as const)
      expect(await ask(name, forgetful)).toEqual([{ group: world.ids.places[group] }])
    })
    await Promise.all(asked)
  })

  test('returns all rows to a super admin', async () => {
    expect(await ask('approver-super', forgetful)).toHaveLength(2)
  })
})
