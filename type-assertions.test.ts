import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { isTest, readSources } from './scripts/sources.ts'

const mostInThousandLines = 2

test.each(['server/src', 'web/src'])('allows at most 2 type assertions per 1,000 lines in %s', (folder) => {
  const sources = readSources(folder).filter((source) => !isTest(source))
  const lines = sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
  const assertions = sources.reduce((sum, { text }) => sum + countAssertions(parseAst(text, { lang: 'tsx' })), 0)
  expect(assertions).toBeGreaterThan(0)
  expect((assertions / lines) * 1000).toBeLessThanOrEqual(mostInThousandLines)
})

test('counts type assertions by syntax, except `as const`', () => {
  const text = `import { a as b } from 'c'; const d = \`as \${b as string}\`; const e = ['as'] as const; f(<p>as g</p>)`
  expect(countAssertions(parseAst(text, { lang: 'tsx' }))).toBe(1)
})

function countAssertions(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0
  const inside = Object.values(node).reduce<number>((sum, child) => sum + countAssertions(child), 0)
  return inside + ('type' in node && node.type === 'TSAsExpression' && !isConst(node) ? 1 : 0)
}

function isConst(node: object): boolean {
  return /"typeName":\{[^}]*"name":"const"/.test(JSON.stringify('typeAnnotation' in node ? node.typeAnnotation : null))
}
