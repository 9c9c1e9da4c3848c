import { expect, test } from 'vitest'
import { refusalToChange } from './fields.ts'

const createdAt = Date.parse('2026-11-20T16:00:00Z')
const comment = { createdById: 7, createdAt, isDeleted: false }
const fiveMinutes = 300_000

test('lets only the author change a comment, for five minutes', () => {
  expect(refusalToChange(7, comment, createdAt)).toBeUndefined()
  expect(refusalToChange(7, comment, createdAt + fiveMinutes - 1)).toBeUndefined()
  expect(refusalToChange(7, comment, createdAt + fiveMinutes)).toEqual({
    kind: 'conflict',
    sentence: 'Comments can be changed only for five minutes. Add a new comment instead.',
  })
  expect(refusalToChange(8, comment, createdAt)).toEqual({
    kind: 'forbidden',
    sentence: 'Only the author of this comment can change it. Add a new comment instead.',
  })
  expect(refusalToChange(7, { ...comment, isDeleted: true }, createdAt)?.sentence).toBe(
    'This comment was already deleted. Reload the page.',
  )
})
