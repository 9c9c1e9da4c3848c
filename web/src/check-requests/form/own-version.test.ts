import { expect, test } from 'vitest'
import { OwnVersion } from '#check-requests/form/request-form-update.tsx'

test('follows the user’s own changes in any order of their responses', () => {
  const version = new OwnVersion(5)
  version.made(7)
  expect(version.current).toBe(5)
  version.made(6)
  expect(version.current).toBe(7)
})

test('doesn’t skip another user’s change that hasn’t been seen', () => {
  const version = new OwnVersion(5)
  version.made(7)
  version.made(8)
  expect(version.current).toBe(5)
  version.see(6)
  expect(version.current).toBe(8)
})
