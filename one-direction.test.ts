import { expect, test } from 'vitest'
import { findCircle } from './scripts/circles.ts'
import { readSources } from './scripts/sources.ts'

test('has no circular imports, types included', () => {
  const sources = readSources('domain/src', 'server/src', 'web/src', 'scripts', 'e2e', 'bench', 'torture', 'proofs')
  expect(findCircle(new Map(sources.map(({ path, imports }) => [path, new Set(imports)])))).toBeUndefined()
})
