import { expect, test } from 'vitest'
import { OwnVersion } from '#check-requests/form/request-form-update.tsx'

test('recognizes the user’s own changes, whatever the order of their responses', () => {
  const version = new OwnVersion(5)
  version.made(7)
  expect(version.current).toBe(5)
  version.made(6)
  expect(version.current).toBe(7)
})

test('doesn’t skip another user’s change that this user hasn’t seen', () => {
  const version = new OwnVersion(5)
  version.made(7)
  version.made(8)
  expect(version.current).toBe(5)
  version.see(6)
  expect(version.current).toBe(8)
})
