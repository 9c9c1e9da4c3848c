import { expect, test } from 'vitest'
import { OwnVersion } from '#check-requests/form/request-form-update.tsx'

test('own changes are followed, in whatever order they are answered', () => {
  const version = new OwnVersion(5)
  version.made(7)
  expect(version.current).toBe(5)
  version.made(6)
  expect(version.current).toBe(7)
})

test('what somebody else changed in between is not passed over until it was seen', () => {
  const version = new OwnVersion(5)
  version.made(7)
  version.made(8)
  expect(version.current).toBe(5)
  version.see(6)
  expect(version.current).toBe(8)
})
