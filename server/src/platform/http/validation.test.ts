import { apiFeatures } from '@check-requests/domain/api/all-endpoints.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Failure } from '../errors.ts'
import { parse } from './validation.ts'

const calls = apiFeatures.flatMap(({ calls: all }) => all)

const wrong: readonly unknown[] = [
  ...[undefined, null, '', ' ', 'x', 'x'.repeat(100_000), 'a@b', '2026-13-45', 'http://'],
  ...[-1, 0, 1.5, 1e15, Number.NaN, true, [], [null], ['x'], [{}], Array(2000).fill('x'), {}, { x: 1 }],
]

/** The default messages of the validation library. */
const raw =
  /expected|received|invalid (input|string|option|iso|date|email|url|uuid|key|format|element)|too (small|big)|unrecognized|must match|must start|must be a multiple|nonoptional|[<>]=/i

/** The messages that a caller gets for this value. */
function sentences(schema: z.ZodType, value: unknown): string[] {
  try {
    parse(schema, value)
    return []
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return [error.message, ...Object.values(error.fields ?? {})]
  }
}

/** Yields the value with each of its fields, including nested ones, replaced by every wrong value. */
function* spoiled(value: unknown): Generator<unknown> {
  yield* wrong
  if (Array.isArray(value)) {
    for (const part of spoiled(value[0])) yield [part, ...value.slice(1)]
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) for (const other of spoiled(part)) yield { ...value, [key]: other }
  }
}

test.each(
  calls
    .flatMap(({ row, example }) => [
      [`${row.method} ${row.path}: body`, row.body, example.body] as const,
      [`${row.method} ${row.path}: query`, row.query, example.query] as const,
      [
        `${row.method} ${row.path}: path`,
        row.params,
        row.params && { id: '127', ...(example.params as object) },
      ] as const,
    ])
    .filter(([, schema]) => schema !== undefined),
)('describes errors in %s in the product’s own words', (_, schema, example) => {
  const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const whole = { ...Object.fromEntries(keys.map((key) => [key, undefined])), ...(example as object) }
  const found = new Set<string>()
  for (const value of spoiled(whole)) for (const one of sentences(schema as z.ZodType, value)) found.add(one)
  const named = (one: string) => one.replace(/^The field \S+ has/, 'The field has')
  expect([...found].filter((one) => raw.test(named(one)))).toEqual([])
})
