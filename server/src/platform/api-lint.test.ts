import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseKind, databases } from '../testing/databases.ts'
import { startApp, type TestApp } from '../testing/start-app.ts'

const [sqlite] = databases as [DatabaseKind]

describe('a public linter', () => {
  let app: TestApp
  let document: { paths: Record<string, Record<string, { operationId?: string }>>; servers?: unknown }
  beforeAll(async () => {
    app = await startApp(sqlite, { content: 'empty' })
    document = (await app.anyone.send('GET', '/docs/json')).body
  })
  afterAll(() => app.close())

  /** What the linter's recommended rules report, errors and warnings alike. */
  async function problemsOf(source: object): Promise<string[]> {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: JSON.stringify(source), config })
    return problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)
  }

  test('finds no error and no warning in the description of the API', async () => {
    expect(await problemsOf(document)).toEqual([])
  })

  test('would find a missing server, a missing id and an example that breaks its schema', async () => {
    const { servers: _, ...worse } = structuredClone(document)
    delete worse.paths['/api/v1/purposes']?.get?.operationId
    const text = JSON.stringify(worse).replace('"priority_level":"urgent"', '"priority_level":"never"')
    const rules = (await problemsOf(JSON.parse(text))).map((problem) => problem.split(':')[0])
    expect(new Set(rules)).toEqual(
      new Set(['error no-empty-servers', 'warn operation-operationId', 'warn no-invalid-media-type-examples']),
    )
  })
})
