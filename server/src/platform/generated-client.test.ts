import type { AddressInfo } from 'node:net'
import { type OpenAPIClient, OpenAPIClientAxios } from 'openapi-client-axios'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import { emailOf, type PersonName } from '../testing/organization.ts'
import { bodyAt } from '../testing/requests.ts'
import { testPassword } from '../testing/templates.ts'
import { startWorld, type World } from '../testing/world.ts'

onOneDatabase('a client generated from the API description, on $name', (kind) => {
  let world: World
  let client: OpenAPIClient
  beforeAll(async () => {
    world = await startWorld(kind)
    await world.app.listen({ host: '127.0.0.1', port: 0 })
    const baseURL = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
    const generator = new OpenAPIClientAxios({ definition: `${baseURL}/docs/json`, axiosConfigDefaults: { baseURL } })
    client = await generator.init()
  })
  afterAll(() => world.close())

  /** Makes a call by operation name. Fails if the API description has no such call. */
  async function call(name: string, params: { id?: number }, body: unknown, config: object = {}) {
    const made = await client[name]?.(params, body, config)
    if (!made) throw new Error(`There is no call named ${name}`)
    return made
  }

  /** Logs a user in, and returns the headers for further calls. */
  async function logIn(name: PersonName) {
    const { data } = await call('logIn', {}, { email: emailOf(name), password: testPassword })
    return { headers: { 'x-auth-token': data.data.token } }
  }

  test('creates, approves, and closes a request', async () => {
    const requester = await logIn('requester-group')
    const approver = await logIn('approver-group')
    const processor = await logIn('processor-group')
    const created = await call('createCheckRequest', {}, bodyAt(world.ids, 'NWG'), requester)
    expect(created.status).toBe(201)
    const { id } = created.data.data
    const steps = [
      [approver, { status_id: 3 }],
      [processor, { status_id: 4 }],
      [processor, { status_id: 5, check_number: '4711' }],
      [processor, { status_id: 6 }],
      [processor, { status_id: 7 }],
    ] as const
    for (const [index, [person, body]] of steps.entries()) {
      const moved = await call('changeStatus', { id }, { ...body, version: index + 1 }, person)
      expect([moved.status, moved.data.data.status_id]).toEqual([201, body.status_id])
    }
    const { data } = await call('getCheckRequest', { id }, null, requester)
    expect([data.data.status_name, data.data.check_number]).toEqual(['closed', '4711'])
    const history = await call('getHistory', { id }, null, requester)
    const passed = history.data.data.map((entry: { status_name: string }) => entry.status_name)
    expect(passed).toEqual(['request', 'approved', 'printed', 'signed', 'ready', 'closed'])
  })
})
