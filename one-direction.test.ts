import { expect, test } from 'vitest'
import { findCircle } from './scripts/circles.ts'
import { readSources } from './scripts/sources.ts'

test('files use each other in one direction, types included', () => {
  const sources = readSources('domain/src', 'server/src', 'web/src', 'scripts', 'e2e', 'bench', 'torture', 'proofs')
  expect(findCircle(new Map(sources.map(({ path, imports }) => [path, new Set(imports)])))).toBeUndefined()
})
