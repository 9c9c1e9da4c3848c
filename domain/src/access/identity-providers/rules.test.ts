import { expect, test } from 'vitest'
import { domainOf, refusalToConfirm } from './rules.ts'

test.each([
  ['Alma@Lakeside.Example', 'lakeside.example'],
  [' alma@mail.lakeside.example ', 'mail.lakeside.example'],
  ['alma@lakeside', undefined],
  ['alma@', undefined],
  ['alma', undefined],
  ['a@b@lakeside.example', undefined],
  ['', undefined],
])('reads the domain of %j as %j', (email, domain) => {
  expect(domainOf(email)).toBe(domain)
})

test('refuses confirmation by the admin who proposed the identity provider', () => {
  const proposed = { byId: 7, byName: 'Ada Adams' }
  expect(refusalToConfirm(7, proposed)).toBe('Ada Adams requested this, so another admin has to confirm it.')
  expect(refusalToConfirm(8, proposed)).toBeUndefined()
})
