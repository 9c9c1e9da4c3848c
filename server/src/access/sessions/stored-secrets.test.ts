import { sessionEndpoints as endpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { bodyAt } from '../../testing/requests.ts'
import { testPassword } from '../../testing/templates.ts'
import { startWorld, type World } from '../../testing/world.ts'

onOneDatabase('stored secrets on $name', (kind) => {
  let world: World
  const secrets: string[] = []
  beforeAll(async () => {
    world = await startWorld(kind)
    const browser = await world.browserOf('everyone')
    const api = await world.as('requester-group')
    await api.with({ 'idempotency-key': 'k1' }).call(checkRequestEndpoints.create, { body: bodyAt(world.ids, 'NWG') })
    const before = String(browser.headers.cookie).split('=')[1] as string
    const switched = await browser.call(endpoints.switchRole, { body: { role_id: 3 } })
    const after = /__Host-crs=([\w-]+)/.exec(String(switched.headers['set-cookie']))?.[1] as string
    const bearer = api.headers['x-auth-token'] as string
    secrets.push(testPassword, before, after, switched.data.token, bearer, bearer.slice(3))
  })
  afterAll(() => world.close())

  /** Every stored text in the database. */
  async function storedTexts(): Promise<string[]> {
    const { read } = world.database
    const tables = await read.introspection.getTables()
    const texts = new Set<string>()
    for (const { name } of tables) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(read)
      for (const row of rows) for (const value of Object.values(row)) if (typeof value === 'string') texts.add(value)
    }
    return [...texts]
  }

  test('stores no password, token, or cookie', async () => {
    const everything = (await storedTexts()).join('\n')
    expect(everything).toContain(emailOf('everyone'))
    for (const secret of secrets) expect(everything).not.toContain(secret)
  })

  test('rejects every stored value used as a credential', async () => {
    const { people } = world.ids
    const texts = [...(await storedTexts()), ...Object.values(people).map(String)]
    const shown = texts.filter((text) => /^[\x21-\x7e]{1,500}$/.test(text) && !/[;,]/.test(text))
    expect(shown.length).toBeGreaterThan(100)
    for (const text of shown) {
      const ways: Record<string, string>[] = [
        { 'x-auth-token': text },
        { 'x-auth-token': `t1.${text}` },
        { 'x-auth-token': 'bootstrap', cookie: `__Host-crs=${text}`, 'sec-fetch-site': 'same-origin' },
      ]
      for (const headers of ways) expect((await world.anyone.with(headers).call(endpoints.current)).status).toBe(401)
    }
  })

  test('stores passwords as hashes, and rejects a hash used as a password', async () => {
    const { read } = world.database
    const row = await read
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', emailOf('everyone'))
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$/)
    const body = { email: emailOf('everyone'), password: row.password_hash }
    expect((await world.anyone.call(endpoints.login, { body })).status).toBe(401)
  })
})
