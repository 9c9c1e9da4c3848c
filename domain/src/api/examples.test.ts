import { expect, test } from 'vitest'
import { apiFeatures } from './all-endpoints.ts'

const calls = apiFeatures.flatMap(({ calls }) => calls)

test.each(calls)('matches the example of the call $row.id with its schemas', ({ row, example }) => {
  for (const part of ['query', 'body'] as const) {
    expect(example[part] !== undefined, part).toBe(row[part] !== undefined)
    if (row[part]) expect(row[part].safeParse(example[part]).error).toBeUndefined()
  }
  if (row.params) expect(row.params.safeParse(example.params ?? { id: '127' }).error).toBeUndefined()
  expect(row.reply.parse(example.reply)).toEqual(example.reply)
})

test('gives every call a unique id that code generators can use as a name', () => {
  const ids = calls.map(({ row }) => row.id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)*$/)
})
