import { apiFeatures } from '@check-requests/domain/api/all-endpoints.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseKind, databases } from '../testing/databases.ts'
import { startApp, type TestApp } from '../testing/start-app.ts'

const [sqlite] = databases as [DatabaseKind]

describe('a public linter', () => {
  let app: TestApp
  interface Operation {
    operationId?: string
    requestBody?: { required?: boolean }
    responses?: Record<string, { content?: object }>
  }
  let document: { paths: Record<string, Record<string, Operation>>; servers?: unknown }
  beforeAll(async () => {
    app = await startApp(sqlite, { content: 'empty' })
    document = (await app.anyone.send('GET', '/docs/json')).body
  })
  afterAll(() => app.close())

  /** Returns the errors and warnings from the linter's recommended rules. */
  async function problemsOf(source: object): Promise<string[]> {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: JSON.stringify(source), config })
    return problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)
  }

  test('reports no errors or warnings for the API description', async () => {
    expect(await problemsOf(document)).toEqual([])
  })

  test('describes which bodies are optional (T8) and which response types documents have (D8)', () => {
    for (const { row } of apiFeatures.flatMap(({ calls }) => calls)) {
      const operation = Object.values(document.paths)
        .flatMap((path) => Object.values(path))
        .find(({ operationId }) => operationId === row.id)
      if (!row.body || !operation) continue
      expect([row.id, operation.requestBody?.required]).toEqual([row.id, !row.body.safeParse(undefined).success])
    }
    const content = document.paths['/api/v1/attachments/{id}/content']?.get?.responses?.['200']?.content ?? {}
    expect(Object.keys(content)).toEqual(['application/pdf', 'image/jpeg', 'image/png'])
  })

  test('detects a missing server, a missing operation id, and an example that violates the schema', async () => {
    const { servers: _, ...worse } = structuredClone(document)
    delete worse.paths['/api/v1/purposes']?.get?.operationId
    const text = JSON.stringify(worse).replace('"priority_level":"urgent"', '"priority_level":"never"')
    const rules = (await problemsOf(JSON.parse(text))).map((problem) => problem.split(':')[0])
    expect(new Set(rules)).toEqual(
      new Set(['error no-empty-servers', 'warn operation-operationId', 'warn no-invalid-media-type-examples']),
    )
  })
})
