import { afterAll, beforeAll, expect, test } from 'vitest'
import { commit } from '../platform/database/commit.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { startApp, type TestApp } from '../testing/start-app.ts'
import { verifyTrail } from './commands/verify.ts'

onBothDatabases('shared commits on $name', (kind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp(kind)
  })
  afterAll(() => app.close())

  const actor = { userId: null, name: 'System', roleId: null, sessionId: null }

  /** Runs a command that adds an entry and, at its very end, stores its answer, which can fail. */
  function act(name: string, keep: () => Promise<void>): Promise<string> {
    const { services } = app
    const answeredCalls = { claim: async () => undefined, keep }
    const repeatable = { userId: 1, key: name, fingerprint: name }
    return services.database.forTenant(1, () =>
      commit({ ...services, answeredCalls }, repeatable, async ({ audit }) => {
        audit({ actor, chain: 1, action: name, entity: 'test', entityId: null })
        return name
      }),
    )
  }

  const entries = () =>
    app.services.database.read.selectFrom('audit_entries').select('action').where('entity', '=', 'test').execute()

  test('adds no entry for a command that fails at the end of a shared commit', async () => {
    const fails = async () => {
      throw new Error('no room')
    }
    const kept = async () => {}
    const outcomes = await Promise.allSettled([act('first', kept), act('undone', fails), act('last', kept)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await entries()).map(({ action }) => action).sort()).toEqual(['first', 'last'])
    expect(await verifyTrail(app.services.database, null)).toMatchObject({ intact: true, mismatches: [] })
  })
})
